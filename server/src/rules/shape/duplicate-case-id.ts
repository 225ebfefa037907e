import { say } from '../../l10n/say.ts';
import type { DocumentedRule, Finding, Place } from '../rule.ts';
import { duplicates } from './duplicates.ts';

export const duplicateCaseId: DocumentedRule = {
  id: 'duplicate-case-id',
  table: 'shape',
  severity: 'error',
  summary: 'Two cases have the same `case_id`.',
  details: `
Ids are unique within a dataset, and among the files that no dataset includes: results, trends and baselines
go by them. Both places are marked, each related to the other.
`,
};

/** A case's id, and the place of the `case_id` value (with its `uri`). */
export interface CaseIdEntry {
  readonly id: string;
  readonly place: Place;
}

/** The findings about ids that several cases of one set bear, one on each place. */
export const duplicateIds = (entries: Iterable<CaseIdEntry>): Finding[] =>
  duplicates(entries, ({ id }) => id).map(({ item, others }) => ({
    code: duplicateCaseId.id,
    severity: 'error',
    message: say`several cases have the id \`${item.id}\``,
    place: item.place,
    related: others.map(({ place }) => ({ message: say`also here`, place })),
  }));
