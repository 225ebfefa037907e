import { say } from '../../l10n/say.ts';
import { type JsonPathQuery, parseJsonPath } from '../../model/json-path.ts';
import { closest, nearestFixes } from '../fixes.ts';
import type { CaseRule } from '../rule.ts';
import { matcherSites } from '../walk.ts';
import { selectionsOf } from './selection.ts';

/** The query with one property renamed: the last place where its text has the name. */
function renamed({ text }: JsonPathQuery, name: string, to: string): string {
  const at = text.lastIndexOf(name);
  return at === -1 ? text : text.slice(0, at) + to + text.slice(at + name.length);
}

export const fromCallPath: CaseRule = {
  id: 'from-call-path',
  table: 'flow',
  severity: 'error',
  summary: '`path` is no RFC 9535 query, or selects nothing from the output of the call.',
  details: `
The query is checked against the call's recorded \`returns\`, or else its output schema where that is closed
to other properties. Where neither is known, only its syntax is checked.

\`\`\`yaml
flight_id: { from_call: search, path: "$.results[*.id" }    # wrong: the bracket never closes
flight_id: { from_call: search, path: "$.results[*].id" }   # right
\`\`\`
`,
  check(context, report) {
    for (const site of matcherSites(context)) {
      if (site.part.kind !== 'matcher' || !site.part.path) continue;
      const { value, node } = site.part.path;
      const parsed = parseJsonPath(value);
      if (!parsed.ok) {
        report(node, say`not a JSONPath: ${parsed.message} at character ${parsed.offset + 1}`);
        continue;
      }
      const found = selectionsOf(context, site.part, parsed.query);
      const failed = found.find((selection) => selection.kind === 'nothing');
      if (!failed || found.some((selection) => selection.kind !== 'nothing')) continue;
      const { name } = failed;
      if (name === undefined) {
        report(node, say`this path selects nothing from the output of the call`);
        continue;
      }
      const names = closest(name, failed.known);
      const hint = names.length > 0 ? say`; did you mean \`${names.join('` or `')}\`?` : '';
      report(node, say`the output of the call has no \`${name}\` there${hint}`, {
        data: { nearest: names.map((to) => renamed(parsed.query, name, to)) },
      });
    }
  },
  fix: (finding) => nearestFixes(finding),
};
