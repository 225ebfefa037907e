import { say } from '../../l10n/say.ts';
import type { CallNode, ExpectedNode, LocatedList } from '../../model/located.ts';
import { getEntry } from '../../syntax/index.ts';
import type { Span } from '../../syntax/node.ts';
import { reportContradiction } from '../contradiction.ts';
import type { CaseContext, CaseRule, Report } from '../rule.ts';
import { type WrittenPath, writtenPaths } from './expected-paths.ts';

interface Subject {
  readonly context: CaseContext;
  readonly expected: ExpectedNode;
  readonly paths: readonly WrittenPath[];
  contradiction(first: Span, second: Span | undefined, message: string): void;
}

/** Where a call stands in the case: its own `name` key, or the key that names the golden trajectory. */
const callKey = (path: WrittenPath, call: CallNode): Span =>
  path.golden ? path.key : (getEntry(call.node, 'name')?.key ?? path.key);

function clarifyAndCall({ expected, contradiction }: Subject): void {
  const { mustClarify, toolBehavior } = expected;
  if (mustClarify?.value !== true || toolBehavior?.value !== 'call') return;
  contradiction(
    mustClarify.key ?? mustClarify.node,
    toolBehavior.key,
    '`must_clarify` asks for a question, `tool_behavior: call` for calls',
  );
}

function callsUnderNoCall({ expected, paths, contradiction }: Subject): void {
  const { toolBehavior } = expected;
  const first = paths.find(({ calls }) => calls.length > 0);
  if (toolBehavior?.value !== 'no_call' || !first) return;
  contradiction(
    toolBehavior.key ?? toolBehavior.node,
    first.key,
    '`tool_behavior: no_call` and calls to expect',
  );
}

function writesUnderNoWrite({ context, expected, paths, contradiction }: Subject): void {
  const { toolBehavior, mustClarify } = expected;
  const behavior = toolBehavior?.value;
  const asks = behavior === 'no_write' || behavior === 'clarify' ? toolBehavior : undefined;
  const stated = asks ?? (behavior === undefined && mustClarify?.value ? mustClarify : undefined);
  if (!stated) return;
  const why = stated === mustClarify ? '`must_clarify`' : `\`tool_behavior: ${behavior}\``;
  eachCall(paths, (call, name, path) => {
    const consequence = context.scope.toolset.consequence(name);
    if (consequence !== 'write' && consequence !== 'destructive') return;
    const message = say`\`${name}\` is a ${consequence} tool, and ${why} lets none be called`;
    contradiction(callKey(path, call), stated.key ?? stated.node, message);
  });
}

function toolsOutsideTheLists({ context, expected, paths, contradiction }: Subject): void {
  const { toolset } = context.scope;
  const names = (list: LocatedList<string>, name: string) =>
    list.items.some(({ value }) => toolset.same(value, name));
  /** As long as not every manifest is known, a prefix may be the alias of one. */
  const mayName = (list: LocatedList<string>, name: string) =>
    names(list, name) ||
    (!toolset.complete &&
      list.items.some(({ value }) => value.endsWith(`__${name}`) || name.endsWith(`__${value}`)));
  const { forbiddenTools, allowedTools } = expected;
  eachCall(paths, (call, name, path) => {
    const key = callKey(path, call);
    if (forbiddenTools && names(forbiddenTools, name)) {
      contradiction(key, forbiddenTools.key, `\`${name}\` is expected, and forbidden`);
    } else if (allowedTools && allowedTools.items.length > 0 && !mayName(allowedTools, name)) {
      contradiction(key, allowedTools.key, `\`${name}\` is expected, and not in \`allowed_tools\``);
    }
  });
}

function tooFewCalls({ expected, paths, contradiction }: Subject): void {
  const { maxCalls } = expected;
  const due = paths.map(({ calls }) => calls.filter((call) => !call.optional).length);
  const least = Math.min(...due);
  if (!maxCalls || due.length === 0 || least <= maxCalls.value) return;
  contradiction(
    maxCalls.key ?? maxCalls.node,
    paths[0]!.key,
    `\`max_calls\` is ${maxCalls.value}, and ${least} calls are required`,
  );
}

function eachCall(
  paths: readonly WrittenPath[],
  visit: (call: CallNode, name: string, path: WrittenPath) => void,
): void {
  for (const path of paths) {
    for (const call of path.calls) if (call.name) visit(call, call.name.value, path);
  }
}

const CHECKS = [
  clarifyAndCall,
  callsUnderNoCall,
  writesUnderNoWrite,
  toolsOutsideTheLists,
  tooFewCalls,
] as const;

/** Of several calls of one golden trajectory in another file, the case has one key: it is marked once a message. */
function once(report: Report): Report {
  const seen = new Set<string>();
  return (span, message, extras) => {
    const key = `${span.start} ${message}`;
    if (seen.has(key)) return;
    seen.add(key);
    report(span, message, extras);
  };
}

export const behaviorContradiction: CaseRule = {
  id: 'behavior-contradiction',
  table: 'behaviour',
  severity: 'error',
  summary: 'Two parts of `expected` cannot both hold.',
  details: `
Calls under \`no_call\`; a tool known to write under \`no_write\` or \`clarify\`; an expected tool that is
forbidden or not allowed; \`must_clarify\` with \`tool_behavior: call\`; \`max_calls\` below the number of
required calls. No run could pass. The finding stands on the later of the two keys.

\`\`\`yaml
expected:
  tool_behavior: no_call
  calls: [{ name: get_weather }]   # wrong
\`\`\`
`,
  check(context, report) {
    const expected = context.subject.kind === 'case' ? context.subject.expected : undefined;
    if (!expected) return;
    const single = once(report);
    const subject: Subject = {
      context,
      expected,
      paths: writtenPaths(context, expected) ?? [],
      contradiction: (first, second, message) =>
        reportContradiction(context, single, first, second, { message }),
    };
    for (const check of CHECKS) check(subject);
  },
};
