/** What the cases of a dataset have, taken together. */
import type { CaseNode } from '../../model/located.ts';
import { getEntry } from '../../syntax/index.ts';
import { writtenPaths } from '../behaviour/expected-paths.ts';
import type { CaseContext, DatasetContext, Place } from '../rule.ts';

export const isCase = (subject: CaseContext['subject']): subject is CaseNode =>
  subject.kind === 'case';

/** The names of the tools that a case expects; undefined where a golden trajectory cannot be read. */
export function expectedTools(context: CaseContext): readonly string[] | undefined {
  const expected = isCase(context.subject) ? context.subject.expected : undefined;
  if (!expected) return [];
  const paths = writtenPaths(context, expected);
  return paths?.flatMap(({ calls }) => calls.flatMap(({ name }) => name?.value ?? []));
}

/** The names of the tools that a case expects or forbids. */
export function judgedTools(context: CaseContext): readonly string[] | undefined {
  const expected = isCase(context.subject) ? context.subject.expected : undefined;
  const forbidden = expected?.forbiddenTools?.items.map(({ value }) => value) ?? [];
  const called = expectedTools(context);
  return called && [...called, ...forbidden];
}

/** The `dataset` value, on which findings about the whole stand; else the first key. */
export function datasetPlace({ dataset: { tree, node, name } }: DatasetContext): Place {
  const { start, end } =
    name?.node ?? getEntry(node, 'dataset')?.key ?? node.entries[0]?.key ?? node;
  return { tree, start, end };
}
