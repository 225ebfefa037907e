import { describe, expect, it } from 'vitest';
import { readTrace } from './index.ts';

describe('what is lost', () => {
  const broken = '{"role": "assistant", "tool_calls": [{"function": {"name": "wipe"';
  const whole = ['{"role": "user", "content": "hi"}', '{"role": "assistant", "content": "done"}'];

  it('spoils a log: it may have held a call', () => {
    const { runs } = readTrace([whole[0], broken, whole[1]].join('\n'));
    expect(runs).toMatchObject([{ failure: expect.stringMatching(/^line 2 is no JSON/) }]);
  });

  it.each<[what: string, record: object]>([
    ['OpenAI Chat', [{ role: 'assistant', tool_calls: [{ id: '1', function: {} }] }]],
    [
      'OpenAI Responses',
      { output: [{ type: 'function_call', call_id: '1', arguments: '{}' }, { type: 'reasoning' }] },
    ],
    [
      'Anthropic',
      [
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: '1', input: {} }] },
      ],
    ],
    ['Gemini', { contents: [{ role: 'model', parts: [{ functionCall: { args: {} } }] }] }],
    ['Bedrock', [{ role: 'assistant', content: [{ toolUse: { toolUseId: '1', input: {} } }] }]],
    ['LangChain', [{ type: 'ai', content: '', tool_calls: [{ id: '1', args: {} }] }]],
    ['MCP', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { arguments: {} } }],
    ['a native run', { runs: [{ messages: [{ role: 'assistant', tool_calls: [{ id: '1' }] }] }] }],
  ])('is a call without a name: %s', (_, record) => {
    expect(readTrace(JSON.stringify(record)).runs).toMatchObject([
      { failure: 'a call has no name' },
    ]);
  });

  it.each<[what: string, message: object]>([
    ['parts of a message', { content: [{ type: 'tool-call', toolCallId: '1', toolName: 'wipe' }] }],
    ['a list of its own', { content: '', toolInvocations: [{ toolName: 'wipe' }] }],
    ['another list', { content: '', toolCalls: [{ name: 'wipe' }] }],
    ['one object in place of a list', { content: '', tool_calls: { function: { name: 'wipe' } } }],
    ['texts in a list', { content: '', tool_calls: ['wipe'] }],
    ['a text', { content: '', function_call: 'wipe' }],
    ['parts of the editor', { parts: [{ type: 'tool-wipe', toolCallId: '1' }] }],
  ])('is a call in words that no dialect reads: %s', (_, message) => {
    const said = 'parts' in message ? { parts: [{ type: 'text', text: 'hi' }] } : { content: 'hi' };
    const record = [
      { role: 'user', ...said },
      { role: 'assistant', ...message },
    ];
    expect(readTrace(JSON.stringify(record)).runs).toMatchObject([
      { failure: 'a message holds calls in a form that is not read' },
    ]);
  });

  it.each<[run: object, failure: string | undefined]>([
    [{ tool_calls: [{ name: 'wipe' }] }, 'its calls stand under `tool_calls`, and `calls` is read'],
    [{ calls: { name: 'wipe' } }, '`calls` is no list'],
    [{}, 'nothing is recorded in it'],
    // As Go writes a list without members.
    [{ calls: null }, undefined],
    [{ final_message: 'No tool is needed.' }, undefined],
    // Its calls are known, whatever form its messages have.
    [{ calls: [], messages: [{ role: 'assistant', toolCalls: [{ name: 'a' }] }] }, undefined],
  ])('of the run %j: %s', (run, failure) => {
    const { runs } = readTrace(JSON.stringify({ trace_version: 1, runs: [run] }));
    expect(runs.map((each) => each.failure)).toEqual([failure]);
  });

  it.each([[2], ['2'], [1.5], [{}]])('is what another version of the form means: %j', (version) => {
    const runs = [{ calls: [], final_message: 'Done.' }];
    const read = readTrace(JSON.stringify({ trace_version: version, runs }));
    const failure = `its \`trace_version\` is ${JSON.stringify(version)}, and 1 is read`;
    expect(read.runs).toMatchObject([{ failure }]);
  });

  it.each<[what: string, results: readonly object[], failure: string | undefined]>([
    ['of no call', [{ tool_call_id: '2' }], 'the result of a call is there, and not the call'],
    ['of another tool', [{ name: 'b' }], 'the result of a call is there, and not the call'],
    ['of a call, told twice', [{ tool_call_id: '1' }, { tool_call_id: '1' }], undefined],
    ['of a call by its name, told twice', [{ name: 'a' }, { name: 'a' }], undefined],
  ])('is a call of which there is a result alone: %s', (_, results, failure) => {
    const record = [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: '', tool_calls: [{ id: '1', function: { name: 'a' } }] },
      ...results.map((result) => ({ role: 'tool', content: 'out', ...result })),
    ];
    expect(readTrace(JSON.stringify(record)).runs.map((run) => run.failure)).toEqual([failure]);
  });

  it('spoils a stream', () => {
    const event = (type: string, more: object) => `data: ${JSON.stringify({ type, ...more })}\n\n`;
    const start = event('message_start', { message: { role: 'assistant', content: [] } });
    const { runs } = readTrace(
      `${start}data: {"type": "content_block\n\n${event('message_stop', {})}`,
    );
    expect(runs).toMatchObject([{ failure: expect.stringMatching(/^an event's data is no JSON/) }]);
  });

  it("is nobody's where runs of several cases stand one a line", () => {
    const run = (id: string) => `{"case_id": "${id}", "calls": [{"name": "a"}]}`;
    const { runs, problems } = readTrace(`${run('one')}\n{oops\n${run('two')}`);
    expect(runs.map(({ caseId, failure }) => [caseId, failure])).toEqual([
      ['one', undefined],
      ['two', undefined],
    ]);
    expect(problems).toMatchObject([{ line: 1, isLoss: true }]);
  });
});
