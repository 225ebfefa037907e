/** The scoreboard, trends, the baseline and reports, as the Callsheet view asks for them. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { URI } from 'vscode-uri';
import type { FileCases, FileScores, ReportPage, Scoreboard } from '../../server/src/protocol.ts';
import { NodeRunning } from '../../server/src/server/node-running.ts';
import { nodeRunHost } from '../../server/src/workspace/running/node-run-host.ts';
import { Client, ROOT, uriOf } from './harness.ts';

const inputSchema = { type: 'object', properties: { sku: { type: 'string' } } };
const TOOLS = JSON.stringify({
  tools: [
    { name: 'find', annotations: { readOnlyHint: true }, inputSchema },
    { name: 'book', annotations: { destructiveHint: true }, inputSchema },
  ],
});

const caseOf = (id: string, more = '') => `case_id: ${id}
tools: ./shop.tools.json
user_message: Find <b>one</b>.
trace: ${id}.trace.json
${more}expected:
  calls:
    - name: find
      args: { sku: A-1 }
`;

const traceOf = (...skus: string[]): string =>
  JSON.stringify({
    runs: skus.map((sku, i) => ({
      run_id: String(i + 1),
      calls: [{ name: 'find', arguments: { sku }, status: 'ok' }],
    })),
  });

const FILES = {
  'shop.tools.json': TOOLS,
  'a.case.yaml': caseOf('one', 'category: shop\ntags: [money]\n'),
  'b.case.yaml': caseOf('two'),
  'one.trace.json': traceOf('A-1', 'A-2', 'A-1', 'A-1', 'A-1'),
  'two.trace.json': traceOf('A-1'),
};

let client: Client;
let folder: string | undefined;
afterEach(async () => {
  await client.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
  folder = undefined;
});

const start = (files: Record<string, string> = FILES, more = {}) =>
  Client.start({
    files,
    capabilities: { experimental: { callsheet: { testing: true, ...more } } },
    running: new NodeRunning(nodeRunHost),
  });

const execute = (command: string, argument = {}) =>
  client.request('workspace/executeCommand', { command, arguments: [argument] });
const rescore = (file: string) => execute('callsheet.rescoreFile', { uri: uriOf(file) });
const scoreboard = () => client.request<Scoreboard>('callsheet/scoreboard', {});
const report = (of = {}) => client.request<ReportPage>('callsheet/report', of);

/** Changes a file on disk as a person would: the server hears of it. */
async function change(path: string, text: string) {
  client.files?.files.set(uriOf(path), text);
  await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: uriOf(path), type: 2 }],
  });
}

/** Waits until a file of the storage holds something. */
const kept = (name: string, holds: (text: string) => boolean): Promise<string> =>
  vi.waitFor(async () => {
    const text = await readFile(join(folder!, name), 'utf8');
    if (!holds(text)) throw new Error(`${name} holds something else`);
    return text;
  }, 10_000);

describe('cases and results', () => {
  it('carry what a view groups them by', async () => {
    client = await start();
    const files = await client.request<FileCases[]>('callsheet/cases', {});
    expect(files.flatMap(({ cases }) => cases)).toMatchObject([
      { case_id: 'one', category: 'shop', tags: ['money'], consequence: 'read' },
      { case_id: 'two', consequence: 'read' },
    ]);
    await rescore('a.case.yaml');
    const { params } = client.notifications.findLast(
      ({ method }) => method === 'callsheet/scoresChanged',
    )!;
    expect((params as FileScores).results).toMatchObject([{ passed: 4, trials: 5, flaky: true }]);
  });

  it('tell another consequence once the manifest says so', async () => {
    client = await start();
    await client.request('callsheet/cases', {});
    await change('shop.tools.json', TOOLS.replace('readOnlyHint', 'destructiveHint'));
    const files = await client.request<FileCases[]>('callsheet/cases', {});
    expect(files[0]?.cases[0]?.consequence).toBe('destructive');
  });
});

