/** What is never read, never started and never told. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodeRunning } from '../../server/src/server/node-running.ts';
import { NodeFileSystem } from '../../server/src/workspace/files/node-file-system.ts';
import { fromPath } from '../../server/src/workspace/files/uri.ts';
import { nodeRunHost } from '../../server/src/workspace/running/node-run-host.ts';
import { Client } from '../protocol/harness.ts';

const SECRET = 'hunter2-of-the-environment';
const TOOLS = JSON.stringify({ tools: [{ name: 'leaked_tool', inputSchema: { type: 'object' } }] });

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trust-'));
  folder = join(root, 'workspace');
  mkdirSync(folder);
  mkdirSync(join(root, 'outside'));
  writeFileSync(join(root, 'outside', 'secret.tools.json'), TOOLS);
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const caseOf = (tools: string) =>
  `case_id: c\nuser_message: u\ntools: ${JSON.stringify(tools)}\nexpected: { calls: [{ name: leaked_tool }] }\n`;

const start = (trusted: boolean): Promise<Client> =>
  Client.start({
    fileSystem: new NodeFileSystem(() => [fromPath(folder)]),
    folders: [fromPath(folder)],
    running: new NodeRunning(nodeRunHost),
    initializationOptions: { trusted },
  });

const execute = (client: Client, command: string, argument: object) =>
  client.request('workspace/executeCommand', { command, arguments: [argument] });

describe('outside the folders', () => {
  const elsewhere = () => join(root, 'outside', 'secret.tools.json');
  it.each([
    ['a path that climbs', () => '../outside/secret.tools.json'],
    ['a path that climbs by backslashes', () => '..\\outside\\secret.tools.json'],
    ['an encoded path', () => '%2e%2e/outside/secret.tools.json'],
    ['an absolute path', elsewhere],
    ['a link to a file', () => 'link.tools.json'],
    ['a link to a folder', () => 'linked/secret.tools.json'],
    ['a URI', () => fromPath(elsewhere())],
    ['an address', () => 'https://127.0.0.1:1/secret.tools.json'],
    ['a device', () => '/dev/zero'],
  ])('nothing is read through %s', async (_, path) => {
    symlinkSync(elsewhere(), join(folder, 'link.tools.json'));
    symlinkSync(join(root, 'outside'), join(folder, 'linked'));
    const text = caseOf(path());
    write('a.case.yaml', text);
    const client = await start(false);
    const uri = await client.open(fromPath(join(folder, 'a.case.yaml')), text);
    const { diagnostics } = await client.diagnostics(uri);
    expect(diagnostics.map(({ code }) => code)).toContain('tools-unreadable');
    const symbols = await client.request('workspace/symbol', { query: 'leaked' });
    expect(symbols).toEqual([]);
    await client.stop();
  });

  it('a link in the folders to a place in them is followed', async () => {
    write('real.tools.json', TOOLS);
    symlinkSync(join(folder, 'real.tools.json'), join(folder, 'link.tools.json'));
    const text = caseOf('link.tools.json');
    const client = await start(false);
    const uri = await client.open(fromPath(join(folder, 'a.case.yaml')), text);
    const { diagnostics } = await client.diagnostics(uri);
    expect(diagnostics.map(({ code }) => code)).not.toContain('tools-unreadable');
    await client.stop();
  });
});

describe('without trust', () => {
  const mark = () => join(folder, 'started');

  it('no program is started and no code of the workspace runs, whatever is asked', async () => {
    const touch = `require('node:fs').writeFileSync(${JSON.stringify(mark())}, '')`;
    write('agent.cjs', touch);
    write('checks.cjs', `${touch}; exports.good = () => true;`);
    write(
      'callsheet.config.yaml',
      'predicates: checks.cjs\nrunners: { agent: { type: command, command: [node, agent.cjs] } }\ndefault_runner: agent\nservers: { s: { command: node, args: [agent.cjs] } }\n',
    );
    write('r.trace.json', '{"case_id":"c","runs":[{"calls":[{"name":"t","arguments":{"q":1}}]}]}');
    const text =
      'case_id: c\nuser_message: u\nexpected: { calls: [{ name: t, args: { q: { predicate: good } } }] }\ntrace: r.trace.json\n';
    const client = await start(false);
    const uri = await client.open(fromPath(join(folder, 'a.case.yaml')), text);
    await client.diagnostics(uri);
    await execute(client, 'callsheet.rescoreCase', { uri, case_id: 'c' });
    await client.request('callsheet/describeRun', { uri, case_id: 'c' });
    await expect(execute(client, 'callsheet.runCase', { uri, case_id: 'c' })).rejects.toThrow(
      'Trust this workspace first',
    );
    expect(existsSync(mark())).toBe(false);
    await client.stop();
  });
});

describe('the environment', () => {
  it('reaches an agent by the names that it is given, and no trace, report, log or message', async () => {
    process.env.TRUST_TEST_SECRET = SECRET;
    try {
      write(
        'agent.cjs',
        `console.log(JSON.stringify({ calls: [{ name: 'names', arguments: { seen: 'TRUST_TEST_SECRET' in process.env } }] }));`,
      );
      write(
        'callsheet.config.yaml',
        'runners: { agent: { type: command, command: [node, agent.cjs] } }\ndefault_runner: agent\n',
      );
      const text =
        'case_id: c\nuser_message: u\nexpected: { calls: [{ name: names, args: { seen: false } }] }\n';
      write('a.case.yaml', text);
      const client = await start(true);
      const uri = await client.open(fromPath(join(folder, 'a.case.yaml')), text);
      const made = await execute(client, 'callsheet.runCase', { uri, case_id: 'c' });
      expect(made).toMatchObject({ verdict: 'pass' });
      const kept = await readdir(join(folder, '.callsheet'), { recursive: true });
      const traces = kept.filter((path) => path.endsWith('.json'));
      expect(traces).not.toEqual([]);
      for (const path of traces) {
        expect(await readFile(join(folder, '.callsheet', path), 'utf8')).not.toContain(SECRET);
      }
      const page = await client.request('callsheet/report', { uri, case_id: 'c' });
      const all = await client.request('callsheet/report', {});
      const told = [made, page, all, client.logged, client.published];
      expect(JSON.stringify(told)).not.toContain(SECRET);
      await client.stop();
    } finally {
      delete process.env.TRUST_TEST_SECRET;
    }
  });
});
