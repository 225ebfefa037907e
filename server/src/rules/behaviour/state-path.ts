import { say } from '../../l10n/say.ts';
import { parseJsonPath } from '../../model/json-path.ts';
import type { CaseRule } from '../rule.ts';

export const statePath: CaseRule = {
  id: 'state-path',
  table: 'behaviour',
  severity: 'error',
  summary: 'A path in `state` is no RFC 9535 query.',
  details: `
A path that does not parse would ignore, order or convert nothing.

\`\`\`yaml
state: { ignore: ["$..created_at["] }   # wrong
state: { ignore: ["$..created_at"] }    # right
\`\`\`
`,
  check({ subject }, report) {
    const state = subject.kind === 'golden' ? subject.state : subject.expected?.state;
    if (!state) return;
    for (const { value, node } of [
      ...state.ignore,
      ...state.ordered,
      ...state.money.map(({ path }) => path),
    ]) {
      const parsed = parseJsonPath(value);
      if (parsed.ok) continue;
      report(node, say`not a JSONPath: ${parsed.message} at character ${parsed.offset + 1}`);
    }
  },
};
