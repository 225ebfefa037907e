/** Ctrl+C, and a terminal of one's own, in a process of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { folderWith } from '../../server/src/cli/testing.ts';

let program: string;
beforeAll(() => {
  program = join(mkdtempSync(join(tmpdir(), 'callsheet-program-')), 'cli.js');
  buildSync({
    entryPoints: [join(root, 'server/src/cli.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
});
afterAll(() => rmSync(join(program, '..'), { recursive: true, force: true }));

/** The command line as a process; what it says grows. */
function start(cwd: string, ...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { cwd });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, said, ended };
}

/** Waits until a process listens for signals, of which the last is SIGHUP: before, it would die of them. */
const listens = (pid: number) =>
  vi.waitFor(() => {
    const caught = /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    expect(BigInt(`0x${caught}`) & 1n).toBe(1n);
  }, 30_000);

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));

const CASE = 'case_id: one\nuser_message: Hello.\nexpected: { tool_behavior: no_call }\n';

describe.skipIf(process.platform !== 'linux')('Ctrl+C', () => {
  it.each(['check', 'score'])('ends %s with a line, and nothing of the report', async (command) => {
    const cases = Array.from({ length: 3_000 }, (_, i) => [
      `${i}.case.yaml`,
      CASE.replace('one', `case_${i}`),
    ]);
    const { child, said, ended } = start(folderWith(Object.fromEntries(cases)), command);
    await listens(child.pid!);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(said).toEqual({ out: '', err: 'callsheet: stopped\n' });
  });

  it('ends a watch', async () => {
    const folder = folderWith({ 'one.case.yaml': CASE });
    const { child, said, ended } = start(folder, 'check', '--watch');
    await vi.waitFor(() => expect(said.err).toContain('watching'), 30_000);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(said.err).toMatch(/\ncallsheet: stopped watching\n$/);
  });

  it('ends a run with its agent, and keeps what is whole', async () => {
    const folder = folderWith({
      'callsheet.config.yaml': `
runners: { agent: { type: command, command: [node, agent.mjs] } }
default_runner: agent
`,
      'agent.mjs': `
import { readFileSync } from 'node:fs';
const { trial } = JSON.parse(readFileSync(0, 'utf8'));
if (trial === 1) console.log('{"calls":[],"final_message":"Hello."}');
else { console.error('pid ' + process.pid); setInterval(() => {}, 1000); }
`,
      'one.case.yaml': CASE,
    });
    const { child, said, ended } = start(folder, 'run', '--trials', '3', '--out', 'runs');
    await vi.waitFor(() => expect(said.err).toMatch(/pid \d+/), 30_000);
    child.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(said.out).toBe('');
    expect(said.err).toMatch(
      /\ncallsheet: stopped after 1 trial, which are kept: go on with --resume runs\n$/,
    );
    expect(isAlive(Number(/pid (\d+)/.exec(said.err)?.[1]))).toBe(false);
    expect(readdirSync(join(folder, 'runs'))).toEqual(['one.trace.json']);
    expect(JSON.parse(readFileSync(join(folder, 'runs/one.trace.json'), 'utf8')).runs).toHaveLength(
      1,
    );
  });

  describe('among two hundred trials of a flaky agent, eight at a time', () => {
    /** Every seventh trial ends badly, every eleventh says nothing that is a run; the rest pass or fail. */
    const files = {
      'callsheet.config.yaml': `
runners: { agent: { type: command, command: [sh, agent.sh] } }
default_runner: agent
concurrency: 8
`,
      'agent.sh': `
trial=$(sed -n 's/.*"trial": *\\([0-9]*\\).*/\\1/p')
[ $((trial % 7)) = 0 ] && exit 3
[ $((trial % 11)) = 0 ] && { echo '{"calls":['; exit 0; }
[ $((trial % 3)) = 0 ] && echo '{"calls":[{"name":"x"}],"final_message":"Hello."}' || echo '{"calls":[],"final_message":"Hello."}'
echo $trial >> finished
`,
      'one.case.yaml': CASE,
    };
    const ALL = Array.from({ length: 200 }, (_, i) => i + 1);
    const WHOLE = ALL.filter((trial) => trial % 7 !== 0 && trial % 11 !== 0);
    const trialsIn = (folder: string): number[] =>
      JSON.parse(readFileSync(join(folder, 'runs/one.trace.json'), 'utf8'))
        .runs.map(({ run_id }: { run_id: string }) => Number(run_id))
        .toSorted((a: number, b: number) => a - b);
    const finishedIn = (folder: string): number[] =>
      existsSync(join(folder, 'finished'))
        ? readFileSync(join(folder, 'finished'), 'utf8').trim().split('\n').map(Number)
        : [];

    it('every result is there without it', async () => {
      const folder = folderWith(files);
      const { ended } = start(folder, 'run', '--trials', '200', '--out', 'runs');
      expect(await ended).toBe(1);
      expect(trialsIn(folder)).toEqual(ALL);
    }, 120_000);

    it('every finished one is kept, and the others follow with --resume', async () => {
      const folder = folderWith(files);
      const { child, ended } = start(folder, 'run', '--trials', '200', '--out', 'runs');
      await vi.waitFor(() => expect(finishedIn(folder).length).toBeGreaterThan(40), 60_000);
      const finished = finishedIn(folder);
      child.kill('SIGINT');
      expect(await ended).toBe(130);
      const kept = trialsIn(folder);
      expect(kept.length).toBeLessThan(200);
      // Eight may have said all without having been heard to the end.
      const lost = finished.filter((trial) => !kept.includes(trial));
      expect(lost.length).toBeLessThanOrEqual(8);
      const rest = start(folder, 'run', '--trials', '200', '--resume', 'runs');
      expect(await rest.ended).toBe(1);
      expect(trialsIn(folder)).toEqual(ALL);
      expect(WHOLE.filter((trial) => !finishedIn(folder).includes(trial))).toEqual([]);
    }, 120_000);
  });

  describe('in a pull', () => {
    /** A pull from a server that never answers, and ends by force alone; once its process id is known. */
    async function pulling() {
      const folder = folderWith({});
      const note = join(folder, 'pid');
      const server = `
process.on('SIGTERM', () => {});
require('fs').writeFileSync(${JSON.stringify(note)}, String(process.pid));
setInterval(() => {}, 1000);
`;
      const words = ['tools', 'pull', '--out', 'shop.tools.json', '--', 'node', '-e', server];
      const started = start(folder, ...words);
      await vi.waitFor(
        () => expect(existsSync(note) && readFileSync(note, 'utf8')).toMatch(/\d/),
        30_000,
      );
      return { ...started, folder, server: Number(readFileSync(note, 'utf8')) };
    }

    it('ends the server, and writes no manifest', async () => {
      const { child, said, ended, folder, server } = await pulling();
      child.kill('SIGINT');
      expect(await ended).toBe(130);
      expect(said).toEqual({ out: '', err: 'callsheet: stopped: nothing was written\n' });
      expect(isAlive(server)).toBe(false);
      expect(readdirSync(folder)).toEqual(['pid']);
    });

    it('does so at once the second time, and leaves no server either', async () => {
      const { child, said, ended, server } = await pulling();
      // Two of one kind could be taken for one.
      child.kill('SIGINT');
      child.kill('SIGTERM');
      expect(await ended).toBe(130);
      expect(said.err).toBe('callsheet: stopped\n');
      await vi.waitFor(() => expect(isAlive(server)).toBe(false), 10_000);
    });
  });
});
