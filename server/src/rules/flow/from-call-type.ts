import { say } from '../../l10n/say.ts';
import { parseJsonPath } from '../../model/json-path.ts';
import type { CaseRule } from '../rule.ts';
import { matcherSites, placeName, schemaOf } from '../walk.ts';
import { selectionsOf, typesOf } from './selection.ts';

/** Comparisons under which values of different types can be equal. */
export const CROSS_TYPE = new Set(['number', 'instant', 'words', 'loose']);
/** Of these every scalar inside must be found, so their own type says nothing. */
const CONTAINERS = ['array', 'object'];

const numeric = (type: string): string => (type === 'integer' ? 'number' : type);

/** A null is no value to pass on, so it decides nothing either. */
export function neverFit(selected: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  const values = [...selected].filter((type) => type !== 'null');
  if ([...values, ...wanted].some((type) => CONTAINERS.includes(type))) return false;
  const fitting = new Set([...wanted].map(numeric));
  return values.length > 0 && !values.some((type) => fitting.has(numeric(type)));
}

const list = (types: ReadonlySet<string>): string => [...types].join(' or ');

export const fromCallType: CaseRule = {
  id: 'from-call-type',
  table: 'flow',
  severity: 'error',
  summary: "What `path` selects can never have the type that the argument's schema asks for.",
  details: `
Text is never equal to a number, so no call could satisfy both the schema and the reference.

\`\`\`yaml
seats: { from_call: search, path: "$.results[*].id" }   # wrong where id is text and seats an integer
\`\`\`
`,
  check(context, report) {
    for (const { call, path, part } of matcherSites(context)) {
      if (part.kind !== 'matcher' || !part.path) continue;
      if (CROSS_TYPE.has(part.compare?.value ?? '')) continue;
      const schema = schemaOf(context, call)?.at(path);
      const wanted = typeof schema === 'object' ? typesOf(schema) : undefined;
      const parsed = parseJsonPath(part.path.value);
      if (!wanted || !parsed.ok) continue;
      const selected = selectionsOf(context, part, parsed.query).map((selection) =>
        selection.kind === 'some' ? selection.types : undefined,
      );
      if (selected.length === 0 || !selected.every((types) => types && neverFit(types, wanted))) {
        continue;
      }
      const types = new Set(selected.flatMap((some) => [...(some ?? [])]));
      report(
        part.path.node,
        say`\`${placeName(call, path)}\`: expected ${list(wanted)}, the path selects ${list(types)}`,
      );
    }
  },
};
