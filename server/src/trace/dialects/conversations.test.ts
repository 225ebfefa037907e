import { describe, expect, it } from 'vitest';
import { readTrace } from '../index.ts';

const read = (value: unknown) => readTrace(JSON.stringify(value));

const lines = (...values: readonly unknown[]) =>
  readTrace(values.map((value) => JSON.stringify(value)).join('\n'));

describe('OpenAI Responses', () => {
  it('join the items between two answers into one message', () => {
    const trace = read([
      { role: 'user', content: 'x' },
      { type: 'reasoning', summary: [] },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{"n":1}' },
      { type: 'function_call', call_id: 'b', name: 'g', arguments: '{' },
      { type: 'function_call_output', call_id: 'a', output: 'A' },
      { type: 'function_call_output', call_id: 'b', output: [{ type: 'output_text', text: 'B' }] },
      { type: 'mcp_call', id: 'm', name: 'h', arguments: '{}', output: null, error: 'no' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] },
    ]);
    expect(trace.dialect).toBe('openai-responses');
    const [run] = trace.runs;
    expect(run?.calls).toEqual([
      { id: 'a', name: 'f', arguments: { n: 1 }, turn: 0, batch: 0, status: 'ok', output: 'A' },
      { id: 'b', name: 'g', rawArguments: '{', turn: 0, batch: 0, status: 'ok', output: 'B' },
      { id: 'm', name: 'h', arguments: {}, turn: 0, batch: 1, status: 'error', error: 'no' },
    ]);
    expect(run?.finalMessage).toBe('done');
  });
});

describe('Anthropic messages', () => {
  it('take results out of messages of the user', () => {
    const trace = read({
      model: 'm',
      system: 'be brief',
      messages: [
        { role: 'user', content: 'x' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'looking' },
            { type: 'tool_use', id: 'a', name: 'f', input: { n: 1 } },
            { type: 'tool_use', id: 'b', name: 'g', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'b', content: 'bad', is_error: true },
            { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'A' }] },
            { type: 'text', text: 'and then?' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
      ],
    });
    expect(trace.dialect).toBe('anthropic');
    const [run] = trace.runs;
    expect(run?.calls).toEqual([
      { id: 'a', name: 'f', arguments: { n: 1 }, turn: 0, batch: 0, status: 'ok', output: 'A' },
      {
        id: 'b',
        name: 'g',
        arguments: {},
        turn: 0,
        batch: 0,
        status: 'error',
        output: 'bad',
        error: 'bad',
      },
    ]);
    expect(run?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'tool',
      'user',
      'assistant',
    ]);
    expect([run?.model, run?.finalMessage]).toEqual(['m', 'done']);
  });
});

describe('Claude Code', () => {
  it('joins a message that is written over several lines, and leaves sub-agents out', () => {
    const assistant = (id: string, block: unknown, rest = {}) => ({
      type: 'assistant',
      message: { id, role: 'assistant', model: 'm', content: [block] },
      ...rest,
    });
    const use = (id: string) => ({ type: 'tool_use', id, name: id, input: {} });
    const [run] = lines(
      { type: 'user', message: { role: 'user', content: 'x' }, sessionId: 's' },
      { type: 'user', isMeta: true, message: { role: 'user', content: 'context' } },
      assistant('1', use('f')),
      assistant('1', use('g')),
      assistant('9', use('hidden'), { isSidechain: true }),
      assistant('2', use('h')),
      { type: 'file-history-snapshot', snapshot: {} },
    ).runs;
    expect(run?.runId).toBe('s');
    expect(run?.calls.map(({ name, turn, batch }) => [name, turn, batch])).toEqual([
      ['f', 0, 0],
      ['g', 0, 0],
      ['h', 0, 1],
    ]);
  });
});

describe('Gemini', () => {
  it('pairs answers without ids by name, in the order of the calls', () => {
    const call = (name: string, args: object) => ({ functionCall: { id: null, name, args } });
    const answer = (name: string, response: object) => ({ functionResponse: { name, response } });
    const trace = read({
      contents: [
        { role: 'user', parts: [{ text: 'x' }] },
        { role: 'model', parts: [call('f', { n: 1 }), call('g', {}), call('f', { n: 2 })] },
        {
          role: 'user',
          parts: [answer('f', { r: 1 }), answer('f', { error: 'no' }), answer('g', { r: 3 })],
        },
      ],
      candidates: [
        {
          content: {
            role: 'model',
            parts: [{ text: 'hm', thought: true }, { text: 'done' }],
          },
        },
      ],
    });
    expect(trace.dialect).toBe('gemini');
    const [run] = trace.runs;
    expect(
      run?.calls.map(({ name, batch, status, output }) => [name, batch, status, output]),
    ).toEqual([
      ['f', 0, 'ok', { r: 1 }],
      ['g', 0, 'ok', { r: 3 }],
      ['f', 0, 'error', { error: 'no' }],
    ]);
    expect(run?.finalMessage).toBe('done');
  });

  it('keeps the state of a session', () => {
    const [run] = read({ app_name: 'a', id: 's', state: { cart: [] }, events: [] }).runs;
    expect([run?.runId, run?.finalState]).toEqual(['s', { cart: [] }]);
  });
});

describe('Bedrock Converse', () => {
  it('reads tool uses and results', () => {
    const trace = read({
      messages: [
        { role: 'user', content: [{ text: 'x' }] },
        {
          role: 'assistant',
          content: [{ toolUse: { toolUseId: 'a', name: 'f', input: { n: 1 } } }],
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'a', content: [{ json: { r: 1 } }], status: 'success' } },
          ],
        },
        { role: 'assistant', content: [{ text: 'done' }] },
      ],
    });
    expect(trace.dialect).toBe('bedrock');
    expect(trace.runs[0]).toMatchObject({
      finalMessage: 'done',
      calls: [{ id: 'a', name: 'f', arguments: { n: 1 }, turn: 0, batch: 0, output: { r: 1 } }],
    });
  });
});
