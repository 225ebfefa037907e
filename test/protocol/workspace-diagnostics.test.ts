import { afterEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver/node';
import { Client, uriOf } from './harness.ts';

const GOOD = 'case_id: one\nexpected: { tool_behavior: no_call }\n';
const BAD = 'case_id: two\nexpected: { tool_behaviour: no_call }\n';
const PULL = { textDocument: { diagnostic: {} }, workspace: { diagnostics: {} } };

interface Report {
  readonly uri: string;
  readonly kind: string;
  readonly version: number | null;
  readonly resultId: string;
  readonly items?: readonly { readonly code: string }[];
}

let client: Client;
afterEach(() => client.stop());

const start = () =>
  Client.start({
    files: { 'one.case.yaml': GOOD, 'two.case.yaml': BAD },
    capabilities: PULL,
  });

const pull = async (previousResultIds: object[] = []) => {
  const { items } = await client.request<{ items: Report[] }>('workspace/diagnostic', {
    previousResultIds,
  });
  return new Map(items.map((item) => [item.uri, item]));
};

const idsOf = (reports: ReadonlyMap<string, Report>) =>
  [...reports.values()].map(({ uri, resultId }) => ({ uri, value: resultId }));

describe('workspace/diagnostic', () => {
  it('tells of files that nobody opened', async () => {
    client = await start();
    const reports = await pull();
    expect(reports.get(uriOf('one.case.yaml'))).toMatchObject({
      kind: 'full',
      version: null,
      items: [],
    });
    const codes = reports.get(uriOf('two.case.yaml'))?.items?.map(({ code }) => code);
    expect(codes).toContain('unknown-key');
    expect(client.published).toEqual([]);
  });

  it('repeats nothing that has not changed', async () => {
    client = await start();
    const first = await pull();
    const uri = await client.open('one.case.yaml', BAD.replace('two', 'one'));
    const second = await pull(idsOf(first));
    expect(second.get(uri)).toMatchObject({ kind: 'full', version: 1 });
    expect(second.get(uriOf('two.case.yaml'))).toMatchObject({
      kind: 'unchanged',
      resultId: first.get(uriOf('two.case.yaml'))?.resultId,
    });
  });

  it('tells a client that takes parts of each change, until it wants no more', async () => {
    client = await start();
    const first = await pull();
    const parts: Report[] = [];
    const enough = new CancellationTokenSource();
    const waiting = client.requestInParts<{ items: Report[] }>(
      'workspace/diagnostic',
      { previousResultIds: idsOf(first) },
      ({ items }) => parts.push(...items),
      enough.token,
    );
    const uri = await client.open('two.case.yaml', GOOD.replace('one', 'two'));
    await client.until('the open file', () => (parts.length === 1 ? true : undefined));
    expect(parts[0]).toMatchObject({ uri, kind: 'full', items: [] });
    client.files?.files.set(uriOf('one.case.yaml'), BAD);
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf('one.case.yaml'), type: 2 }],
    });
    // Two files have the same id now, and both say so.
    await client.until('both files', () => (parts.length === 3 ? true : undefined));
    const told = parts.slice(1).map((each) => each.uri);
    expect(told.sort()).toEqual([uriOf('one.case.yaml'), uri]);
    enough.cancel();
    expect(await waiting).toEqual({ items: [] });
  });

  it('clears what it said of a file that is gone', async () => {
    client = await start();
    const first = await pull();
    client.files?.files.delete(uriOf('two.case.yaml'));
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf('two.case.yaml'), type: 3 }],
    });
    const second = await pull(idsOf(first));
    expect(second.get(uriOf('two.case.yaml'))).toMatchObject({ kind: 'full', items: [] });
  });
});

describe('textDocument/diagnostic', () => {
  it('is unchanged as long as the findings are', async () => {
    client = await start();
    const uri = await client.open('two.case.yaml', BAD);
    const first = await client.request<Report>('textDocument/diagnostic', {
      textDocument: { uri },
    });
    expect(first.kind).toBe('full');
    const again = await client.request<Report>('textDocument/diagnostic', {
      textDocument: { uri },
      previousResultId: first.resultId,
    });
    expect(again).toEqual({ kind: 'unchanged', resultId: first.resultId });
  });
});
