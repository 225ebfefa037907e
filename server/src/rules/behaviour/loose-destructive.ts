import { insertEntry } from '../edits.ts';
import { oneFix, sameSpan } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { argumentSites, callSites } from '../walk.ts';
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
            ? `${place}: a predicate alone lets a destructive call pass with the wrong value`
            : `${place}: a destructive call is not graded by this argument`;
        report(loose.argument?.entry.key ?? name.node, message);
      }
    }
  },
  fix(finding, context) {
    const site = argumentSites(context).find(({ argument }) =>
      sameSpan(argument.entry.key, finding.place),
    );
    if (site?.matcher.kind !== 'matcher') return [];
    const { tree } = finding.place;
    return oneFix(
      'Require a value that the user named',
      insertEntry(tree, site.matcher.node, 'from_user', 'true'),
    );
  },
};
