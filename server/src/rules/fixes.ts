import { say } from '../l10n/say.ts';
import { near, nearest } from '../model/suggest.ts';
import { isObject, type Json } from '../model/value.ts';
import type { Scalar, ScalarStyle, SegmentTree, Span } from '../syntax/node.ts';
import { isJson, renderScalar } from './edits.ts';
import type { Edit, Finding, Fix } from './rule.ts';

/** The quotes in which a token is written. */
function styleAt(tree: SegmentTree, span: Span): ScalarStyle {
  const first = tree.text[span.start];
  if (first === '"' || isJson(tree)) return 'double';
  return first === "'" ? 'single' : 'plain';
}

/** Puts a value in the place of a token, in the quotes that stand there. */
export const replaceToken = (tree: SegmentTree, { start, end }: Span, value: Scalar): Edit => ({
  start,
  end,
  text: renderScalar(value, styleAt(tree, { start, end })),
});

const shown = (value: Json): string => (typeof value === 'string' ? value : String(value));

/** What a finding carries for its fixes. */
export const dataOf = (finding: Finding): Record<string, Json | undefined> =>
  isObject(finding.data) ? finding.data : {};

/** The names that another may have meant: its near misses, else those most like it, at most three. */
export function closest(name: string, candidates: Iterable<string>): readonly string[] {
  const known = [...candidates];
  const misses = near(name, known);
  return misses.length > 0 ? misses.slice(0, 3) : nearest(name, known);
}

/** The names that a misspelt one may have meant: the finding's `data`, and the end of its message. */
export function suggestions(name: string, candidates: Iterable<string>) {
  const names = closest(name, candidates);
  const quoted = names.map((candidate) => `\`${candidate}\``);
  return {
    names,
    hint: names.length === 0 ? '' : say`; did you mean ${quoted.join(' or ')}?`,
    data: { nearest: [...names] } as Json,
  };
}

/** Whether a finding stands on an alias: what is wrong is written elsewhere. */
export const isAlias = ({ place: { tree, start } }: Finding): boolean => tree.text[start] === '*';

/** One fix for each name in `data.nearest`: it replaces the token that the finding stands on. */
export function nearestFixes(finding: Finding): readonly Fix[] {
  const { nearest: values } = dataOf(finding);
  if (!Array.isArray(values) || isAlias(finding)) return [];
  return values
    .filter((value): value is Scalar => !Array.isArray(value) && !isObject(value))
    .map((value, index) => ({
      title: say`Change to \`${shown(value)}\``,
      edits: [replaceToken(finding.place.tree, finding.place, value)],
      preferred: index === 0,
    }));
}

/** A fix of one edit, or none where the edit cannot be made. */
export const oneFix = (
  title: string,
  edits: Edit | readonly (Edit | undefined)[] | undefined,
  options: Pick<Fix, 'preferred' | 'safe'> = {},
): readonly Fix[] => {
  const list = [edits].flat();
  const made = list.filter((edit) => edit !== undefined);
  return made.length === 0 || made.length < list.length ? [] : [{ title, edits: made, ...options }];
};

export const sameSpan = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;
