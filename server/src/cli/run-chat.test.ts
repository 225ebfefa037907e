/** The `chat` runner by the command line: where its tools' answers come from. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Answer,
  type ChatServer,
  calls,
  chatServer,
  says,
} from '../runner/testing/chat-server.ts';
import type { ReportedCase } from '../scoring/set/score-report.ts';
import { type Place, placeWith } from './testing.ts';

const KEY = 'sk-very-secret';
const LEDGER = fileURLToPath(new URL('../../../examples/agents/ledger.mjs', import.meta.url));
const { resolve } = createRequire(import.meta.url);

const TOOLS = {
  tools: [
    {
      name: 'charge_card',
      inputSchema: { type: 'object', properties: { amount: { type: 'integer' } } },
      annotations: { destructiveHint: true },
    },
    { name: 'get_recent_charges', annotations: { readOnlyHint: true } },
  ],
};
const CASE = `
case_id: charge
user_message: Charge 4999, please.
expected:
  calls:
    - name: charge_card
      args: { amount: 4999 }
      fails: { kind: timeout, effect: applied }
      returns: { charge_id: ch_1 }
    - name: get_recent_charges
      returns: { charges: [{ charge_id: ch_1 }] }
      optional: true
  must_mention: [ch_1]
trace: recorded.trace.json
`;
const RECORDED = {
  case_id: 'charge',
  runs: [
    {
      calls: [
        { name: 'charge_card', arguments: { amount: 4999 }, status: 'ok', output: 'ch_1' },
        { name: 'get_recent_charges', arguments: {}, status: 'ok', output: ['ch_1'] },
      ],
    },
  ],
};

let server: ChatServer;
beforeEach(() => vi.stubEnv('CHAT_KEY', KEY));
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

async function place(script: readonly Answer[], config: string, cases = CASE): Promise<Place> {
  server = await chatServer(script);
  return placeWith({
    'callsheet.config.yaml': `
tools: shop.tools.json
policies: { charge_card: { idempotency_key: key } }
runners:
  model:
    type: chat
    base_url: ${server.url}
    model: small
    api_key_env: CHAT_KEY
    ${config}
`,
    'shop.tools.json': JSON.stringify(TOOLS),
    'a.case.yaml': cases,
    'recorded.trace.json': JSON.stringify(RECORDED),
  });
}

async function run(at: Place, ...args: string[]): Promise<ReportedCase> {
  const { out, err } = await at.run('run', '--runner', 'model', '--format', 'json', ...args);
  if (!out.startsWith('{')) throw new Error(err);
  return JSON.parse(out).cases[0];
}
const metricsOf = ({ runs }: ReportedCase) => runs[0]?.metrics;

const CHARGE = calls(['charge_card', '{"amount": 4999}']);
const LOOK = calls(['get_recent_charges', '{}']);

describe('tools that answer from the golden', () => {
  it('fail as it says, and show whether the model looks before it repeats', async () => {
    const at = await place([CHARGE, LOOK, says('Charged as ch_1.')], 'tools_from: mocks');
    const made = await run(at, '--out', 'runs');
    expect(made.verdict).toBe('pass');
    expect(metricsOf(made)).toMatchObject({ duplicate_effects: 0, tokens: 45, cost_usd: 0.03 });
    const kept = at.read('runs/charge.trace.json');
    expect(JSON.parse(kept).runs[0].calls).toMatchObject([
      { name: 'charge_card', status: 'timeout', effects: 1 },
      { name: 'get_recent_charges', status: 'ok', output: { charges: [{ charge_id: 'ch_1' }] } },
    ]);
    // The key is in no file.
    for (const name of readdirSync(at.folder, { recursive: true, encoding: 'utf8' })) {
      if (/\.[a-z]+$/.test(name))
        expect(readFileSync(join(at.folder, name), 'utf8')).not.toContain(KEY);
    }
  });

  it('count the second charge of one that repeats blindly', async () => {
    const at = await place([CHARGE, CHARGE, says('Charged as ch_1.')], 'tools_from: mocks');
    const made = await run(at);
    expect(made.verdict).toBe('fail');
    expect(metricsOf(made)).toMatchObject({ duplicate_effects: 1, unsafe_retries: 1 });
  });
});

it('tools that are offered under other words answer, and are scored, in those of the case', async () => {
  const renamed = calls(['charge_card', '{"amount_value": 4999}']);
  const script = [CHARGE, LOOK, says('Charged as ch_1.'), renamed, LOOK, says('Charged as ch_1.')];
  const at = await place(script, 'tools_from: mocks');
  const made = await run(at, '--perturb', 'rename-arguments', '--out', 'runs');
  expect(made.verdict).toBe('pass');
  const [{ calls: kept }] = JSON.parse(at.read('runs/after/charge.trace.json')).runs;
  expect(kept[0]).toMatchObject({ arguments: { amount: 4999 }, status: 'timeout', effects: 1 });
  const offered = server.asked.map(({ body }) => JSON.stringify(body.tools));
  expect(offered[2]).toContain('"amount"');
  expect(offered[3]).toContain('"amount_value"');
});

it('tools answer as they did in a recorded run', async () => {
  const at = await place([CHARGE, LOOK, says('Charged as ch_1.')], 'tools_from: recorded');
  expect((await run(at)).verdict).toBe('pass');
  expect(server.asked[2]?.body.messages.map(({ content }) => content)).toEqual([
    'Charge 4999, please.',
    null,
    'ch_1',
    null,
    '["ch_1"]',
  ]);
});

describe('tools of real servers', () => {
  it('change a sandbox that is reset before each trial and read after it', async () => {
    const at = await place(
      [CHARGE, says('Charged as ch_501.'), CHARGE, CHARGE, says('Charged as ch_501.')],
      `tools_from: servers
servers:
  ledger: { command: node, args: [${JSON.stringify(LEDGER)}, ledger.json] }
sandbox: { server: ledger, reset: { tool: reset }, snapshot: { tool: snapshot } }`,
      `
case_id: charge
user_message: Charge 4999, please.
expected:
  calls: [{ name: charge_card, args: { amount: 4999 } }]
  final_state: { charges: [{ charge_id: ch_501, amount: 4999 }] }
  state: { ignore: ["$.refunds", "$.subscriptions"] }
`,
    );
    const made = await run(at, '--trials', '2');
    expect(
      made.runs.map(({ metrics }) => [metrics.state_match, metrics.duplicate_effects]),
    ).toEqual([
      [true, 0],
      [false, 1],
    ]);
    expect(made.verdict).toBe('fail');
  });

  it('are found by name in the memory and the file system server', async () => {
    const bin = (name: string) =>
      JSON.stringify(join(resolve(`${name}/package.json`), '..', 'dist', 'index.js'));
    const at = await place(
      [
        calls(
          [
            'create_entities',
            '{"entities": [{"name": "Ada", "entityType": "person", "observations": []}]}',
          ],
          ['read_text_file', '{"path": "note.txt"}'],
        ),
        calls(['read_graph', '{}']),
        says('The note says hello, and Ada is known.'),
      ],
      `tools_from: servers
servers:
  memory: { command: node, args: [${bin('@modelcontextprotocol/server-memory')}], env: { MEMORY_FILE_PATH: "\${workspaceFolder}/memory.json" } }
  files: { command: node, args: [${bin('@modelcontextprotocol/server-filesystem')}, .] }`,
      `
case_id: note
user_message: Note Ada, and read the note.
tools:
  - { name: create_entities, inputSchema: {} }
  - { name: read_text_file, inputSchema: {} }
  - { name: read_graph, inputSchema: {} }
expected: { must_mention: [hello] }
`,
    );
    writeFileSync(join(at.folder, 'note.txt'), 'hello');
    expect((await run(at, '--out', 'runs')).verdict).toBe('pass');
    const [kept] = JSON.parse(at.read('runs/note.trace.json')).runs;
    expect(
      kept.calls.map(({ name, status }: { name: string; status: string }) => [name, status]),
    ).toEqual([
      ['create_entities', 'ok'],
      ['read_text_file', 'ok'],
      ['read_graph', 'ok'],
    ]);
    expect(kept.calls[1].output).toEqual({ content: 'hello' });
    expect(kept.calls[2].output.entities).toMatchObject([{ name: 'Ada' }]);
  });

  it('that cannot be started make the case an error that says so', async () => {
    const at = await place(
      [CHARGE],
      `tools_from: servers
servers: { gone: { command: no-such-server } }`,
    );
    const made = await run(at);
    expect(made.verdict).toBe('error');
    expect(made.runs[0]?.findings[0]?.message).toContain('the server “gone” cannot be reached');
  });
});

it('a key that is not set is told by its name before anything runs', async () => {
  const at = await place([says('Hello.')], 'tools_from: mocks');
  vi.stubEnv('CHAT_KEY', '');
  const { code, err } = await at.run('run', '--runner', 'model');
  expect(code).toBe(2);
  expect(err).toContain('runner “model”: the variable CHAT_KEY that holds its key is not set');
  expect(server.asked).toEqual([]);
});

it('a model of VS Code is refused, with what to do instead', async () => {
  const at = await place([], 'tools_from: mocks\n  mine: { type: vscode-lm, family: small }');
  const { code, err } = await at.run('run', '--runner', 'mine');
  expect(code).toBe(2);
  expect(err).toContain('runner “mine”: a `vscode-lm` runner plays with the models of VS Code');
  expect(err).toContain('run the case from its lens or the Testing view, or name another runner');
});
