import type { VsCode } from '../vscode.ts';
import type { ListedCase } from './case-list.ts';

/** What cases are grouped by: the names under which each stands, none for those that have no such thing. */
const KEYS = {
  file: ({ uri }) => [uri],
  verdict: ({ result }) => (result ? [result.verdict] : []),
  category: ({ item }) => (item.category === undefined ? [] : [item.category]),
  tag: ({ item }) => item.tags,
  consequence: ({ item }) => [item.consequence],
} satisfies Record<string, (of: ListedCase) => readonly string[]>;

export type GroupBy = keyof typeof KEYS;

export const GROUPINGS = Object.keys(KEYS) as readonly GroupBy[];

/** The groupings as people read them. */
export const groupingNames = ({
  l10n,
}: Pick<VsCode, 'l10n'>): Readonly<Record<GroupBy, string>> => ({
  file: l10n.t('file'),
  verdict: l10n.t('verdict'),
  category: l10n.t('category'),
  tag: l10n.t('tag'),
  consequence: l10n.t('consequence'),
});

/** Groups that have an order of their own, what needs a look before what does not; others are sorted. */
const ORDER: Partial<Record<GroupBy, readonly (string | undefined)[]>> = {
  verdict: ['fail', 'error', undefined, 'pass'],
  consequence: ['destructive', 'write', 'read'],
};

export interface Group {
  /** Undefined for the cases that have no such thing. */
  readonly name: string | undefined;
  readonly cases: readonly ListedCase[];
}

/** Cases in groups; a case with several tags is in several. */
export function groupCases(cases: readonly ListedCase[], by: GroupBy): readonly Group[] {
  const groups = new Map<string | undefined, ListedCase[]>();
  const add = (name: string | undefined, of: ListedCase) => {
    const group = groups.get(name);
    if (group) group.push(of);
    else groups.set(name, [of]);
  };
  for (const of of cases) {
    const names = KEYS[by](of);
    for (const name of names) add(name, of);
    if (names.length === 0) add(undefined, of);
  }
  const order = ORDER[by] ?? [];
  const rank = (name: string | undefined): number => {
    const place = order.indexOf(name);
    if (place >= 0) return place;
    return name === undefined ? Infinity : order.length;
  };
  return [...groups]
    .map(([name, members]) => ({ name, cases: members }))
    .sort((a, b) => {
      const [x, y] = [rank(a.name), rank(b.name)];
      return x === y ? (a.name ?? '').localeCompare(b.name ?? '') : x - y;
    });
}
