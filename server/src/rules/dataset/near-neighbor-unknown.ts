import { say } from '../../l10n/say.ts';
import { nearestFixes, suggestions } from '../fixes.ts';
import type { DatasetRule } from '../rule.ts';
import { isCase } from './coverage.ts';

export const nearNeighborUnknown: DatasetRule = {
  id: 'near-neighbor-unknown',
  table: 'dataset',
  severity: 'error',
  summary: '`near_neighbors` names a case that the dataset does not have.',
  details: `
Each pair is two \`case_id\`s of the dataset's own cases, or of those that it includes.
`,
  checkDataset({ dataset, cases }, report) {
    const ids = cases.flatMap(({ subject }) =>
      isCase(subject) ? (subject.caseId?.value ?? []) : [],
    );
    const known = new Set(ids);
    for (const { value, node } of dataset.nearNeighbors.flatMap((pair) => pair.ids)) {
      if (known.has(value)) continue;
      const { hint, data } = suggestions(value, ids);
      const place = { tree: dataset.tree, start: node.start, end: node.end };
      report(place, say`the dataset has no case \`${value}\`${hint}`, { data });
    }
  },
  fix: (finding) => nearestFixes(finding),
};
