/** Running a case through the server, with a program that plays the agent. */
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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import { NodeRunning } from '../../server/src/server/node-running.ts';
import { NodeFileSystem } from '../../server/src/workspace/files/node-file-system.ts';
import { fromPath } from '../../server/src/workspace/files/uri.ts';
import { nodeRunHost } from '../../server/src/workspace/running/node-run-host.ts';
import { Client } from './harness.ts';

const AGENT = `
const { messages, trial } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
const task = messages[0].content;
console.error('trial ' + trial + ' has pid ' + process.pid);
if (task === 'hang') setInterval(() => {}, 1000);
else console.log(JSON.stringify({ calls: [{ name: task, arguments: {}, status: 'ok' }] }));
`;
const caseText = (id: string, task: string) => `
case_id: ${id}
user_message: ${task}
expected: { calls: [{ name: look, args: {} }] }
`;
const FILES = {
  'callsheet.config.yaml': `
runners:
  agent: { type: command, command: [node, agent.cjs] }
  broken: { type: command, command: [no-such-agent] }
default_runner: agent
`,
  'agent.cjs': AGENT,
  'a.case.yaml': `${caseText('good', 'look')}---${caseText('bad', 'guess')}---${caseText('hangs', 'hang')}`,
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'running-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (trusted = true, experimental = {}, capabilities = {}): Promise<Client> =>
  Client.start({
    fileSystem: new NodeFileSystem(() => []),
    folders: [fromPath(folder)],
    running: new NodeRunning(nodeRunHost),
    initializationOptions: { trusted },
    capabilities: { ...capabilities, experimental },
  });
const uri = () => fromPath(join(folder, 'a.case.yaml'));
const run = (client: Client, id: string, more = {}) =>
  client.request<{ verdict: string; runs: { findings: { code: string; message: string }[] }[] }>(
    'workspace/executeCommand',
    { command: 'callsheet.runCase', arguments: [{ uri: uri(), case_id: id, ...more }] },
  );
const rescore = (client: Client, id: string) =>
  client.request<{ verdict: string; runs: unknown[] }>('workspace/executeCommand', {
    command: 'callsheet.rescoreCase',
    arguments: [{ uri: uri(), case_id: id }],
  });

describe('callsheet.runCase', () => {
  it('answers with the score of the new runs, and keeps it', async () => {
    const client = await start(true, { callsheet: { testing: true } });
    const made = await run(client, 'good', { trials: 2 });
    expect(made).toMatchObject({ case_id: 'good', verdict: 'pass', reliability: { n: 2, c: 2 } });
    await client.until('the scores', () =>
      client.notifications.find(({ method }) => method === 'callsheet/scoresChanged'),
    );
    expect(await rescore(client, 'good')).toMatchObject({ reliability: { n: 2, c: 2 } });
    const [stamp] = readdirSync(join(folder, '.callsheet/runs'));
    const kept = readFileSync(join(folder, '.callsheet/runs', stamp!, 'good.trace.json'), 'utf8');
    expect(JSON.parse(kept).runs).toHaveLength(2);
    await client.until('what the agent says', () =>
      client.logged.find((text) => /^good \| trial 2 has pid \d+$/.test(text)),
    );
  });

  it('goes on with the newest runs when the server is started anew', async () => {
    const first = await start();
    await run(first, 'bad');
    await run(first, 'good');
    await run(first, 'good', { trials: 3 });
    const second = await start();
    expect(await rescore(second, 'good')).toMatchObject({ reliability: { n: 3 } });
    expect(await rescore(second, 'bad')).toMatchObject({ verdict: 'fail' });
    // The runner replay goes back to the runs that the case names, of which this one has none.
    await expect(run(second, 'bad', { runner: 'replay' })).rejects.toThrow('names no recorded run');
    const third = await start(false);
    await expect(rescore(third, 'bad')).rejects.toThrow('names no recorded run');
    // What is no longer there is not looked for.
    rmSync(join(folder, '.callsheet/runs'), { recursive: true });
    await expect(rescore(await start(false), 'good')).rejects.toThrow('names no recorded run');
  });

  it('shows the verdicts of kept runs again, without being asked', async () => {
    const experimental = {
      callsheet: { testing: true, storage: fromPath(join(folder, 'storage')) },
    };
    const first = await start(true, experimental);
    await run(first, 'good', { trials: 2 });
    await run(first, 'bad');
    const second = await start(false, experimental);
    const told = await second.until('the scores', () =>
      second.notifications.find(({ method }) => method === 'callsheet/scoresChanged'),
    );
    expect(told.params).toMatchObject({
      uri: uri(),
      results: [
        { case_id: 'good', verdict: 'pass' },
        { case_id: 'bad', verdict: 'fail' },
      ],
    });
  });

  it('runs no predicate to show them: these cases wait until a person asks', async () => {
    writeFileSync(
      join(folder, 'callsheet.config.yaml'),
      `${FILES['callsheet.config.yaml']}predicates: ./checks.mjs\n`,
    );
    const witness = join(folder, 'ran');
    writeFileSync(
      join(folder, 'checks.mjs'),
      `import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(witness)}, 'x');
      export const yes = () => true;`,
    );
    writeFileSync(
      join(folder, 'a.case.yaml'),
      caseText('good', 'look').replace(
        'args: {}',
        'args: { q: { predicate: yes, optional: true } }',
      ),
    );
    const experimental = { callsheet: { testing: true } };
    await run(await start(true, experimental), 'good');
    rmSync(witness, { force: true });
    const second = await start(true, experimental, {
      textDocument: { diagnostic: {} },
      workspace: { diagnostics: { refreshSupport: true } },
    });
    await second.until('a look at everything', () => (second.refreshes > 0 ? true : undefined));
    expect(second.notifications.map(({ method }) => method)).not.toContain(
      'callsheet/scoresChanged',
    );
    expect(existsSync(witness)).toBe(false);
  });

  it('keeps ten runs of a case, and clears older ones away', async () => {
    const client = await start();
    for (let time = 0; time < 12; time++) await run(client, 'good');
    await run(client, 'bad');
    const runs = join(folder, '.callsheet/runs');
    await client.until('ten runs of the one, one of the other', () =>
      readdirSync(runs).length === 11 ? true : undefined,
    );
    expect(await rescore(await start(), 'good')).toMatchObject({ verdict: 'pass' });
  });

  it('leaves the verdict of before where it is cancelled between two trials', async () => {
    const client = await start();
    await run(client, 'good');
    const cancelling = new CancellationTokenSource();
    const answer = client.connection.sendRequest(
      'workspace/executeCommand',
      {
        command: 'callsheet.runCase',
        arguments: [{ uri: uri(), case_id: 'good', trials: 1000 }],
      },
      cancelling.token,
    );
    answer.catch(() => {});
    await client.until('the third trial', () =>
      client.logged.find((text) => text.startsWith('good | trial 3 ')),
    );
    cancelling.cancel();
    await expect(answer).rejects.toThrow('“good” was cancelled');
    expect(readdirSync(join(folder, '.callsheet/runs'))).toHaveLength(1);
    expect(await rescore(client, 'good')).toMatchObject({ reliability: { n: 1 } });
  });

  it('looks into no list of runs that leads elsewhere', async () => {
    mkdirSync(join(folder, '.callsheet'));
    const entry = (case_id: string, trace: string) => ({ file: uri(), case_id, trace });
    const elsewhere = join(folder, 'mine.trace.json');
    writeFileSync(elsewhere, '{"calls": []}');
    writeFileSync(
      join(folder, '.callsheet/runs.json'),
      JSON.stringify({
        version: 1,
        runs: [
          entry('good', elsewhere),
          entry('bad', '/dev/zero'),
          ...Array.from({ length: 20 }, () => entry('hangs', '../mine.trace.json')),
        ],
      }),
    );
    const client = await start();
    await expect(rescore(client, 'good')).rejects.toThrow('names no recorded run');
    await expect(rescore(client, 'bad')).rejects.toThrow('names no recorded run');
    await run(client, 'good');
    expect(existsSync(elsewhere)).toBe(true);
  });

  it('shows a failing run on the lines of the case', async () => {
    const client = await start();
    await client.open(uri(), FILES['a.case.yaml']);
    expect(await run(client, 'bad')).toMatchObject({ verdict: 'fail' });
    await client.diagnosticsWith(uri(), 'the score findings', ({ diagnostics }) =>
      diagnostics.some(
        ({ source, code }) => source === 'callsheet score' && code === 'missed-call',
      ),
    );
  });

  it('makes the case an error whose agent cannot be started', async () => {
    const client = await start();
    const made = await run(client, 'good', { runner: 'broken' });
    expect(made.verdict).toBe('error');
    expect(made.runs[0]?.findings[0]?.message).toContain('no-such-agent cannot be started');
  });

  it('keeps runs where the client keeps them', async () => {
    const storage = join(folder, 'storage');
    const client = await start(true, { callsheet: { storage: fromPath(storage) } });
    await run(client, 'good');
    expect(readdirSync(join(storage, 'runs'))).toHaveLength(1);
    expect(existsSync(join(folder, '.callsheet'))).toBe(false);
  });

  it('keeps runs in the folder that the configuration names, before the client’s', async () => {
    writeFileSync(
      join(folder, 'callsheet.config.yaml'),
      `${FILES['callsheet.config.yaml']}results: kept\n`,
    );
    const experimental = { callsheet: { storage: fromPath(join(folder, 'storage')) } };
    await run(await start(true, experimental), 'good');
    expect(readdirSync(join(folder, 'kept/runs'))).toHaveLength(1);
    expect(existsSync(join(folder, 'storage'))).toBe(false);
    expect(await rescore(await start(true, experimental), 'good')).toMatchObject({
      verdict: 'pass',
    });
    // Without trust nobody looks where a configuration points; with it, they are there at once.
    const untrusted = await start(false, {
      callsheet: { ...experimental.callsheet, testing: true },
    });
    await expect(rescore(untrusted, 'good')).rejects.toThrow('names no recorded run');
    await untrusted.connection.sendNotification('callsheet/trusted');
    await untrusted.until('the verdict', () =>
      untrusted.notifications.find(({ params }) => JSON.stringify(params).includes('"pass"')),
    );
  });

  it('ends the agent when it is cancelled', async () => {
    const client = await start();
    const cancelling = new CancellationTokenSource();
    const answer = client.connection.sendRequest(
      'workspace/executeCommand',
      { command: 'callsheet.runCase', arguments: [{ uri: uri(), case_id: 'hangs' }] },
      cancelling.token,
    );
    answer.catch(() => {});
    const said = await client.until('the agent', () =>
      client.logged.find((text) => text.startsWith('hangs | trial 1')),
    );
    cancelling.cancel();
    await expect(answer).rejects.toThrow('cancelled');
    const pid = Number(/pid (\d+)/.exec(said)?.[1]);
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it.each([
    ['without trust', false, {}, 'Trust this workspace first'],
    ['by an unknown runner', true, { runner: 'nobody' }, 'there is no runner “nobody”'],
    ['an unknown case', true, { case_id: 'none' }, '“none” cannot be run: there is no such case'],
  ])('is refused %s', async (_, trusted, more, message) => {
    const client = await start(trusted);
    await expect(run(client, 'good', more)).rejects.toThrow(message);
    expect(existsSync(join(folder, '.callsheet'))).toBe(false);
  });

  it('is refused where nothing can be started', async () => {
    const client = await Client.start({ files: { 'a.case.yaml': caseText('a', 'look') } });
    const answer = client.request('workspace/executeCommand', {
      command: 'callsheet.runCase',
      arguments: [{ uri: 'file:///workspace/a.case.yaml', case_id: 'a' }],
    });
    await expect(answer).rejects.toThrow('no process can be started in the browser');
  });
});

describe('callsheet/describeRun', () => {
  it('says exactly what a run would start, without trust and without starting it', async () => {
    const client = await start(false);
    const described = await client.request('callsheet/describeRun', {
      uri: uri(),
      case_id: 'good',
    });
    expect(described).toEqual({ runner: 'agent', trials: 1, command_line: ['node', 'agent.cjs'] });
    const replay = { uri: uri(), case_id: 'good', runner: 'replay' };
    expect(await client.request('callsheet/describeRun', replay)).toEqual({
      runner: 'replay',
      trials: 0,
    });
    expect(existsSync(join(folder, '.callsheet'))).toBe(false);
  });

  it('names the servers and the address that a run connects to', async () => {
    writeFileSync(
      join(folder, 'callsheet.config.yaml'),
      `
runners: { model: { type: chat, base_url: "http://localhost:1/v1", model: m, tools_from: servers } }
servers: { ledger: { command: node, args: [ledger.mjs] }, shop: { url: "http://localhost:2" } }
sandbox: { server: elsewhere }
`,
    );
    const client = await start(false);
    const asked = { uri: uri(), case_id: 'good', runner: 'model' };
    expect(await client.request('callsheet/describeRun', asked)).toEqual({
      runner: 'model',
      trials: 1,
      url: 'http://localhost:1/v1',
      servers: [
        { name: 'ledger', command_line: ['node', 'ledger.mjs'] },
        { name: 'shop', url: 'http://localhost:2' },
        { name: 'elsewhere' },
      ],
    });
    // A server that another tool's file names is shown as it is written there.
    mkdirSync(join(folder, '.vscode'));
    writeFileSync(
      join(folder, '.vscode/mcp.json'),
      '{ "servers": { "elsewhere": { "command": "npx", "args": ["-y", "elsewhere"] } } } // mine',
    );
    expect(await client.request('callsheet/describeRun', asked)).toMatchObject({
      servers: [{}, {}, { name: 'elsewhere', command_line: ['npx', '-y', 'elsewhere'] }],
    });
  });

  it('names the variable whose key goes to an address', async () => {
    vi.stubEnv('MODEL_KEY', 'sk-secret');
    writeFileSync(
      join(folder, 'callsheet.config.yaml'),
      'runners: { model: { type: chat, base_url: "http://localhost:1/v1", model: m, api_key_env: MODEL_KEY } }\n',
    );
    const asked = { uri: uri(), case_id: 'good', runner: 'model' };
    const described = await (await start()).request('callsheet/describeRun', asked);
    vi.unstubAllEnvs();
    expect(described).toMatchObject({ url: 'http://localhost:1/v1', key: 'MODEL_KEY' });
    expect(JSON.stringify(described)).not.toContain('sk-secret');
  });
});
