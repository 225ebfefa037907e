import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readTrace } from '../trace/index.ts';
import { type CommandOptions, commandRunner, readCommand } from './command.ts';
import type { RunOutcome, RunRequest } from './runner.ts';
import { isAlive } from './testing/processes.ts';

let folder: string;
let bundle: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-'));
  bundle = join(folder, 'process-group.mjs');
});
afterAll(() => rmSync(folder, { recursive: true }));

const REQUEST: RunRequest = {
  caseId: 'c1',
  messages: [{ role: 'user', content: 'Charge it.' }],
  replies: [],
  tools: [{ name: 'charge_card', inputSchema: { type: 'object' } }],
  trial: 2,
  seed: 7,
};

interface Given extends Partial<CommandOptions> {
  readonly timeoutS?: number;
  readonly signal?: AbortSignal;
  readonly request?: Partial<RunRequest>;
  readonly env?: Readonly<Record<string, string>>;
  readonly onLog?: (text: string) => void;
}

/** Runs a program of Node, given by its text. */
function run(program: string, given: Given = {}): Promise<RunOutcome> {
  const { timeoutS = 30, env = {}, signal, request, onLog = () => {}, ...options } = given;
  const runner = commandRunner(
    { command: [process.execPath, '-e', program], cwd: folder, env, timeoutS },
    { read: (text) => readTrace(text), graceMs: 100, ...options },
  );
  return runner.run(
    { ...REQUEST, ...request },
    { signal: signal ?? new AbortController().signal, onLog },
  );
}

const reasonOf = (outcome: RunOutcome): string => (outcome.ok ? 'it has a run' : outcome.reason);
/** A program that starts another which outlives it, and writes both their ids to a file. */
const FORKS = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' });
  child.on('spawn', () => {
    require('node:fs').writeFileSync('pids', process.pid + ' ' + child.pid);
    process.stderr.write('ready\\n');
  });
