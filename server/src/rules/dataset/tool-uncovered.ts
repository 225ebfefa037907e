import { say } from '../../l10n/say.ts';
import type { DatasetRule } from '../rule.ts';
import { datasetPlace, judgedTools } from './coverage.ts';

export const toolUncovered: DatasetRule = {
  id: 'tool-uncovered',
  table: 'dataset',
  severity: 'info',
  summary: 'A tool of the manifest that no case expects or forbids.',
  details: `
Whether the agent picks it when it should, and leaves it when it should not, is not measured.
`,
  checkDataset(context, report) {
    const { cases, toolset } = context;
    const judged = cases.map(judgedTools);
    if (cases.length === 0 || judged.includes(undefined)) return;
    const names = [...new Set(judged.flatMap((each) => each ?? []))];
    for (const tool of toolset.tools) {
      if (names.some((name) => toolset.same(name, tool.name))) continue;
      report(datasetPlace(context), say`no case expects or forbids \`${tool.name}\``, {
        related: [{ message: say`the tool`, place: { ...tool.place, uri: tool.uri } }],
      });
    }
  },
};
