import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/value.ts';
import { runAgent } from './agent-loop.ts';
import { chatModel } from './chat.ts';
import { readChat, readLimits } from './chat-spec.ts';
import type { OpenTools, RunOutcome, RunRequest } from './runner.ts';
import {
  type Answer,
  breaksOff,
  type ChatServer,
  calls,
  callsAtOnce,
  chatServer,
  endsShort,
  hangs,
  refuses,
  says,
} from './testing/chat-server.ts';
import { runTrials } from './trials.ts';

let server: ChatServer;
afterEach(() => server.close());

const REQUEST: RunRequest = {
  caseId: 'c',
  messages: [{ role: 'user', content: 'What is the weather?' }],
  replies: [],
  tools: [
    { name: 'get.weather', description: 'Weather of a place.', inputSchema: { type: 'object' } },
  ],
  trial: 1,
  seed: 41,
};
const KEY = 'sk-very-secret';

/** Answers each call with the place that it asks about. */
const TOOLS: OpenTools = {
  call: async (name, args) => ({ status: 'ok', output: { name, ...args } }),
};

interface Given {
  readonly request?: Partial<RunRequest>;
  readonly written?: JsonObject;
  readonly signal?: AbortSignal;
}

async function play(script: readonly Answer[], given: Given = {}): Promise<RunOutcome> {
  server = await chatServer(script);
  const written = {
    base_url: server.url,
    model: 'small',
    api_key_env: 'KEY',
    timeout_s: 20,
    ...given.written,
  };
  const spec = readChat(written, { KEY });
  if (typeof spec === 'string') throw new Error(spec);
  const outcomes: RunOutcome[] = [];
  const runner = {
    run: (request: RunRequest, context: Parameters<typeof runAgent>[4]) =>
      runAgent(chatModel(spec), TOOLS, request, readLimits(written), context),
  };
  await runTrials([{ of: 0, runner, request: { ...REQUEST, ...given.request } }], {
    concurrency: 1,
    signal: given.signal ?? new AbortController().signal,
    now: () => 0,
    onLog() {},
    onEnd: (_, outcome) => {
      outcomes.push(outcome);
    },
  });
  return outcomes[0] as RunOutcome;
}
const runOf = (outcome: RunOutcome) => {
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.run;
};

