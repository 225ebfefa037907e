import { say } from '../../l10n/say.ts';
import type { Tool } from '../../model/tool.ts';
import type { CaseRule } from '../rule.ts';

/** Two manifests with aliases of their own can always be told apart. */
const collide = (a: Tool, b: Tool): boolean =>
  a.name === b.name && a.uri !== b.uri && (a.alias === b.alias || !a.alias || !b.alias);

export const toolNameCollision: CaseRule = {
  id: 'tool-name-collision',
  table: 'manifest-file',
  severity: 'warning',
  summary: 'Two manifests of a case have a tool by the same name.',
  details: `
The first listed counts. Give each manifest an alias, and name the tools by it (\`crm__search\`).

\`\`\`yaml
tools: [./crm.tools.json, ./shop.tools.json]                                      # wrong: both have search
tools: [{ path: ./crm.tools.json, alias: crm }, { path: ./shop.tools.json, alias: shop }]   # right
\`\`\`
`,
  check({ scope, subject }, report) {
    const earlier: Tool[] = [];
    for (const source of subject.tools?.sources ?? []) {
      if (source.kind !== 'path') continue;
      const found = scope.manifest(source.path.value);
      if (!found?.ok) continue;
      const own = scope.toolset.tools.filter((tool) => tool.uri === found.uri);
      for (const tool of own) {
        const other = earlier.find((each) => collide(each, tool));
        if (!other) continue;
        report(source.path.node, say`an earlier manifest has a tool \`${tool.name}\` too`, {
          related: [
            { message: say`the tool that counts`, place: { ...other.place, uri: other.uri } },
          ],
        });
      }
      for (const each of own) earlier.push(each);
    }
  },
};