describe('the scoreboard', () => {
  it('is empty before anything was scored, and knows whether there are tools', async () => {
    client = await start();
    expect(await scoreboard()).toEqual({ cases: 0, figures: [], tools: [], manifests: 1 });
  });

  it('has the figures with their floors, by tool, and the case that is worst', async () => {
    client = await start();
    await rescore('a.case.yaml');
    await rescore('b.case.yaml');
    const { cases, figures, tools } = await scoreboard();
    expect(cases).toBe(2);
    expect(figures).toContainEqual({
      name: 'arg_acc',
      text: '0.900',
      floor: '≥ 0.90',
      healthy: true,
    });
    expect(tools).toMatchObject([
      {
        name: 'find',
        worst: { uri: uriOf('a.case.yaml'), case_id: 'one' },
      },
    ]);
    expect(tools[0]?.figures).toContainEqual({
      name: 'args',
      text: '0.833',
      floor: '≥ 0.90',
      healthy: false,
    });
    expect(tools[0]?.worst?.summary).toContain('4 of 5 runs passed');
  });

  it('follows results over time, and takes them up again after a restart', async () => {
    folder = await mkdtemp(join(tmpdir(), 'callsheet-results-'));
    const storage = URI.file(folder).toString();
    client = await start(FILES, { storage });
    await rescore('b.case.yaml');
    await kept('results.json', (text) => text.includes('tool find'));
    await change('two.trace.json', traceOf('A-1', 'A-2'));
    await rescore('b.case.yaml');
    const text = await kept('results.json', (now) => now.match(/"at"/g)?.length === 2);
    expect(JSON.parse(text)).toMatchObject({ version: 1 });
    const falling = (await scoreboard()).figures.find(({ name }) => name === 'pass_rate');
    expect(falling).toMatchObject({ text: '0.500', trend: '▼ −0.500', history: [{ text: '1' }] });
    await client.stop();

    client = await start(FILES, { storage });
    await rescore('b.case.yaml');
    const rising = (await scoreboard()).figures.find(({ name }) => name === 'pass_rate');
    expect(rising).toMatchObject({ text: '1', trend: '▲ +0.500' });
    expect(await readdir(folder)).toEqual(['results.json']);
  });

  it('compares only what was measured over the same cases', async () => {
    client = await start();
    await rescore('b.case.yaml');
    await rescore('a.case.yaml');
    for (const { trend, history } of (await scoreboard()).figures) {
      expect([trend, history]).toEqual([undefined, undefined]);
    }
  });

  it('starts anew where what was kept cannot be read', async () => {
    folder = await mkdtemp(join(tmpdir(), 'callsheet-results-'));
    for (const name of ['results.json', 'baseline.json']) {
      await writeFile(join(folder, name), '{"version": 1, "results": [{}');
    }
    client = await start(FILES, { storage: URI.file(folder).toString() });
    await rescore('b.case.yaml');
    expect(await scoreboard()).toMatchObject({ cases: 1 });
    await kept('results.json', (text) => text.includes('tool find'));
  });
});

describe('the baseline', () => {
  it('is the report of a moment, in the shape that `--baseline` reads', async () => {
    folder = await mkdtemp(join(tmpdir(), 'callsheet-results-'));
    client = await start(FILES, { storage: URI.file(folder).toString() });
    await rescore('b.case.yaml');
    await execute('callsheet.setBaseline');
    expect((await scoreboard()).baseline?.worse).toEqual([]);
    expect(JSON.parse(await readFile(join(folder, 'baseline.json'), 'utf8'))).toMatchObject({
      version: 1,
      cases: [{ case_id: 'two', file: 'b.case.yaml' }],
    });
    await change('two.trace.json', traceOf('A-2'));
    await rescore('b.case.yaml');
    expect((await scoreboard()).baseline?.worse).toContain('case two: pass → fail');
    expect((await report()).html).toContain('case two');
  });

  it('lasts as long as the server where nothing can be kept, as in a browser', async () => {
    client = await Client.start({ files: FILES });
    await rescore('b.case.yaml');
    await execute('callsheet.setBaseline');
    expect((await scoreboard()).baseline?.worse).toEqual([]);
  });

  it('needs results', async () => {
    client = await start();
    await expect(execute('callsheet.setBaseline')).rejects.toThrow('rescore some cases first');
  });
});

describe('a report', () => {
  it('of a case scores it first, and escapes what a file says', async () => {
    client = await start();
    const { title, html } = await report({ uri: uriOf('a.case.yaml'), case_id: 'one' });
    expect(title).toBe('one');
    expect(html).toContain('Find &lt;b&gt;one&lt;/b&gt;.');
    expect(html).toContain('4 of 5 runs passed');
    expect(html).toContain('a.case.yaml:');
  });

  it('of everything has each case that has a score', async () => {
    client = await start();
    await rescore('a.case.yaml');
    const { html } = await report();
    expect(html).toContain('<h2>one</h2>');
    expect(html).not.toContain('<h2>two</h2>');
  });

  it('is refused, in words, where there is nothing to report', async () => {
    client = await start({ 'a.case.yaml': caseOf('one').replace(/trace: .*\n/, '') });
    const uri = uriOf('a.case.yaml');
    await expect(report()).rejects.toThrow('There are no results yet');
    await expect(report({ uri, case_id: 'one' })).rejects.toThrow('names no recorded run');
    await expect(report({ uri, case_id: 'none' })).rejects.toThrow('There is no case');
    await expect(report({ uri: `${ROOT}/gone.case.yaml`, case_id: 'one' })).rejects.toThrow(
      'no such file',
    );
  });
});
