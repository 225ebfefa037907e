import { describe, expect, it } from 'vitest';
import { readTrace } from '../index.ts';

const read = (value: unknown) => readTrace(JSON.stringify(value));

const lines = (...values: readonly unknown[]) =>
  readTrace(values.map((value) => JSON.stringify(value)).join('\n'));

describe('MCP logs', () => {
  const request = (id: number, name: string) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name },
  });

  it('keep the two directions apart', () => {
    const [run] = lines(
      { dir: 'out', msg: request(1, 'f') },
      { dir: 'in', msg: { jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} } },
      { dir: 'out', msg: { jsonrpc: '2.0', id: 1, result: { role: 'assistant' } } },
      { dir: 'in', msg: { jsonrpc: '2.0', id: 1, result: { content: [] } } },
    ).runs;
    expect(run?.calls).toEqual([
      {
        id: '1',
        name: 'f',
        arguments: {},
        batch: 0,
        status: 'ok',
        output: { content: [] },
      },
    ]);
  });

  it('tell what became of a call', () => {
    const [run] = lines(
      ...[1, 2, 3, 4].map((id) => request(id, `t${id}`)),
      { jsonrpc: '2.0', id: 1, result: { resultType: 'input_required' } },
      { jsonrpc: '2.0', id: 2, result: { task: { taskId: 'x', status: 'working' } } },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } },
    ).runs;
    expect(run?.calls.map(({ status }) => status)).toEqual([
      'input_required',
      'working',
      'cancelled',
      undefined,
    ]);
  });
});

describe('OpenTelemetry spans', () => {
  const attribute = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const span = (
    traceId: string,
    start: number,
    attributes: readonly unknown[],
    rest: object = {},
  ) => ({
    traceId,
    startTimeUnixNano: String(start * 1e6),
    endTimeUnixNano: String((start + 5) * 1e6),
    attributes,
    ...rest,
  });
  const tool = (name: string, ...more: readonly unknown[]) => [
    attribute('gen_ai.operation.name', 'execute_tool'),
    attribute('gen_ai.tool.name', name),
    ...more,
  ];
  const otlp = (...spans: readonly unknown[]) =>
    read({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans }] }] });

  it('leave unknown what they do not carry', () => {
    const [run] = otlp(
      span('t', 20, tool('g'), { status: { code: 2, message: 'refused' } }),
      span('t', 10, tool('f', attribute('gen_ai.tool.call.arguments', '{"n":1}'))),
    ).runs;
    expect(run).toMatchObject({ runId: 't', startedAt: '1970-01-01T00:00:00.010Z', latencyMs: 15 });
    expect(run?.calls).toEqual([
      { name: 'f', arguments: { n: 1 }, batch: 0, status: 'ok', latencyMs: 5 },
      {
        name: 'g',
        argumentsUnknown: true,
        batch: 1,
        status: 'error',
        error: 'refused',
        latencyMs: 5,
      },
    ]);
  });

  it('add to the calls that a conversation shows', () => {
    const messages = [
      { role: 'user', parts: [{ type: 'text', content: 'x' }] },
      {
        role: 'assistant',
        parts: [{ type: 'tool_call', id: 'a', name: 'f', arguments: { n: 1 } }],
      },
      { role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: 'A' }] },
    ];
    const chat = [
      attribute('gen_ai.operation.name', 'chat'),
      attribute('gen_ai.input.messages', JSON.stringify(messages)),
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '7' } },
    ];
    const [run] = otlp(
      span('t', 10, tool('f', attribute('gen_ai.tool.call.id', 'a'))),
      span('t', 30, chat),
    ).runs;
    expect(run?.calls).toEqual([
      {
        id: 'a',
        name: 'f',
        arguments: { n: 1 },
        turn: 0,
        batch: 0,
        status: 'ok',
        output: 'A',
        latencyMs: 5,
      },
    ]);
    expect(run?.usage).toEqual({ inputTokens: 7 });
  });

  it('are one run a trace', () => {
    const { runs } = otlp(
      span('a', 1, tool('f')),
      span('b', 2, tool('g')),
      span('a', 3, tool('h')),
    );
    expect(runs.map(({ runId, calls }) => [runId, calls.map(({ name }) => name)])).toEqual([
      ['a', ['f', 'h']],
      ['b', ['g']],
    ]);
  });

  it('of OpenInference may be nested', () => {
    const [run] = read([
      {
        context: { trace_id: 't' },
        status_code: 'OK',
        attributes: {
          openinference: { span: { kind: 'TOOL' } },
          tool: { name: 'f' },
          input: { value: '{"n":1}' },
          output: { value: 'A' },
        },
      },
    ]).runs;
    expect(run?.calls).toEqual([
      { name: 'f', arguments: { n: 1 }, batch: 0, status: 'ok', output: 'A' },
    ]);
  });
});

