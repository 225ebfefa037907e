import { describe, expect, it } from 'vitest';
import { readTrace } from './index.ts';

const read = (value: unknown, errorPattern?: string) =>
  readTrace(JSON.stringify(value), errorPattern === undefined ? {} : { errorPattern });

describe('native traces', () => {
  it('keep everything that the format names', () => {
    const trace = read({
      trace_version: 1,
      case_id: 'refund',
      runs: [
        {
          run_id: 7,
          model: 'm',
          started_at: '2026-01-01T00:00:00Z',
          calls: [
            {
              id: 'c1',
              name: 'search',
              arguments: { q: 'x' },
              turn: 0,
              batch: 1,
              status: 'timeout',
              output: null,
              error: null,
              latency_ms: 12,
              effects: 1,
              approval_id: 'a1',
              unheard_of: true,
            },
          ],
          final_message: 'done',
          messages: [{ role: 'user', content: 'hi' }],
          final_state: { a: 1 },
          clarified: false,
          usage: { input_tokens: 3, output_tokens: 4 },
          cost_usd: 0.5,
          latency_ms: 40,
          human: 'pass',
          tools_digest: { search: 'sha256:00' },
          meta: { prompt_version: '2' },
        },
      ],
    });
    expect(trace).toEqual({
      dialect: 'native',
      caseId: 'refund',
      problems: [],
      runs: [
        {
          runId: '7',
          caseId: 'refund',
          model: 'm',
          startedAt: '2026-01-01T00:00:00Z',
          calls: [
            {
              id: 'c1',
              name: 'search',
              arguments: { q: 'x' },
              turn: 0,
              batch: 1,
              status: 'timeout',
              output: null,
              latencyMs: 12,
              effects: 1,
              approvalId: 'a1',
            },
          ],
          finalMessage: 'done',
          messages: [{ role: 'user', content: 'hi' }],
          finalState: { a: 1 },
          clarified: false,
          usage: { inputTokens: 3, outputTokens: 4 },
          costUsd: 0.5,
          latencyMs: 40,
          human: 'pass',
          toolsDigest: new Map([['search', 'sha256:00']]),
          meta: { prompt_version: '2' },
        },
      ],
    });
  });

  it('may be a bare list of calls, arguments as text, an unaligned log', () => {
    const calls = [
      { id: '1', function: { name: 'get_weather', arguments: '{"city": "tokyo"}' } },
      { name: 'book', args: { id: 'F1' } },
      { name: 'now', arguments: '' },
      { name: 'broken', arguments: '{"a":' },
      { name: 'odd', arguments: [1] },
      { name: 'bare' },
    ];
    expect(read(calls).runs[0]?.calls).toEqual([
      { id: '1', name: 'get_weather', arguments: { city: 'tokyo' } },
      { name: 'book', arguments: { id: 'F1' } },
      { name: 'now', arguments: {} },
      { name: 'broken', rawArguments: '{"a":' },
      { name: 'odd', rawArguments: [1] },
      { name: 'bare', arguments: {} },
    ]);
    const exec_log = [
      { ok: false, error: '503', output: null },
      { ok: true, output: { id: 1 } },
    ];
    expect(read({ calls, exec_log }).runs[0]?.execLog).toEqual([
      { ok: false, error: '503', output: null },
      { ok: true, output: { id: 1 } },
    ]);
    expect(read([]).runs).toEqual([{ runId: '1', calls: [], messages: [] }]);
  });

  it('say which calls have no name', () => {
    const trace = read({ runs: [{ calls: [{ arguments: {} }, 3, { name: 'a' }] }] });
    expect(trace.runs[0]?.calls.map(({ name }) => name)).toEqual(['a']);
    expect(trace.runs[0]?.failure).toBe('call 0 has no name');
    expect(trace.problems.map(({ message }) => message)).toEqual([
      'call 0 has no name and is left out',
      'call 1 has no name and is left out',
    ]);
  });

  it('take calls from the messages where no list of calls is given', () => {
    const messages = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'f', arguments: { x: 1 } }] },
      { role: 'tool', tool_call_id: 'a', content: 'ok' },
      { role: 'assistant', content: 'bye' },
    ];
    expect(read({ trace_version: 1, runs: [{ messages }] }).runs[0]).toMatchObject({
      finalMessage: 'bye',
      calls: [{ id: 'a', name: 'f', arguments: { x: 1 }, status: 'ok', output: 'ok' }],
    });
  });

  it('come one a line, with ids told apart', () => {
    const text = '{"calls": [{"name": "a"}]}\n\n{"run_id": "1", "calls": []}\n{oops\n';
    const trace = readTrace(text, { name: 'x.jsonl' });
    expect(trace.runs.map(({ runId, calls }) => [runId, calls.length])).toEqual([
      ['1', 1],
      ['2', 0],
      ['line 4', 0],
    ]);
    expect(trace.runs.map(({ failure }) => failure !== undefined)).toEqual([false, false, true]);
    expect(trace.problems).toMatchObject([{ line: 3 }]);
    expect(trace.problems[0]?.message).toMatch(/^x\.jsonl: line 4 is no JSON/);
  });

  it('keep the digits of big integers', () => {
    const trace = readTrace('[{"name": "a", "arguments": {"id": 12345678901234567890}}]');
    expect(trace.runs[0]?.calls[0]?.arguments).toEqual({ id: 12345678901234567890n });
    const inside = readTrace('[{"name": "a", "arguments": "{\\"id\\": 12345678901234567890}"}]');
    expect(inside.runs[0]?.calls[0]?.arguments).toEqual({ id: 12345678901234567890n });
  });
});

