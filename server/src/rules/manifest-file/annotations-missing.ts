import { say } from '../../l10n/say.ts';
import type { ToolPolicy } from '../../model/tool.ts';
import { consequenceOf, indexNames } from '../../model/toolset.ts';
import type { ManifestContext, ManifestRule } from '../rule.ts';
import { wordsOf } from '../words.ts';

/** Words of names that promise a consequence. */
const RISKY = new Set(['delete', 'send', 'pay', 'refund', 'charge', 'transfer', 'drop', 'cancel']);
/** First words of names that promise none. */
const HARMLESS = new Set(['get', 'list', 'search', 'read', 'find', 'fetch']);

function policyReader({
  manifest,
  config,
}: ManifestContext): (name: string) => ToolPolicy | undefined {
  const { same } = indexNames(manifest.tools);
  return (name) =>
    config.policies.get(name) ?? [...config.policies].find(([other]) => same(name, other))?.[1];
}

export const annotationsMissing: ManifestRule = {
  id: 'annotations-missing',
  table: 'manifest-file',
  severity: 'hint',
  summary: "A tool's name and its stated consequence do not agree.",
  details: `
A name like delete, send, pay, refund, charge, transfer, drop or cancel, and nobody says what a call does: then
its cases are weighed and gated as if it were harmless. Or a destructive hint on a name like get, list or
search. State it by annotations, or in the configuration:

\`\`\`yaml
policies:
  send_payment: { consequence: destructive }
\`\`\`
`,
  checkManifest(context, report) {
    const policyOf = policyReader(context);
    for (const tool of context.manifest.tools) {
      const words = wordsOf(tool.name);
      const consequence = consequenceOf(tool, policyOf(tool.name));
      const risky = words.find((word) => RISKY.has(word));
      if (consequence === 'unknown' && risky) {
        report(
          tool.place,
          say`\`${tool.name}\` sounds like ${risky}, and nobody says what a call does`,
        );
      } else if (
        tool.annotations?.destructiveHint === true &&
        HARMLESS.has(words[0] ?? '') &&
        !risky
      ) {
        report(
          tool.place,
          say`\`${tool.name}\` is annotated as destructive, and does not sound like it`,
        );
      }
    }
  },
};