describe('Inspect', () => {
  it('reads calls and errors of a sample, and events where there are no messages', () => {
    const call = { id: 'a', function: 'bash', arguments: { cmd: 'ls' }, type: 'function' };
    const answer = { role: 'tool', tool_call_id: 'a', function: 'bash', content: 'ok' };
    const trace = read({
      eval: { model: 'm' },
      samples: [
        {
          id: 'x',
          epoch: 2,
          messages: [{ role: 'assistant', content: '', tool_calls: [call] }, answer],
        },
        { id: 'y', epoch: 1, events: [{ event: 'tool', ...call, result: 'ok' }] },
        { id: 'z', epoch: 1, events: [] },
      ],
    });
    expect(trace.runs.map(({ runId, caseId }) => [runId, caseId])).toEqual([
      ['x-2', 'x'],
      ['y-1', 'y'],
    ]);
    for (const run of trace.runs) {
      expect(run.calls).toEqual([
        { id: 'a', name: 'bash', arguments: { cmd: 'ls' }, batch: 0, status: 'ok', output: 'ok' },
      ]);
    }
    expect(trace.problems.map(({ message }) => message)).toEqual(['sample z holds no messages']);
  });
});

describe('tau2', () => {
  it('leaves out what the simulated user calls', () => {
    const call = (id: string, name: string) => ({ id, name, arguments: { n: 1 } });
    const trace = read({
      info: { agent_info: { llm: 'm' } },
      simulations: [
        {
          id: 's',
          task_id: 't',
          trial: 0,
          reward_info: { reward: 1 },
          messages: [
            { role: 'user', content: 'x', tool_calls: [call('u', 'look')] },
            { role: 'tool', id: 'u', requestor: 'user', content: 'seen' },
            { role: 'assistant', content: null, tool_calls: [call('a', 'f')] },
            { role: 'tool', id: 'a', requestor: 'assistant', content: 'A', error: false },
            { role: 'assistant', content: null, tool_calls: [call('b', 'g')] },
            { role: 'tool', id: 'b', requestor: 'assistant', content: 'bad', error: true },
          ],
        },
      ],
    });
    expect(trace).toMatchObject({ dialect: 'tau2', caseId: 't' });
    expect(trace.runs[0]).toMatchObject({ runId: 's', model: 'm', meta: { reward: 1, trial: 0 } });
    expect(trace.runs[0]?.calls).toMatchObject([
      { id: 'a', name: 'f', arguments: { n: 1 }, output: 'A', status: 'ok' },
      { id: 'b', name: 'g', output: 'bad', status: 'error' },
    ]);
  });
});

describe('BFCL', () => {
  const calls = (result: unknown) =>
    read({ id: 'q', result }).runs[0]?.calls.map(({ name, arguments: args, turn, batch }) => [
      name,
      args,
      turn,
      batch,
    ]);

  it('reads calls as objects, as JSON text and in Python', () => {
    expect(calls([{ f: { a: 1 } }, { g: '{"b": 2}' }])).toEqual([
      ['f', { a: 1 }, undefined, 0],
      ['g', { b: 2 }, undefined, 0],
    ]);
    expect(calls('[m.f(a=1, b=["x", None], c={"k": (1.5, True)}), g()]')).toEqual([
      ['m.f', { a: 1, b: ['x', null], c: { k: [1.5, true] } }, undefined, 0],
      ['g', {}, undefined, 0],
    ]);
    expect(read({ id: 'q', result: 'No function fits.' }).runs[0]).toMatchObject({
      calls: [],
      finalMessage: 'No function fits.',
    });
  });

  it('numbers turns and steps', () => {
    expect(calls([[[{ f: {} }], [{ g: {} }]], [['h(a=1)']]])).toEqual([
      ['f', {}, 0, 0],
      ['g', {}, 0, 1],
      ['h', { a: 1 }, 1, 2],
    ]);
  });
});

it('reads lists of conversations one by one', () => {
  const conversation = (name: string) => ({
    messages: [
      { role: 'user', content: 'x' },
      { role: 'assistant', tool_calls: [{ id: '1', function: { name, arguments: '{}' } }] },
    ],
  });
  const trace = read([conversation('f'), { a: 1 }, conversation('g')]);
  expect(trace.runs.map(({ runId, calls }) => [runId, calls[0]?.name])).toEqual([
    ['1', 'f'],
    ['2', 'g'],
  ]);
  expect(trace.problems).toEqual([
    { message: 'item 1: no dialect of a trace has this shape', path: [1] },
  ]);
});
