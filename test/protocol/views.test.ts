import { afterEach, describe, expect, it } from 'vitest';
import { Client } from './harness.ts';

const tools = (hints: object) =>
  JSON.stringify({ tools: [{ name: 'search', annotations: hints }] });
const CASE = `case_id: one
tools: a.tools.json
expected:
  calls:
    - name: search
`;
const REFRESHES = ['workspace/inlayHint/refresh', 'workspace/semanticTokens/refresh'];

let client: Client;
afterEach(() => client.stop());

describe('what is shown in a case', () => {
  it('is asked for again when its manifest changes in an unsaved buffer', async () => {
    client = await Client.start({
      files: { 'a.tools.json': tools({ readOnlyHint: true }) },
      capabilities: {
        workspace: {
          inlayHint: { refreshSupport: true },
          semanticTokens: { refreshSupport: true },
        },
      },
    });
    const uri = await client.open('one.case.yaml', CASE);
    const labels = async () => {
      const hints = await client.request<{ label: string }[]>('textDocument/inlayHint', {
        textDocument: { uri },
        range: { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } },
      });
      return hints.map(({ label }) => label);
    };
    expect(await labels()).toEqual(['read']);

    const asked = new Set<string>();
    for (const method of REFRESHES) {
      client.connection.onRequest(method, () => {
        asked.add(method);
        return null;
      });
    }
    await client.open('a.tools.json', tools({ destructiveHint: true }), 'json');
    await client.until('refreshes', () => (asked.size === REFRESHES.length ? asked : undefined));
    expect(await labels()).toEqual(['destructive']);
  });

  it('is kept while the text does not parse', async () => {
    client = await Client.start();
    const uri = await client.open('one.case.yaml', `${CASE}---\n${CASE.replace('one', 'two')}`);
    const lines = async () => {
      const lenses = await client.request<{ range: { start: { line: number } } }[]>(
        'textDocument/codeLens',
        { textDocument: { uri } },
      );
      return lenses.map(({ range }) => range.start.line);
    };
    expect(await lines()).toEqual([0, 6]);
    const top = { line: 0, character: 0 };
    await client.change(uri, [{ range: { start: top, end: top }, text: 'title: "\n' }]);
    expect(await lines()).toEqual([1, 7]);
  });
});
