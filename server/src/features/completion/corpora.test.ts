import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CompletionItemKind } from 'vscode-languageserver-types';
import { describeCorpora } from '../../../../test/corpora.ts';
import { completer, marked } from './testing.ts';

/** Of each tool: the values of more would only take longer. */
const MAX_ARGUMENTS = 3;

describeCorpora('completion by real manifests', 'manifests', (folder) => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    it(`offers the arguments of every tool of ${file}, required ones first`, async () => {
      const files = { 'f.tools.json': readFileSync(join(folder, file), 'utf8') };
      const head = 'tools: f.tools.json\nexpected:\n  calls:\n    - ';
      const completeIn = await completer(head, { files });
      const completeAt = (source: string) => {
        const { text, offset } = marked(head + source);
        return completeIn(text, offset);
      };
      const tools = completeAt('name: ¦').filter(
        ({ kind }) => kind === CompletionItemKind.Function,
      );
      expect(tools.length).toBeGreaterThan(0);
      for (const { label } of tools) {
        const call = `{ name: ${JSON.stringify(label)}, args: { `;
        const names = completeAt(`${call}¦ } }`);
        const isRequired = names.map(({ detail }) => detail?.endsWith('required') ?? false);
        expect(isRequired).toEqual(isRequired.toSorted((a, b) => Number(b) - Number(a)));
        for (const { label: argument } of names.slice(0, MAX_ARGUMENTS)) {
          const values = completeAt(`${call}${JSON.stringify(argument)}: ¦ } }`);
          expect(values.map((each) => each.label)).toContain('allowed');
        }
      }
    });
  }
});
