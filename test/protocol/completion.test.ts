import { expect, it } from 'vitest';
import type { CompletionItem } from 'vscode-languageserver';
import { Client, cursorIn } from './harness.ts';

it('offers what an argument was in recorded runs before anything was scored', async () => {
  const inputSchema = { type: 'object', properties: { order_id: { type: 'string' } } };
  const call = { name: 'get_order', arguments: { order_id: '8842' } };
  const client = await Client.start({
    files: {
      'a.tools.json': JSON.stringify({ tools: [{ name: 'get_order', inputSchema }] }),
      'runs/a.trace.json': JSON.stringify([call]),
    },
  });
  const { text, position } = cursorIn(`case_id: a
tools: a.tools.json
trace: runs/a.trace.json
expected:
  calls:
    - name: get_order
      args:
        order_id: |
`);
  const uri = await client.open('a.case.yaml', text);
  const answer = await client.request<CompletionItem[] | { items: CompletionItem[] }>(
    'textDocument/completion',
    { textDocument: { uri }, position },
  );
  const items = Array.isArray(answer) ? answer : answer.items;
  expect(items.find(({ label }) => label === '8842')?.detail).toBe('in a recorded run');
  await client.stop();
});