describe('a chat model', () => {
  it('calls tools in parallel, reads what they say, and answers', async () => {
    const run = runOf(
      await play([
        calls(['get_weather', '{"city": "Nairobi"}'], ['get_weather', '{"city": "Lima"}']),
        says('It is sunny in both.'),
      ]),
    );
    expect(run.calls).toEqual([
      {
        id: 'call_1_0',
        name: 'get.weather',
        arguments: { city: 'Nairobi' },
        turn: 0,
        batch: 0,
        status: 'ok',
        output: { name: 'get.weather', city: 'Nairobi' },
      },
      {
        id: 'call_1_1',
        name: 'get.weather',
        arguments: { city: 'Lima' },
        turn: 0,
        batch: 0,
        status: 'ok',
        output: { name: 'get.weather', city: 'Lima' },
      },
    ]);
    expect(run).toMatchObject({
      model: 'small',
      finalMessage: 'It is sunny in both.',
      usage: { inputTokens: 20, outputTokens: 10 },
      costUsd: 0.02,
    });
    const [first, second] = server.asked;
    expect(first?.body).toMatchObject({ model: 'small', temperature: 0, seed: 41 });
    expect(first?.body.tools?.map((tool) => tool.function.name)).toEqual(['get_weather']);
    expect(first?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(second?.body.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'tool',
    ]);
    expect(second?.body.messages[2]?.content).toBe('{"city":"Nairobi","name":"get.weather"}');
  });

  it('is told when its arguments are no JSON, and what it wrote is kept', async () => {
    const run = runOf(
      await play([calls(['get_weather', '{"city": "Nai']), says('I could not look it up.')]),
    );
    expect(run.calls).toMatchObject([
      { rawArguments: '{"city": "Nai', status: 'error', error: 'the arguments are no JSON object' },
    ]);
    expect(run.calls[0]).not.toHaveProperty('arguments');
    expect(server.asked[1]?.body.messages.at(-1)?.content).toContain('no JSON object');
  });

  it('asks, hears the scripted reply, and acts in the next turn', async () => {
    const run = runOf(
      await play(
        [
          says('Which city do you mean?'),
          calls(['get_weather', '{"city": "Nairobi"}']),
          says('Sunny.'),
        ],
        {
          request: {
            replies: [
              { content: 'Fahrenheit.', when: '/celsius/i' },
              { content: 'Nairobi.', when: 'which CITY' },
            ],
          },
        },
      ),
    );
    expect(run.calls).toMatchObject([{ turn: 1, batch: 1, arguments: { city: 'Nairobi' } }]);
    expect(run.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'What is the weather?'],
      ['assistant', 'Which city do you mean?'],
      ['user', 'Nairobi.'],
      ['assistant', ''],
      ['tool', '{"city":"Nairobi","name":"get.weather"}'],
      ['assistant', 'Sunny.'],
    ]);
  });

  it('is understood where it does not stream, though it was asked to', async () => {
    const run = runOf(
      await play([callsAtOnce('get_weather', '{"city": "Nairobi"}'), says('Sunny.')]),
    );
    expect(run.calls).toMatchObject([{ id: 'call_0', arguments: { city: 'Nairobi' } }]);
    expect(run.usage).toEqual({ inputTokens: 20, outputTokens: 10 });
    expect(server.asked).toHaveLength(2);
  });

  it('waits as long as the service asks for, and goes on', async () => {
    const run = runOf(
      await play([
        refuses(429, { 'retry-after-ms': '1' }),
        refuses(503, { 'retry-after': '0' }),
        says('Here.'),
      ]),
    );
    expect(run.finalMessage).toBe('Here.');
    expect(server.asked).toHaveLength(3);
  });

  it.each([
    ['breaks off', breaksOff],
    ['has no end', endsShort],
  ])('is asked anew where its message %s', async (_, fault) => {
    const run = runOf(await play([fault, says('Here.')]));
    expect(run.finalMessage).toBe('Here.');
    expect(server.asked).toHaveLength(2);
  });

  it('is given up after three tries where it always breaks off', async () => {
    expect(await play([breaksOff])).toMatchObject({
      ok: false,
      kind: 'transport',
      reason: expect.stringMatching(/^small at http.*, 3 times$/),
    });
    expect(server.asked).toHaveLength(3);
  });

  it('that hangs is ended by its time limit, and by whoever cancels', async () => {
    expect(await play([hangs], { written: { timeout_s: 0.3 } })).toEqual({
      ok: false,
      kind: 'agent',
      reason: 'small was not done within 0.3 s',
    });
    await server.close();
    const stop = new AbortController();
    const hung: Answer = (response, asked) => {
      hangs(response, asked);
      stop.abort();
    };
    expect(await play([hung], { signal: stop.signal })).toMatchObject({ kind: 'cancelled' });
  });

  it('that is refused is not asked again, and the key is not told', async () => {
    const outcome = await play([refuses(401, {}, `Incorrect API key provided: ${KEY}`)]);
    expect(outcome).toMatchObject({ ok: false, kind: 'agent' });
    expect(outcome).toMatchObject({
      reason: expect.stringContaining('Incorrect API key provided: …'),
    });
    expect(JSON.stringify(outcome)).not.toContain(KEY);
    expect(server.asked).toHaveLength(1);
  });

  it('ends as it stands where it takes too many turns or costs too much', async () => {
    const loop = [calls(['get_weather', '{}'])];
    const turns = runOf(await play(loop, { written: { max_turns: 3 } }));
    expect(turns.calls).toHaveLength(3);
    expect(turns.meta).toEqual({ stopped: 'max_turns' });
    expect(turns).not.toHaveProperty('finalMessage');
    await server.close();
    const cost = runOf(await play(loop, { written: { max_cost_usd: 0.02 } }));
    expect(cost.calls).toHaveLength(2);
    expect(cost.meta).toEqual({ stopped: 'max_cost_usd' });
  });

  it('hears the system message, keeps its own seed and temperature, and goes without a key', async () => {
    server = await chatServer([says('Hello.')]);
    const written = {
      base_url: server.url,
      model: 'm',
      seed: 5,
      temperature: 0.5,
      system: 'Be kind.',
    };
    const spec = readChat(written, {});
    if (typeof spec === 'string') throw new Error(spec);
    const context = { signal: new AbortController().signal, onLog() {} };
    const outcome = await runAgent(chatModel(spec), TOOLS, REQUEST, readLimits(written), context);
    const [asked] = server.asked;
    expect(asked?.headers.authorization).toBeUndefined();
    expect(asked?.body).toMatchObject({ seed: 5, temperature: 0.5 });
    expect(asked?.body.messages[0]).toEqual({ role: 'system', content: 'Be kind.' });
    expect(runOf(outcome).messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
  });
});

describe('the configuration of a chat runner', () => {
  it.each([
    [{ base_url: 'nowhere', model: 'm' }, 'its `base_url` is no web address'],
    [{ base_url: 'http://localhost', model: 'm', api_key_env: 'NONE' }, 'the variable NONE'],
  ])('%j cannot be used', async (written, reason) => {
    server = await chatServer([]);
    expect(readChat(written, { KEY })).toContain(reason);
  });
});
