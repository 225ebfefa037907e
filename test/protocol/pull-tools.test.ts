/** Pulling the tools of MCP servers through the language server. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CancellationTokenSource, ProgressType } from 'vscode-jsonrpc';
import type { McpServerItem, PulledTools } from '../../server/src/protocol.ts';
import { NodeRunning } from '../../server/src/server/node-running.ts';
import { NodeFileSystem } from '../../server/src/workspace/files/node-file-system.ts';
import { fromPath } from '../../server/src/workspace/files/uri.ts';
import { nodeRunHost } from '../../server/src/workspace/running/node-run-host.ts';
import { Client } from './harness.ts';

const FAKE = join(import.meta.dirname, '../../server/src/mcp/testing/fake-server.mjs');
const fake = (...more: string[]) => ({ command: process.execPath, args: [FAKE, ...more] });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulling-'));
  mkdirSync(join(folder, '.vscode'));
  const servers = {
    shop: fake('pages'),
    odd: fake('invalid-tool'),
    hung: fake('hang', '${workspaceFolder}'),
    gone: fake('exit'),
    '../up': fake('pages'),
    lost: fake('${NOBODY_SETS_THIS}'),
    locked: { ...fake('${input:way}'), env: { KEY: '${input:key}' } },
    web: { url: 'http://127.0.0.1:1/${input:way}' },
  };
  const inputs = [
    { id: 'way', type: 'promptString', description: 'Which way?', default: 'pages' },
    { id: 'key', type: 'promptString', description: 'The key', password: true },
  ];
  writeFileSync(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers, inputs }));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const written = () => readdirSync(folder).filter((name) => name !== '.vscode');
const start = (trusted = true): Promise<Client> =>
  Client.start({
    fileSystem: new NodeFileSystem(() => [fromPath(folder)]),
    folders: [fromPath(folder)],
    running: new NodeRunning(nodeRunHost),
    initializationOptions: { trusted },
  });
const command = (argument: object, more = {}) => ({
  command: 'callsheet.pullTools',
  arguments: [argument],
  ...more,
});
const pull = (client: Client, argument: object, more = {}) =>
  client.request<PulledTools>('workspace/executeCommand', command(argument, more));

describe('callsheet.pullTools', () => {
  it('writes the tools of a server into a manifest, and tells how far it is', async () => {
    const client = await start();
    const said: unknown[] = [];
    client.connection.onProgress(new ProgressType<object>(), 'p', (value) => void said.push(value));
    const pulled = await pull(client, { server: 'shop' }, { workDoneToken: 'p' });
    expect(pulled).toEqual({ uri: fromPath(at('shop.tools.json')), tools: 3, problems: [] });
    const { tools } = JSON.parse(readFileSync(at('shop.tools.json'), 'utf8'));
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(['one', 'two', 'three']);
    expect(said).toMatchObject([
      { kind: 'begin', title: 'shop', cancellable: true },
      { kind: 'report', message: '1 tool' },
      { kind: 'report', message: '2 tools' },
      { kind: 'report', message: '3 tools' },
      { kind: 'end' },
    ]);
    expect(written()).toEqual(['shop.tools.json']);
  });

  it('is believed at once by the cases that name the manifest', async () => {
    writeFileSync(at('shop.tools.json'), '{"tools": [{"name": "old", "inputSchema": {}}]}');
    const client = await start();
    const text =
      'case_id: c\nuser_message: u\ntools: ./shop.tools.json\nexpected: { calls: [{ name: two }] }\n';
    const uri = await client.open(fromPath(at('a.case.yaml')), text);
    const unknown = ({ diagnostics }: { diagnostics: readonly { code?: unknown }[] }) =>
      diagnostics.some(({ code }) => code === 'unknown-tool');
    await client.diagnosticsWith(uri, 'the unknown tool', unknown);
    await pull(client, { server: 'shop', folder: fromPath(folder) });
    await client.diagnosticsWith(uri, 'the tool known', (params) => !unknown(params));
  });

  it('takes the answers to inputs, and another place', async () => {
    const client = await start();
    const out = fromPath(at('deep/er.tools.json'));
    const inputs = { way: 'env', key: 'hunter2' };
    const { uri } = await pull(client, { server: 'locked', out, inputs });
    const text = readFileSync(at('deep/er.tools.json'), 'utf8');
    expect(uri).toBe(out);
    expect(text).toContain('"KEY"');
    expect(text).not.toContain('hunter2');
  });

  it('names what of the tools is not as it should be', async () => {
    const { tools, problems } = await pull(await start(), { server: 'odd' });
    expect(tools).toBe(4);
    expect(problems).toHaveLength(2);
  });

  it('writes nothing when it is cancelled', async () => {
    const client = await start();
    const stop = new CancellationTokenSource();
    const begun = new Promise((resolve) => {
      client.connection.onProgress(new ProgressType<object>(), 'p', resolve);
    });
    const answer = client.connection.sendRequest(
      'workspace/executeCommand',
      command({ server: 'hung' }, { workDoneToken: 'p' }),
      stop.token,
    );
    answer.catch(() => {});
    await begun;
    stop.cancel();
    await expect(answer).rejects.toThrow('The pull from “hung” was cancelled.');
    expect(written()).toEqual([]);
  });

  it.each([
    ['an unknown server', 'nobody', {}, 'no server “nobody” in the configuration'],
    ['a server that ends', 'gone', {}, 'exit code 3'],
    ['an input that nobody answered', 'locked', {}, 'the input “way”'],
    ['a place that is no file', 'shop', { out: 'untitled:x.json' }, 'not on this machine’s disk'],
    ['a place where no file can be', 'shop', { out: 'FOLDER' }, 'cannot be pulled: '],
  ])('says why not: %s', async (_, server, more: { out?: string }, message) => {
    const out = more.out === 'FOLDER' ? { out: fromPath(at('.vscode')) } : more;
    await expect(pull(await start(), { server, ...out })).rejects.toThrow(message);
    expect(written()).toEqual([]);
  });

  it('is refused without trust, and says nothing of the servers', async () => {
    const client = await start(false);
    await expect(pull(client, { server: 'shop' })).rejects.toThrow('Trust this workspace first');
    await expect(client.connection.sendRequest('callsheet/mcpServers')).rejects.toThrow('Trust');
    expect(existsSync(at('shop.tools.json'))).toBe(false);
  });

  it('is refused where nothing can be started', async () => {
    const client = await Client.start({ initializationOptions: { trusted: true } });
    const message = 'no process can be started in the browser';
    await expect(pull(client, { server: 'shop' })).rejects.toThrow(message);
    await expect(client.connection.sendRequest('callsheet/mcpServers')).rejects.toThrow(message);
  });
});

it('callsheet/mcpServers says what each server would start, and what it asks for', async () => {
  const client = await start();
  const items = await client.connection.sendRequest<McpServerItem[]>('callsheet/mcpServers');
  const byName = new Map(items.map((item) => [item.name, item]));
  const of = fromPath(folder);
  const way = { id: 'way', description: 'Which way?', default: 'pages', password: false };
  expect(byName.get('hung')).toEqual({
    folder: of,
    name: 'hung',
    command_line: [process.execPath, FAKE, 'hang', folder],
    environment: [],
    inputs: [],
    out: fromPath(at('hung.tools.json')),
  });
  expect(byName.get('locked')).toMatchObject({
    command_line: [process.execPath, FAKE, '${input:way}'],
    environment: ['KEY'],
    inputs: [way, { id: 'key', description: 'The key', password: true }],
  });
  expect(byName.get('web')).toMatchObject({
    url: 'http://127.0.0.1:1/${input:way}',
    inputs: [way],
  });
  expect(byName.get('lost')?.problem).toContain('NOBODY_SETS_THIS');
  expect(byName.get('../up')?.out).toBe(fromPath(at('up.tools.json')));
  expect(written()).toEqual([]);
});
