import { say } from '../../l10n/say.ts';
import { insertEntry, renderFlowMap } from '../edits.ts';
import { dataOf, oneFix } from '../fixes.ts';
import { insertArgument } from '../manifest/insert-argument.ts';
import type { CaseRule } from '../rule.ts';
import { callSites, matcherOf } from '../walk.ts';
import { looseArguments } from './loose-arguments.ts';

export const looseDestructive: CaseRule = {
  id: 'loose-destructive',
  table: 'behaviour',
  severity: 'warning',
  summary:
    'A destructive call leaves an argument open that decides what is destroyed, or for whom.',
  details: `
Looked at are arguments with a word like amount, recipient, account, order, payee or id in their name, of
tools that a policy or an annotation calls destructive. A predicate such as \`positive\` lets every amount
pass: say which values are right, or where they come from.

\`\`\`yaml
amount: { predicate: positive }                       # wrong
amount: { allowed: [128.40] }                         # right
order_id: { from_call: find, path: "$.orders[0].id" } # right
\`\`\`
`,
  check(context, report) {
    for (const site of callSites(context)) {
      const { name } = site.call;
      if (!name) continue;
      for (const loose of looseArguments(context, site)) {
        const place = `\`${name.value}.${loose.name}\``;
        const message =
          loose.why === 'predicated'
            ? say`${place}: a predicate alone lets a destructive call pass with the wrong value`
            : say`${place}: a destructive call is not graded by this argument`;
        report(loose.argument?.entry.key ?? name.node, message, {
          data: { argument: loose.name },
        });
      }
    }
  },
  fix(finding, context) {
    const { tree, start } = finding.place;
    const { argument } = dataOf(finding);
    const call = callSites(context).find(
      (site) => site.call.node.start <= start && start < site.call.node.end,
    )?.call;
    if (!call || typeof argument !== 'string') return [];
    const written = call.arguments.find(({ name }) => name === argument);
    const matcher = written && matcherOf(context, call, written);
    if (matcher && (matcher.kind !== 'matcher' || matcher.allowed)) return [];
    const wanted = [['from_user', 'true']] as const;
    const edit = matcher
      ? insertEntry(tree, matcher.node, ...wanted[0])
      : insertArgument(tree, call, argument, renderFlowMap(tree, wanted));
    return oneFix(say`Require a value that the user named`, edit);
  },
};
