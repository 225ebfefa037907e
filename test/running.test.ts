/** The agents of docs/running.md run a case against a service that answers as a model would. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/bootstrap.mjs';
import { callsheet, folderWith } from '../server/src/cli/testing.ts';

const page = readFileSync(join(root, 'docs/running.md'), 'utf8');
const blockOf = (file: string): string =>
  new RegExp(`^\`\`\`\\w+ ${file}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(page)![1]!;

const installed = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

interface Asked {
  readonly messages: readonly { role: string }[];
  readonly tools: readonly { function: { name: string } }[];
}

/** Looks the order up, asks, and answers once the user has said yes. */
const replyTo = ({ messages, tools }: Asked): object => {
  if (tools[0]?.function.name !== 'get_order') return { role: 'assistant', content: 'No tools.' };
  const seen = messages.map(({ role }) => role).join(' ');
  if (seen === 'user') {
    const call = { name: 'get_order', arguments: '{"order_id":"8842"}' };
    return {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: call }],
    };
  }
  const content = seen.endsWith('tool') ? 'Shall I tell you?' : 'It comes to 64.20 dollars.';
  return { role: 'assistant', content };
};

const model = createServer(async (request, response) => {
  const message = replyTo((await json(request)) as Asked);
  response.end(JSON.stringify({ choices: [{ message }] }));
});
beforeAll(() => new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  model.close();
});

const CASE = `case_id: total
user_message: What did order 8842 come to?
replies: [{ content: "Yes." }]
tools: [{ name: get_order, inputSchema: { type: object, properties: { order_id: { type: string } } } }]
expected:
  calls: [{ name: get_order, args: { order_id: "8842" } }]
  must_mention: ["64.20"]
`;

/** Runs the case with an agent, and tells what the report says of it. */
async function ranWith(command: readonly string[], files: Readonly<Record<string, string>>) {
  const { port } = model.address() as AddressInfo;
  const env = { BASE_URL: `http://127.0.0.1:${port}`, MODEL: 'any', MODEL_KEY: 'none' };
  const runner = { type: 'command', command, env };
  const folder = folderWith({
    'callsheet.config.yaml': JSON.stringify({ runners: { agent: runner } }),
    'total.case.yaml': CASE,
    ...files,
  });
  const { out, err } = await callsheet(folder, 'run', '--runner', 'agent', '--format', 'json');
  const { cases } = JSON.parse(out);
  return { verdict: cases[0].verdict, findings: cases[0].runs[0].findings, err };
}

const PASSED = { verdict: 'pass', findings: [] };

describe('the agents of docs/running.md', () => {
  it.skipIf(!installed('python3', '--version'))('in Python', async () => {
    const files = { 'agent.py': blockOf('agent.py') };
    expect(await ranWith(['python3', 'agent.py'], files)).toMatchObject(PASSED);
  });

  it('in TypeScript', async () => {
    const { code } = transformSync(blockOf('agent.ts'), { loader: 'ts', format: 'esm' });
    expect(await ranWith([process.execPath, 'agent.mjs'], { 'agent.mjs': code })).toMatchObject(
      PASSED,
    );
  });

  it.skipIf(!installed('go', 'version'))('in Go', async () => {
    const files = { 'agent.go': blockOf('agent.go') };
    expect(await ranWith(['go', 'run', 'agent.go'], files)).toMatchObject(PASSED);
  });
});
