/** Running a case with a model that the client offers: `vscode-lm`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CancellationToken, CancellationTokenSource, RequestType } from 'vscode-jsonrpc';
import type { ModelAnswer, ModelQuestion } from '../../server/src/protocol.ts';
import type { ReportedCase } from '../../server/src/scoring/set/score-report.ts';
import { NodeRunning } from '../../server/src/server/node-running.ts';
import { NodeFileSystem } from '../../server/src/workspace/files/node-file-system.ts';
import { fromPath } from '../../server/src/workspace/files/uri.ts';
import { nodeRunHost } from '../../server/src/workspace/running/node-run-host.ts';
import { Client } from './harness.ts';

const FILES = {
  'callsheet.config.yaml': `
runners: { mine: { type: vscode-lm, vendor: acme, family: small, tools_from: mocks, max_turns: 3 } }
default_runner: mine
`,
  'a.case.yaml': `
case_id: weather
user_message: What is the weather?
replies: [{ content: In Nairobi. }]
tools: [{ name: get.weather, description: Tells it., inputSchema: { properties: { city: {} } } }]
expected:
  calls: [{ name: get.weather, args: { city: Nairobi }, turn: 1, returns: { sky: clear } }]
  must_mention: [clear]
`,
};

let folder: string;
let asked: ModelQuestion[];
beforeEach(() => {
  asked = [];
  folder = mkdtempSync(join(tmpdir(), 'models-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterEach(() => rmSync(folder, { recursive: true }));

type Script = (question: ModelQuestion, token: CancellationToken) => Promise<ModelAnswer>;

async function start(script?: Script): Promise<Client> {
  const client = await Client.start({
    fileSystem: new NodeFileSystem(() => []),
    folders: [fromPath(folder)],
    running: new NodeRunning(nodeRunHost),
    initializationOptions: { trusted: true },
    capabilities: { experimental: { callsheet: { models: script !== undefined } } },
  });
  client.connection.onRequest<ModelQuestion, ModelAnswer, void>(
    new RequestType('callsheet/askModel'),
    (question, token) => {
      asked.push(question);
      return script!(question, token);
    },
  );
  return client;
}

const command = () => ({
  command: 'callsheet.runCase',
  arguments: [{ uri: fromPath(join(folder, 'a.case.yaml')), case_id: 'weather' }],
});
const run = (client: Client) => client.request<ReportedCase>('workspace/executeCommand', command());

const says = (content: string): ModelAnswer => ({
  ok: true,
  model: 'acme/small-2',
  content,
  calls: [],
});

it('plays the case message by message, with the tools and the scripted user', async () => {
  const script = [
    says('Where?'),
    {
      ...says(''),
      calls: [{ id: 'c1', name: 'get_weather', arguments: '{"city":"Nairobi"}' }],
    } as ModelAnswer,
    says('It is clear.'),
  ];
  const client = await start(async () => script[asked.length - 1]!);
  expect(await run(client)).toMatchObject({ verdict: 'pass' });
  expect(asked[0]).toEqual({
    vendor: 'acme',
    family: 'small',
    messages: [{ role: 'user', content: 'What is the weather?' }],
    tools: [
      { name: 'get_weather', description: 'Tells it.', inputSchema: { properties: { city: {} } } },
    ],
  });
  expect(asked[2]?.messages.slice(2)).toEqual([
    { role: 'user', content: 'In Nairobi.' },
    {
      role: 'assistant',
      content: '',
      toolCalls: [{ id: 'c1', name: 'get_weather', arguments: '{"city":"Nairobi"}' }],
    },
    { role: 'tool', content: '{"sky":"clear"}', toolCallId: 'c1' },
  ]);
});

it('makes a model that cannot be asked an error, with the reason', async () => {
  const client = await start(async () => ({ ok: false, reason: 'acme may not be used' }));
  const { verdict, runs } = await run(client);
  expect(verdict).toBe('error');
  expect(runs[0]?.findings[0]?.message).toContain('acme may not be used');
  expect(asked).toHaveLength(1);
});

it('ends the question when the run is cancelled', async () => {
  let hung: ((token: CancellationToken) => void) | undefined;
  const token = new Promise<CancellationToken>((resolve) => {
    hung = resolve;
  });
  const client = await start((_, given) => {
    hung?.(given);
    return new Promise(() => {});
  });
  const cancelling = new CancellationTokenSource();
  const answer = client.connection.sendRequest(
    'workspace/executeCommand',
    command(),
    cancelling.token,
  );
  answer.catch(() => {});
  const given = await token;
  const ended = new Promise<void>((resolve) => given.onCancellationRequested(() => resolve()));
  cancelling.cancel();
  await expect(answer).rejects.toThrow('cancelled');
  await ended;
});

it('is refused by a client that offers no models, with what to do', async () => {
  const client = await start();
  await expect(run(client)).rejects.toThrow(
    'plays with the models of VS Code, and runs only there',
  );
  expect(asked).toEqual([]);
});
