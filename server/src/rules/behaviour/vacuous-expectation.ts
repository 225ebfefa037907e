import { say } from '../../l10n/say.ts';
import type { ExpectedNode } from '../../model/located.ts';
import { insertEntry, renderIn } from '../edits.ts';
import { oneFix } from '../fixes.ts';
import type { CaseContext, CaseRule } from '../rule.ts';
import { writtenPaths } from './expected-paths.ts';

/** Whether a call is due, or the answer is unknown since a golden trajectory cannot be read. */
function expectsCalls(context: CaseContext, expected: ExpectedNode): boolean {
  const paths = writtenPaths(context, expected);
  return paths === undefined || paths.some(({ calls }) => calls.some((call) => !call.optional));
}

/** Whether a golden trajectory that the case names brings an end state or facts. */
const inherits = (context: CaseContext, expected: ExpectedNode): boolean =>
  writtenPaths(context, expected)?.some(
    ({ golden }) => golden?.finalState ?? golden?.mustMention,
  ) ?? true;

/** format.md, what gates a verdict. */
function gates(context: CaseContext, expected: ExpectedNode): boolean {
  const behavior = expected.toolBehavior?.value;
  if (behavior === 'call') return expectsCalls(context, expected);
  return (
    behavior !== undefined ||
    expected.mustClarify?.value === true ||
    expected.allowedTools !== undefined ||
    (expected.forbiddenTools?.items.length ?? 0) > 0 ||
    (expected.confirmBefore?.items.length ?? 0) > 0 ||
    (expected.mustMention?.items.length ?? 0) > 0 ||
    (expected.mustNotMention?.items.length ?? 0) > 0 ||
    expected.finalState !== undefined ||
    expected.maxCalls !== undefined ||
    expectsCalls(context, expected) ||
    inherits(context, expected)
  );
}

export const vacuousExpectation: CaseRule = {
  id: 'vacuous-expectation',
  table: 'behaviour',
  severity: 'warning',
  summary: 'Nothing in `expected` can fail a run.',
  details: `
Such a case passes whatever the agent does. So does \`tool_behavior: call\` without a required call. If no
tool should be called, say so:

\`\`\`yaml
expected: {}                           # wrong
expected: { tool_behavior: no_call }   # right
\`\`\`
`,
  check(context, report) {
    const expected = context.subject.kind === 'case' ? context.subject.expected : undefined;
    if (!expected || gates(context, expected)) return;
    const message =
      expected.toolBehavior?.value === 'call'
        ? say`\`tool_behavior: call\` without a required call: any run passes`
        : say`nothing here can fail a run: any run passes`;
    report(expected.key, message);
  },
  fix(finding, context) {
    const expected = context.subject.kind === 'case' ? context.subject.expected : undefined;
    if (!expected || expected.toolBehavior) return [];
    const { tree } = finding.place;
    const edit = insertEntry(tree, expected.node, 'tool_behavior', renderIn(tree, 'no_call'));
    return oneFix(say`Expect no call`, edit, { preferred: true });
  },
};
