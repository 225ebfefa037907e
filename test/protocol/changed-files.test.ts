import { afterEach, describe, expect, it } from 'vitest';
import { Client, type HarnessOptions, uriOf } from './harness.ts';

const MANIFEST = JSON.stringify({
  tools: [{ name: 'find', inputSchema: { type: 'object', properties: { city: {} } } }],
});
const CASE =
  'case_id: a\ntools: ./a.tools.json\nexpected:\n  calls:\n    - { name: find, args: { cty: x } }\n';
const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

let client: Client;
afterEach(() => client.stop());

const start = async (options: HarnessOptions = {}) => {
  client = await Client.start({ files: { 'a.tools.json': MANIFEST }, ...options });
};

/** Waits until a file has these findings, and no others. */
const untilCodes = (uri: string, codes: readonly string[]) =>
  client.diagnosticsWith(
    uri,
    codes.join(', '),
    ({ diagnostics }) => diagnostics.map(({ code }) => code).join() === codes.join(),
  );

const watched = (changes: readonly (readonly [path: string, type: number])[]) =>
  client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: changes.map(([path, type]) => ({ uri: uriOf(path), type })),
  });

describe('a manifest', () => {
  it('that goes, comes back and is renamed has its cases looked at again', async () => {
    await start();
    const uri = await client.open('a.case.yaml', CASE);
    await untilCodes(uri, ['unknown-arg']);
    client.files?.files.delete(uriOf('a.tools.json'));
    await watched([['a.tools.json', DELETED]]);
    await untilCodes(uri, ['tools-unreadable']);
    client.files?.files.set(uriOf('a.tools.json'), MANIFEST.replace('city', 'cty'));
    await watched([['a.tools.json', CREATED]]);
    await untilCodes(uri, []);
    client.files?.files.delete(uriOf('a.tools.json'));
    client.files?.files.set(uriOf('b.tools.json'), MANIFEST);
    await watched([
      ['a.tools.json', DELETED],
      ['b.tools.json', CREATED],
    ]);
    await untilCodes(uri, ['tools-unreadable']);
    await client.change(uri, [{ text: CASE.replace('a.tools', 'b.tools') }]);
    await untilCodes(uri, ['unknown-arg']);
  });
});

describe('a file of any name', () => {
  const RUN = JSON.stringify({ run_id: 'r', case_id: 'a', calls: [{ name: 'find' }] });
  const named = {
    'tools.txt': MANIFEST,
    'run[1].log': RUN,
    'good.txt': 'golden_id: g\ncalls: [{ name: find, args: { city: x } }]\n',
    'own.mjs': 'export const long = () => true;\n',
    'callsheet.config.yaml': 'predicates: ./own.mjs\n',
  };
  const text =
    'case_id: a\ntools: ./tools.txt\ntrace: "./run[1].log"\nexpected: { golden: ./good.txt, allowed_tools: [find] }\n';
  const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
  const patterns = () =>
    [...client.registered.values()].flatMap(({ method, registerOptions }) =>
      method === 'workspace/didChangeWatchedFiles'
        ? registerOptions.watchers.map((each: { globPattern: string }) => each.globPattern)
        : [],
    );

  it('is watched as soon as a case or a configuration names it', async () => {
    await start({ files: named, capabilities });
    const uri = await client.open('a.case.yaml', text);
    await untilCodes(uri, []);
    const expected = ['**/good.txt', '**/own.mjs', '**/run?1?.log', '**/tools.txt'];
    await client.until('the registrations', () =>
      expected.every((pattern) => patterns().includes(pattern)) ? true : undefined,
    );
    expect(patterns().filter((each) => !expected.includes(each))).toEqual([
      '**/*.{yaml,yml,json,jsonl}',
    ]);
    client.files?.files.set(uriOf('tools.txt'), MANIFEST.replace('find', 'search'));
    await watched([['tools.txt', CHANGED]]);
    await untilCodes(uri, ['unknown-tool']);
  });

  it('that holds predicates has its names read again', async () => {
    await start({ files: named });
    const matched = CASE.replace('cty: x', 'city: { predicate: long }');
    const uri = await client.open('a.case.yaml', matched.replace('a.tools.json', 'tools.txt'));
    await untilCodes(uri, []);
    client.files?.files.set(uriOf('own.mjs'), 'export const short = () => true;\n');
    await watched([['own.mjs', CHANGED]]);
    await untilCodes(uri, ['predicate-unknown']);
  });

  it('is watched by its ending where there are very many', async () => {
    const runs = Array.from({ length: 150 }, (_, i) => `run-${i}.log`);
    await start({
      files: { ...named, ...Object.fromEntries(runs.map((name) => [name, RUN])) },
      capabilities,
    });
    const uri = await client.open('a.case.yaml', text.replace('"./run[1].log"', `[${runs}]`));
    await untilCodes(uri, []);
    await client.until('the ending', () => (patterns().includes('**/*.log') ? true : undefined));
    expect(patterns().length).toBeLessThan(110);
  });
});

describe('hundreds of changes at once, as a checkout makes them,', () => {
  const many = Array.from({ length: 300 }, (_, i) => [`c${i}.case.yaml`, CREATED] as const);

  it('are one reason to look again', async () => {
    await start({
      capabilities: {
        textDocument: { diagnostic: {} },
        workspace: { diagnostics: { refreshSupport: true } },
      },
    });
    const uri = await client.open('a.case.yaml', CASE);
    await client.request('textDocument/diagnostic', { textDocument: { uri } });
    const before = client.refreshes;
    for (const change of many) await watched([change]);
    await client.until('a refresh', () => (client.refreshes > before ? true : undefined));
    // Whatever was on its way has come before the answer to this.
    await client.request('textDocument/diagnostic', { textDocument: { uri } });
    expect(client.refreshes - before).toBeLessThanOrEqual(2);
    expect(client.published).toEqual([]);
  });
});

it('lenses are off where the setting says so, and the cases are listed still', async () => {
  await start({
    capabilities: { workspace: { configuration: true } },
    settings: { '': { codeLens: { enabled: false } } },
  });
  const uri = await client.open('a.case.yaml', CASE);
  await untilCodes(uri, ['unknown-arg']);
  const there = { textDocument: { uri } };
  expect(await client.request('textDocument/codeLens', there)).toEqual([]);
  const symbols = await client.request<{ name: string }[]>('textDocument/documentSymbol', there);
  expect(symbols.map(({ name }) => name)).toEqual(['a', 'find']);
});