describe('Chat messages', () => {
  const call = (id: string | undefined, name: string, args = '{}') => ({
    ...(id !== undefined && { id }),
    type: 'function',
    function: { name, arguments: args },
  });
  const answer = (id: string | undefined, content: unknown) => ({
    role: 'tool',
    ...(id !== undefined && { tool_call_id: id }),
    content,
  });

  it('number turns by the user and batches by the assistant', () => {
    const [run] = read([
      { role: 'system', content: 's' },
      { role: 'user', content: 'one' },
      { role: 'assistant', content: null, tool_calls: [call('a', 'f'), call('b', 'g')] },
      answer('b', 'B'),
      answer('a', [{ type: 'text', text: 'A' }]),
      { role: 'assistant', content: 'which?' },
      { role: 'user', content: 'two' },
      { role: 'user', content: 'and' },
      { role: 'assistant', content: 'now', tool_calls: [call('c', 'h')] },
      answer('c', 'C'),
      { role: 'assistant', content: 'done' },
    ]).runs;
    expect(run?.calls.map(({ name, turn, batch, output }) => [name, turn, batch, output])).toEqual([
      ['f', 0, 0, 'A'],
      ['g', 0, 0, 'B'],
      ['h', 1, 2, 'C'],
    ]);
    expect(run?.finalMessage).toBe('done');
    expect(run?.messages).toHaveLength(11);
    expect(run?.messages[2]?.toolCalls?.[1]).toEqual({ id: 'b', name: 'g', arguments: '{}' });
  });

  it('pair results by id, then with the nearest call that waits', () => {
    const [run] = read([
      { role: 'user', content: 'x' },
      { role: 'assistant', tool_calls: [call('a', 'f')] },
      answer('a', '1'),
      { role: 'assistant', tool_calls: [call('a', 'f'), call(undefined, 'g')] },
      answer('a', '2'),
      answer(undefined, '3'),
      { role: 'assistant', tool_calls: [call('z', 'h')] },
    ]).runs;
    expect(run?.calls.map(({ output, status }) => [output, status])).toEqual([
      ['1', 'ok'],
      ['2', 'ok'],
      ['3', 'ok'],
      [undefined, undefined],
    ]);
    expect(run?.finalMessage).toBeUndefined();
  });

  it('take texts for errors only where the configuration says so', () => {
    const messages = [
      { role: 'assistant', tool_calls: [call('a', 'f')] },
      answer('a', 'Error: no such order'),
    ];
    expect(read(messages).runs[0]?.calls[0]).toMatchObject({ status: 'ok' });
    expect(read(messages, '^Error').runs[0]?.calls[0]).toMatchObject({
      status: 'error',
      error: 'Error: no such order',
    });
    const trace = read(messages, '(?=Error)');
    expect(trace.runs).toHaveLength(1);
    expect(trace.problems).toHaveLength(1);
  });

  it('read the first function calling API too', () => {
    const [run] = read([
      { role: 'user', content: 'x' },
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
      { role: 'function', name: 'f', content: '2' },
    ]).runs;
    expect(run?.calls).toEqual([
      { name: 'f', arguments: { a: 1 }, turn: 0, batch: 0, status: 'ok', output: '2' },
    ]);
  });
});

describe('texts of several lines', () => {
  const one = JSON.stringify({ run_id: 'a', calls: [{ name: 'x', arguments: {} }] });

  it.each([
    ['two values', `${one}\n${one}\n`, 2],
    ['one value and blank lines', `\n${one}\n\n`, 1],
    ['one list whose first line looks whole', `[${one}\n]`, 1],
    ['lists in a list, broken after the first', `[[${one}]\n,\n[${one}]]`, 0],
  ])('%s', (_, text, runs) => {
    expect(readTrace(text).runs).toHaveLength(runs);
  });
});

describe('files that are no trace', () => {
  it.each([
    ['', 'the file is empty'],
    ['hello', 'is no JSON: expected a value, found "h"'],
    ['{"a": 1}', 'no dialect of a trace has this shape'],
    ['3', 'no dialect of a trace has this shape'],
  ])('%j is a problem', (text, message) => {
    const trace = readTrace(text);
    expect(trace.runs).toEqual([]);
    expect(trace.problems.map((problem) => problem.message)).toEqual([message]);
  });

  it('may be nested deeper than the stack', () => {
    const depth = 200_000;
    const deep = '['.repeat(depth) + ']'.repeat(depth);
    for (const text of [deep, `[{"role":"assistant","content":${deep}}]`, `{"calls":${deep}}`]) {
      expect(readTrace(text).runs.length).toBeLessThan(2);
    }
    const result = `{"jsonrpc":"2.0","id":1,"result":{"x":${deep}}}`;
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"f"}}';
    expect(readTrace(`${call}\n${result}`).problems).not.toEqual([]);
  });

  it('keep what stands before the place where a log breaks off', () => {
    const line = JSON.stringify({ calls: [{ name: 'a' }] });
    for (let length = 0; length <= line.length; length++) {
      const trace = readTrace(`${line}\n${line.slice(0, length)}`);
      expect(trace.runs.length).toBeGreaterThan(0);
    }
    for (let length = 0; length < line.length; length++) {
      expect(readTrace(line.slice(0, length)).problems).not.toEqual([]);
    }
  });
});

it('keeps no call of a run that has more than are scored, and says so', () => {
  const call = '{"name":"t"}';
  const text = `{"runs":[{"run_id":"a","calls":[${`${call},`.repeat(3_000)}${call}]},{"run_id":"b","calls":[${call}]}]}`;
  const { runs, problems } = readTrace(text);
  const message = 'the run a holds 3001 calls: no more than 3000 are scored';
  expect(runs).toMatchObject([
    { runId: 'a', calls: [], failure: message },
    { runId: 'b', calls: [{ name: 't' }] },
  ]);
  expect(problems).toEqual([{ message }]);
});
