/** Agents that do what no agent should, run by the server: an `error` each, nothing left, nobody kept waiting. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isAlive } from '../../server/src/runner/testing/processes.ts';
import type { ReportedCase } from '../../server/src/scoring/set/score-report.ts';
import { NodeRunning } from '../../server/src/server/node-running.ts';
import { NodeFileSystem } from '../../server/src/workspace/files/node-file-system.ts';
import { fromPath } from '../../server/src/workspace/files/uri.ts';
import { nodeRunHost } from '../../server/src/workspace/running/node-run-host.ts';
import { Client } from './harness.ts';

/** What each does, and what is said of it. */
const AGENTS: Readonly<Record<string, readonly [program: string, reason: string]>> = {
  floods: [
    `const chunk = Buffer.alloc(1 << 20, 'x');
     const write = (left) => left > 0 && process.stdout.write(chunk, () => write(left - 1));
     write(100);`,
    'printed more than 64 MB',
  ],
  never_ends: [
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);',
    'gave no answer within 1 s',
  ],
  forks: [
    `const { spawn } = require('node:child_process');
     const wait = ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'];
     const ids = [1, 2, 3].map(() => spawn(process.execPath, wait, { stdio: 'inherit' }).pid);
     require('node:fs').appendFileSync('pids', ids.join('\\n') + '\\n');
     setInterval(() => {}, 1000);`,
    'gave no answer within 1 s',
  ],
  exits: ['process.exit(7);', 'ended with exit code 7'],
  says_nothing: ['process.exit(0);', 'the file is empty'],
  mistakes_itself: [
    'console.log(JSON.stringify({ case_id: "another", calls: [] }));',
    'answered for another case, “another”',
  ],
};
const ids = Object.keys(AGENTS);

let folder: string;
let client: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hostile-'));
  const runners = ids.map(
    (id) =>
      `  ${id}: { type: command, command: [${JSON.stringify(process.execPath)}, ${id}.cjs], timeout_s: ${id === 'floods' ? 60 : 1} }`,
  );
  for (const [id, [program]] of Object.entries(AGENTS)) {
    writeFileSync(
      join(folder, `${id}.cjs`),
      `require('node:fs').appendFileSync('pids', process.pid + '\\n');\n${program}`,
    );
  }
  writeFileSync(join(folder, 'callsheet.config.yaml'), `runners:\n${runners.join('\n')}\n`);
  writeFileSync(
    join(folder, 'a.case.yaml'),
    ids
      .map(
        (id) =>
          `case_id: ${id}\nuser_message: Hi.\nrunner: ${id}\nexpected: { tool_behavior: no_call }\n`,
      )
      .join('---\n'),
  );
  client = await Client.start({
    fileSystem: new NodeFileSystem(() => []),
    folders: [fromPath(folder)],
    running: new NodeRunning(nodeRunHost),
    initializationOptions: { trusted: true },
  });
});
afterAll(async () => {
  await client.stop();
  rmSync(folder, { recursive: true });
});

const uri = () => fromPath(join(folder, 'a.case.yaml'));

it.each(ids)('%s', async (id) => {
  let isOver = false;
  const made = client
    .request<ReportedCase>('workspace/executeCommand', {
      command: 'callsheet.runCase',
      arguments: [{ uri: uri(), case_id: id }],
    })
    .finally(() => {
      isOver = true;
    });
  // Others are answered meanwhile.
  const cases = await client.request<readonly { cases: readonly unknown[] }[]>(
    'callsheet/cases',
    {},
  );
  expect(cases[0]?.cases).toHaveLength(ids.length);
  if (id === 'never_ends') expect(isOver).toBe(false);
  const { verdict, runs } = await made;
  expect(verdict).toBe('error');
  expect(runs[0]?.findings[0]?.message).toContain(AGENTS[id]?.[1]);
  const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), 10_000);
});
