import { say } from '../../l10n/say.ts';
import { toValue } from '../../syntax/index.ts';
import { readOutput } from '../flow/outputs.ts';
import type { CaseRule } from '../rule.ts';
import { callSites } from '../walk.ts';
import { problemSpan } from './argument-problems.ts';

export const returnsInvalid: CaseRule = {
  id: 'returns-invalid',
  table: 'manifest',
  severity: 'warning',
  summary: "A call's recorded `returns` violates the tool's output schema.",
  details: `
A hermetic run answers with \`returns\`. If the real tool never answers like that, the run exercises the
agent against a world that does not exist. Without an output schema nothing is said.
`,
  check(context, report) {
    for (const { call } of callSites(context)) {
      if (!call.name || !call.returns) continue;
      const { node } = call.returns;
      const schema = context.scope.toolset.outputSchema(call.name.value);
      const output = readOutput(toValue(node));
      if (!schema || output.kind !== 'value') continue;
      for (const problem of schema.check([], output.value)) {
        const span = output.wrapped ? node : problemSpan(node, problem);
        const path = problem.path.map((step) => `[${JSON.stringify(step)}]`).join('');
        report(span, say`\`returns${path}\` of \`${call.name.value}\`: ${problem.message}`);
      }
    }
  },
};
