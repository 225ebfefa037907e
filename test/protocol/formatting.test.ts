import { expect, it } from 'vitest';
import { Client, type HarnessOptions, ROOT } from './harness.ts';

const CASE = 'case_id: one\nexpected:\n    calls: []\n    tool_behavior: no_call\n';
const OPTIONS = { tabSize: 2, insertSpaces: true };

const registering: HarnessOptions['capabilities'] = {
  workspace: { configuration: true },
  textDocument: {
    formatting: { dynamicRegistration: true },
    rangeFormatting: { dynamicRegistration: true },
  },
};

/** The patterns for files that a formatter is registered for now. */
function patternsOf(client: Client, method: string): string[] {
  const { registerOptions } =
    [...client.registered.values()].find((each) => each.method === method) ?? {};
  const { documentSelector = [] } = (registerOptions ?? {}) as {
    documentSelector?: { scheme: string; pattern?: string }[];
  };
  return documentSelector.flatMap(({ scheme, pattern }) => (scheme === 'file' && pattern) || []);
}

it('registers for what a setting and a configuration map, and anew when that changes', async () => {
  const client = await Client.start({
    files: { 'callsheet.config.yaml': 'files: { golden: ["good/*.yaml"] }\n' },
    capabilities: registering,
    settings: { [ROOT]: { files: { case: ['**/evals/*.yml'], tools: ['api/*.json'] } } },
  });
  expect(client.initialized.capabilities.documentFormattingProvider).toBeUndefined();
  for (const method of ['textDocument/formatting', 'textDocument/rangeFormatting']) {
    await client.until('both patterns', () =>
      patternsOf(client, method).includes('**/good/*.yaml') &&
      patternsOf(client, method).includes('**/evals/*.yml')
        ? true
        : undefined,
    );
    expect(patternsOf(client, method)).not.toContain('**/api/*.json');
  }
  await client.open('callsheet.config.yaml', 'files: { golden: ["best/*.yaml"] }\n');
  await client.until('the new pattern', () =>
    patternsOf(client, 'textDocument/rangeFormatting').includes('**/best/*.yaml')
      ? true
      : undefined,
  );
  expect(client.registered.size).toBe(2);
  await client.stop();
});

it('formats a mapped file of another language, whole or a range of it, and no other file', async () => {
  const client = await Client.start({
    capabilities: { workspace: { configuration: true } },
    settings: { [ROOT]: { files: { case: ['evals/*.yml'] } } },
  });
  const { documentFormattingProvider, documentRangeFormattingProvider } =
    client.initialized.capabilities;
  expect([documentFormattingProvider, documentRangeFormattingProvider]).toEqual([true, true]);
  const uri = await client.open('evals/one.yml', CASE, 'yaml');
  const other = await client.open('other.yml', CASE, 'yaml');
  const format = (of: string, range?: object) =>
    client.request<{ range: object }[] | null>(
      range ? 'textDocument/rangeFormatting' : 'textDocument/formatting',
      { textDocument: { uri: of }, options: OPTIONS, range },
    );
  const lines = (first: number, last: number) => ({
    start: { line: first, character: 0 },
    end: { line: last, character: 1 },
  });
  expect(await format(uri)).toHaveLength(2);
  expect(await format(uri, lines(2, 3))).toHaveLength(2);
  expect(await format(uri, lines(0, 1))).toEqual([]);
  expect(await format(other)).toBeNull();
  await client.stop();
});