`;
const pids = () => readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);

describe('a command runner', () => {
  it('hands over one JSON object and reads a native run', async () => {
    const outcome = await run(
      `
      const request = require('node:fs').readFileSync(0, 'utf8');
      console.log('{"calls": [{"name": "charge_card", "arguments": ' + request + '}], "final_message": "Done."}');
      `,
      {
        request: {
          messages: [
            {
              role: 'assistant',
              content: '',
              toolCalls: [{ id: 'a', name: 'x', arguments: { n: 12345678901234567890n } }],
            },
            { role: 'tool', content: '{}', toolCallId: 'a' },
          ],
          replies: [{ content: 'Yes.', when: '/sure/' }, { content: 'No.' }],
          servers: { ledger: { command: 'node' } },
        },
      },
    );
    expect(outcome).toMatchObject({
      ok: true,
      run: {
        finalMessage: 'Done.',
        calls: [
          {
            name: 'charge_card',
            arguments: {
              case_id: 'c1',
              messages: [
                {
                  role: 'assistant',
                  content: '',
                  tool_calls: [{ id: 'a', name: 'x', arguments: { n: 12345678901234567890n } }],
                },
                { role: 'tool', content: '{}', tool_call_id: 'a' },
              ],
              replies: [{ content: 'Yes.', when: '/sure/' }, { content: 'No.' }],
              servers: { ledger: { command: 'node' } },
              tools: REQUEST.tools,
              trial: 2,
              seed: 7,
            },
          },
        ],
      },
    });
  });

  it('reads any other dialect of a trace', async () => {
    const messages = [
      { role: 'user', content: 'Charge it.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'charge_card', arguments: '{"n":1}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '{"ok":true}' },
    ];
    const outcome = await run(`console.log(${JSON.stringify(JSON.stringify({ messages }))})`);
    expect(outcome).toMatchObject({
      ok: true,
      run: { calls: [{ name: 'charge_card', arguments: { n: 1 }, status: 'ok' }] },
    });
  });

  it('does not mind an agent that never reads its input', async () => {
    const outcome = await run('console.log("[]")', {
      request: { messages: [{ role: 'user', content: 'x'.repeat(1_000_000) }] },
    });
    expect(outcome).toMatchObject({ ok: true, run: { calls: [] } });
  });

  it('passes on what is said beside the answer', async () => {
    const said: string[] = [];
    await run('console.error("thinking"); console.log("[]")', { onLog: (text) => said.push(text) });
    expect(said.join('')).toBe('thinking\n');
  });
});

describe('a program that misbehaves', () => {
  it('by an exit code is told with its last lines', async () => {
    const outcome = await run('console.error("no key"); process.exit(3)');
    expect(reasonOf(outcome)).toBe(`${process.execPath} ended with exit code 3; it said:\nno key`);
  });

  it.each([
    ['nothing', '', 'its answer cannot be read: the file is empty'],
    ['no JSON', 'console.log("hello")', 'its answer cannot be read: is no JSON'],
    ['half an answer', 'console.log(`{"calls": [`)', 'its answer cannot be read: is no JSON'],
    ['a shape of its own', 'console.log("{}")', 'no dialect of a trace has this shape'],
    [
      'an answer for another case',
      'console.log(`{"case_id": "c2", "calls": []}`)',
      'it answered for another case, “c2”',
    ],
    [
      'several runs',
      'console.log(`{"runs": [{"calls": []}, {"calls": []}]}`)',
      'it answered with 2 runs, and a trial is one',
    ],
  ])('by printing %s', async (_, program, reason) => {
    expect(reasonOf(await run(program))).toContain(reason);
  });

  it('by a log on its standard output is told with the beginning', async () => {
    const outcome = await run('console.log("INFO starting"); console.log(`{"calls": []}`)');
    expect(reasonOf(outcome)).toMatch(
      /is no JSON: .*; standard output begins with:\nINFO starting$/,
    );
  });

  it('by printing a hundred megabytes is stopped at the limit', async () => {
    const outcome = await run(`
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const write = (left) => left > 0 && process.stdout.write(chunk, () => write(left - 1));
      write(100);
    `);
    expect(reasonOf(outcome)).toContain('printed more than 64 MB, which is no answer');
  });

  it('by a flood on its standard error is cut short, and its end is kept', async () => {
    let size = 0;
    const outcome = await run(
      'process.stderr.write("x\\n".repeat(2e6), () => { process.stderr.write("the end\\n"); process.exitCode = 1; })',
      {
        onLog: (text) => {
          size += text.length;
        },
      },
    );
    expect(size).toBeLessThan(2 * 1024 * 1024);
    expect(reasonOf(outcome)).toMatch(/x\nthe end$/);
  });

  it('by never ending is ended, though it does not listen', async () => {
    const outcome = await run(
      'process.on("SIGTERM", () => {}); console.error("still here"); setInterval(() => {}, 1000)',
      { timeoutS: 0.5 },
    );
    expect(reasonOf(outcome)).toContain('gave no answer within 0.5 s');
  });

  it('by leaving children behind loses them with its end', async () => {
    const outcome = await run(
      `${FORKS} child.on('spawn', () => { console.log('[]'); child.unref(); setImmediate(() => process.exit(0)); });`,
    );
    expect(outcome).toMatchObject({ ok: true, run: { calls: [] } });
    // A killed process is there until the system has cleared it away.
    await vi.waitFor(() => expect(pids().map(isAlive)).toEqual([false, false]), 10_000);
  });

  it('is ended with its children when the run is cancelled', async () => {
    rmSync(join(folder, 'pids'), { force: true });
    const controller = new AbortController();
    const outcome = await run(FORKS, {
      signal: controller.signal,
      onLog: () => controller.abort(),
    });
    expect(outcome).toEqual({ ok: false, kind: 'cancelled', reason: 'it was cancelled' });
    expect(existsSync(join(folder, 'pids'))).toBe(true);
    // A killed process is there until the system has cleared it away.
    await vi.waitFor(() => expect(pids().map(isAlive)).toEqual([false, false]), 10_000);
  });

  it('ends with whoever started it, though that is not asked', async () => {
    const starter = `
      const { runProgram } = await import(${JSON.stringify(pathToFileURL(bundle).href)});
      const spec = { command: [process.execPath, '-e', ${JSON.stringify(FORKS)}], cwd: process.cwd(), env: {} };
      const { signal } = new AbortController();
      const onErrorText = () => process.exit(0);
      await runProgram(spec, '', { timeoutMs: 30_000, maxOutput: 1 }, { signal, onErrorText });
    `;
    rmSync(join(folder, 'pids'), { force: true });
    await build({
      entryPoints: [fileURLToPath(new URL('process-group.ts', import.meta.url))],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    execFileSync(process.execPath, ['--input-type=module', '-e', starter], { cwd: folder });
    await vi.waitFor(() => expect(pids().map(isAlive)).toEqual([false, false]));
  });

  it('is not started at all once the run is cancelled', async () => {
    const outcome = await run('require("node:fs").writeFileSync("started", "")', {
      signal: AbortSignal.abort(),
    });
    expect(outcome).toMatchObject({ ok: false, kind: 'cancelled' });
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });

  it('by not being there is told as such', async () => {
    const runner = commandRunner(
      { command: ['no-such-agent'], cwd: folder, env: {}, timeoutS: 5 },
      { read: (text) => readTrace(text) },
    );
    const outcome = await runner.run(REQUEST, {
      signal: new AbortController().signal,
      onLog() {},
    });
    expect(reasonOf(outcome)).toBe(
      `no-such-agent cannot be started: there is no such program, or no folder ${folder}`,
    );
  });
});

describe('the configuration of a command', () => {
  const environment = { PATH: '/bin', HOME: '/home/a', API_KEY: 'k', OTHER: 'o' };

  it('passes on named variables and the basics, nothing else', () => {
    const spec = readCommand(
      { command: ['agent', '--fast'], cwd: 'sub', env: ['API_KEY', 'ABSENT', '__proto__'] },
      '/base',
      resolve,
      environment,
    );
    expect(spec).toEqual({
      command: ['agent', '--fast'],
      cwd: resolve('/base/sub'),
      env: { PATH: '/bin', HOME: '/home/a', API_KEY: 'k' },
      timeoutS: 120,
    });
  });

  it('sets variables to values', () => {
    const spec = readCommand(
      { command: ['agent'], env: { MODE: 'test', LEVEL: 3 }, timeout_s: 5 },
      '/base',
      resolve,
      environment,
    );
    expect(spec).toEqual({
      command: ['agent'],
      cwd: '/base',
      env: { PATH: '/bin', HOME: '/home/a', MODE: 'test', LEVEL: '3' },
      timeoutS: 5,
    });
  });

  it('needs a program', () => {
    expect(readCommand({ command: [] }, '/base', resolve, {})).toBe(
      'its `command` names no program',
    );
  });
});
