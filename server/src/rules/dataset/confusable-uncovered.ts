import { say } from '../../l10n/say.ts';
import { confusablePairs } from '../manifest-file/tool-name-confusable.ts';
import type { DatasetContext, DatasetRule } from '../rule.ts';
import { datasetPlace, isCase, judgedTools } from './coverage.ts';

/** The tools that each case judges, by its id; undefined where that is not known. */
function toolsById({ cases }: DatasetContext): Map<string, readonly string[]> | undefined {
  const byId = new Map<string, readonly string[]>();
  for (const context of cases) {
    const id = isCase(context.subject) ? context.subject.caseId?.value : undefined;
    const tools = judgedTools(context);
    if (!tools) return undefined;
    if (id !== undefined) byId.set(id, tools);
  }
  return byId;
}

export const confusableUncovered: DatasetRule = {
  id: 'confusable-uncovered',
  table: 'dataset',
  severity: 'info',
  summary: 'Two tools are easily mistaken, and no pair of cases tells them apart.',
  details: `
A near-neighbour pair are two cases with nearly the same wording, one of which needs the one tool and one the
other.

\`\`\`yaml
near_neighbors: [[one-user, all-users]]
\`\`\`
`,
  checkDataset(context, report) {
    const { toolset, dataset, cases } = context;
    const tools = toolsById(context);
    if (!tools || cases.length === 0) return;
    const judges = (id: string, name: string) =>
      (tools.get(id) ?? []).some((each) => toolset.same(each, name));
    for (const [one, other] of confusablePairs(toolset.tools)) {
      const covered = dataset.nearNeighbors.some(({ ids }) =>
        [one, other].every(({ name }) => ids.some(({ value }) => judges(value, name))),
      );
      if (covered) continue;
      const names = `\`${one.name}\` and \`${other.name}\``;
      report(datasetPlace(context), say`no near-neighbour pair tells ${names} apart`);
    }
  },
};
