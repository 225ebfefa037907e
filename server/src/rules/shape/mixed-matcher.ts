import { say } from '../../l10n/say.ts';
import { DECIDING_KEYS, MODIFIER_KEYS } from '../../model/read-matcher.ts';
import { renderFlowMap, renderIn, replaceNode, textOf } from '../edits.ts';
import { closest, nearestFixes, oneFix, sameSpan } from '../fixes.ts';
import type { CaseContext, CaseRule } from '../rule.ts';
import { matcherSites } from '../walk.ts';

const KEYS: readonly string[] = [...DECIDING_KEYS, ...MODIFIER_KEYS];

const mixedSites = (context: CaseContext) =>
  matcherSites(context).flatMap(({ part }) => (part.kind === 'mixed' ? [part] : []));

export const mixedMatcher: CaseRule = {
  id: 'mixed-matcher',
  table: 'shape',
  severity: 'error',
  summary: 'A mapping is neither a matcher nor a literal.',
  details: `
It holds matcher keys beside foreign ones, nearly always a typo, or only keys that modify a matcher
(\`path\`, \`optional\`, \`compare\`, \`tolerance\`). A literal object that happens to look like a matcher is
written \`allowed: [{…}]\`.

\`\`\`yaml
origin: { allowed: [SFO], comapre: exact }   # wrong
origin: { allowed: [SFO], compare: exact }   # right
\`\`\`
`,
  check(context, report) {
    for (const { at, node } of mixedSites(context)) {
      const name = String(at.value);
      if (KEYS.includes(name)) {
        report(
          at,
          say`\`${name}\` says more of a matcher, and there is none: add ${anyOf(DECIDING_KEYS)}`,
        );
        continue;
      }
      const written = new Set(node.entries.map(({ key }) => String(key.value)));
      const names = closest(
        name,
        KEYS.filter((key) => !written.has(key)),
      );
      const hint = names.length > 0 ? say`; did you mean ${anyOf(names)}?` : '';
      report(at, say`a matcher has no key \`${name}\`${hint}`, { data: { nearest: [...names] } });
    }
  },
  fix(finding, context) {
    const { tree } = finding.place;
    const found = mixedSites(context).find(({ at }) => sameSpan(at, finding.place));
    if (!found || found.node.origin) return nearestFixes(finding);
    const literal = found.node.flow
      ? textOf(tree, found.node)
      : renderFlowMap(
          tree,
          found.node.entries.map(({ key, value }) => [String(key.value), textOf(tree, value)]),
        );
    const flat =
      found.node.flow ||
      found.node.entries.every(({ value }) => value.kind === 'scalar' && value.style !== 'block');
    if (!flat) return nearestFixes(finding);
    const text = `{ ${renderIn(tree, 'allowed')}: [${literal}] }`;
    return [
      ...nearestFixes(finding),
      ...oneFix(say`Write it as a literal: \`allowed: [{…}]\``, replaceNode(found.node, text)),
    ];
  },
};

const anyOf = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' or ');
