import { type Aggregate, aggregate } from './aggregate.ts';
import type { CaseScore } from './case-score.ts';
import { addTo } from './group.ts';
import type { CaseProfile } from './profile.ts';

const one = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);

/** The names under which a case counts, by dimension; of `consequence` the highest alone. */
const DIMENSIONS = {
  tool: (profile: CaseProfile) => profile.tools,
  category: (profile: CaseProfile) => one(profile.category),
  tag: (profile: CaseProfile) => profile.tags,
  language: (profile: CaseProfile) => one(profile.language),
  permission_group: (profile: CaseProfile) => one(profile.permissionGroup),
  consequence: (profile: CaseProfile) => one(profile.consequence),
} as const satisfies Record<string, (profile: CaseProfile) => readonly string[]>;

/** The keys that `where` knows (format.md, `gates`). */
export const WHERE_KEYS = Object.keys(DIMENSIONS) as readonly (keyof typeof DIMENSIONS)[];

const SLICE_KEYS = ['tool', 'category', 'tag', 'language', 'permission_group'] as const;
export type SliceKey = (typeof SLICE_KEYS)[number];
export type Slices = Readonly<Record<SliceKey, Readonly<Record<string, Aggregate>>>>;

/** Whether a case is in every slice that a `where` names. A key that is none takes no case. */
export function matchesWhere(
  profile: CaseProfile,
  where: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(where).every(
    ([key, name]) =>
      Object.hasOwn(DIMENSIONS, key) &&
      DIMENSIONS[key as keyof typeof DIMENSIONS](profile).includes(name),
  );
}

/** The slices a case is in, as dimension and name. */
export const slicesOf = (profile: CaseProfile): readonly (readonly [SliceKey, string])[] =>
  SLICE_KEYS.flatMap((key) => DIMENSIONS[key](profile).map((name) => [key, name] as const));

function sliceBy(cases: readonly CaseScore[], key: SliceKey): Readonly<Record<string, Aggregate>> {
  const members = new Map<string, CaseScore[]>();
  for (const of of cases) {
    for (const name of DIMENSIONS[key](of.profile)) {
      addTo(members, name, of);
    }
  }
  const names = [...members.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, aggregate(members.get(name)!)]));
}

/** The aggregate of every slice of a set (scoring.md §7), names sorted. */
export const sliceCases = (cases: readonly CaseScore[]): Slices =>
  Object.fromEntries(SLICE_KEYS.map((key) => [key, sliceBy(cases, key)])) as unknown as Slices;
