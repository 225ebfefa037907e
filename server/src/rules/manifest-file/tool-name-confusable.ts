import { say } from '../../l10n/say.ts';
import { near } from '../../model/suggest.ts';
import type { Tool } from '../../model/tool.ts';
import type { ManifestRule } from '../rule.ts';

/** Every pair of tools whose names are near misses of each other, the earlier first. */
export function confusablePairs(tools: readonly Tool[]): (readonly [Tool, Tool])[] {
  return tools.flatMap((tool, index) => {
    const earlier = tools.slice(0, index);
    const names = new Set(
      near(
        tool.name,
        earlier.map(({ name }) => name),
      ),
    );
    return earlier
      .filter(({ name }) => names.has(name))
      .map((other): readonly [Tool, Tool] => [other, tool]);
  });
}

export const toolNameConfusable: ManifestRule = {
  id: 'tool-name-confusable',
  table: 'manifest-file',
  severity: 'info',
  summary: 'Two tools have nearly the same name.',
  details: `
Agents mistake \`get_user\` for \`get_users\`, and so do readers of a case. A pair of cases that need one and
the other (\`near_neighbors\`) shows whether it matters.
`,
  checkManifest({ manifest }, report) {
    for (const [earlier, later] of confusablePairs(manifest.tools)) {
      report(later.place, say`\`${later.name}\` is easily mistaken for \`${earlier.name}\``, {
        related: [{ message: say`\`${earlier.name}\` is defined here`, place: earlier.place }],
      });
    }
  },
};
