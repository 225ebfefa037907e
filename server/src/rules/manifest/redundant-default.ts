import { say } from '../../l10n/say.ts';
import { equalJson } from '../../model/json-text.ts';
import { toValue } from '../../syntax/index.ts';
import type { Node } from '../../syntax/node.ts';
import { insertEntry, renderFlowMap, replaceNode, textOf } from '../edits.ts';
import { oneFix, sameSpan } from '../fixes.ts';
import type { CaseContext, CaseRule } from '../rule.ts';
import { type ArgumentSite, argumentSites, schemaOf } from '../walk.ts';

interface Redundant extends ArgumentSite {
  readonly value: Node;
}

/** The one value that an argument must have, where the golden insists on it. */
function onlyValue({ matcher }: ArgumentSite): Node | undefined {
  if (matcher.kind === 'literal') return matcher.node;
  if (matcher.kind !== 'matcher' || matcher.optional?.value === true) return undefined;
  if (matcher.fromCall || matcher.fromUser || matcher.predicate) return undefined;
  const items = matcher.allowed?.node.items ?? [];
  return items.length === 1 ? items[0] : undefined;
}

const redundantOnes = (context: CaseContext): Redundant[] =>
  argumentSites(context).flatMap((site): Redundant[] => {
    const schema = schemaOf(context, site.call);
    const { name } = site.argument;
    const fallback = schema?.required.has(name) ? undefined : schema?.defaultOf(name);
    const value = fallback === undefined ? undefined : onlyValue(site);
    return value && equalJson(toValue(value), fallback!) ? [{ ...site, value }] : [];
  });

export const redundantDefault: CaseRule = {
  id: 'redundant-default',
  table: 'manifest',
  severity: 'hint',
  summary: 'The one value that the golden accepts is the default of the schema.',
  details: `
An agent that leaves the argument out does the same thing. Marking it optional says that both are fine.

\`\`\`yaml
limit: 10                                 # the schema says default: 10
limit: { allowed: [10], optional: true }  # clearer
\`\`\`
`,
  check(context, report) {
    for (const { call, argument, value } of redundantOnes(context)) {
      report(value, say`this is the default of \`${call.name?.value}.${argument.name}\``);
    }
  },
  fix(finding, context) {
    const { tree } = finding.place;
    const found = redundantOnes(context).find(({ value }) => sameSpan(value, finding.place));
    if (!found) return [];
    const { matcher, value } = found;
    if (matcher.kind === 'matcher') {
      return oneFix(say`Mark it optional`, insertEntry(tree, matcher.node, 'optional', 'true'));
    }
    const flow = value.kind === 'scalar' ? value.style !== 'block' : value.flow;
    if (!flow || value.origin) return [];
    const text = renderFlowMap(tree, [
      ['allowed', `[${textOf(tree, value)}]`],
      ['optional', 'true'],
    ]);
    return oneFix(say`Mark it optional`, replaceNode(value, text));
  },
};
