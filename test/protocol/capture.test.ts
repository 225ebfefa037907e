import { afterEach, describe, expect, it } from 'vitest';
import { ErrorCodes, LSPErrorCodes } from 'vscode-languageserver';
import { commands } from '../../server/src/protocol.ts';
import { Client, uriOf } from './harness.ts';

const trace = (...runs: object[]) =>
  JSON.stringify({ trace_version: 1, case_id: 'book', runs }, null, 2);
const call = (to: string) => ({ name: 'search', arguments: { to }, status: 'ok', output: [] });
const good = { run_id: 'b', human: 'pass', calls: [call('Rome')] };
const bad = { run_id: 'a', human: 'fail', calls: [call('Oslo')] };

let client: Client;
afterEach(() => client.stop());

const capture = (argument: unknown): Promise<string> =>
  client.connection.sendRequest('workspace/executeCommand', {
    command: commands.captureGolden,
    arguments: [argument],
  });

describe('callsheet.captureGolden', () => {
  it('answers the text of a golden trajectory, of the first passing run', async () => {
    client = await Client.start({ files: { 'runs/book.trace.json': trace(bad, good) } });
    const text = await capture({ trace_uri: uriOf('runs/book.trace.json') });
    expect(text).toContain('golden_id: book\n');
    expect(text).toContain('to: Rome\n');
    expect(text).toContain('source:\n  trace: ./book.trace.json\n  run_id: b\n');
  });

  it('takes the run that is asked for, and an unsaved text before the one on disk', async () => {
    client = await Client.start({ files: { 'book.trace.json': trace(good) } });
    const uri = await client.open('book.trace.json', trace(bad, good));
    expect(await capture({ trace_uri: uri, run_id: 'a' })).toContain('to: Oslo\n');
  });

  it('reads what the configuration says of errors and of addresses', async () => {
    const output = { ...call('Rome'), output: 'Fehler: no', arguments: { to: 'ada@acme.org' } };
    client = await Client.start({
      files: {
        'callsheet.config.yaml':
          'traces: { error_pattern: "^Fehler" }\nsensitive: { domains: [Acme.org] }\n',
        'book.trace.json': JSON.stringify([
          { role: 'user', content: 'To Rome' },
          {
            role: 'assistant',
            content: null,
            tool_calls: ['x', 'y'].map((id) => ({
              id,
              type: 'function',
              function: { name: 'search', arguments: JSON.stringify(output.arguments) },
            })),
          },
          { role: 'tool', tool_call_id: 'x', content: output.output },
          { role: 'tool', tool_call_id: 'y', content: '[]' },
          { role: 'assistant', content: 'Done.' },
        ]),
      },
    });
    const text = await capture({ trace_uri: uriOf('book.trace.json') });
    expect(text).toContain('# Left out: call 1, search, which failed.\n');
    expect(text.match(/to: .*/g)).toEqual(['to: ada@acme.org']);
  });

  it.each([
    ['no uri', {}, ErrorCodes.InvalidParams, 'trace_uri'],
    ['a run that is not there', { run_id: '9' }, LSPErrorCodes.RequestFailed, 'no run “9”'],
    ['no trace', { trace_uri: uriOf('none.json') }, LSPErrorCodes.RequestFailed, 'none.json: '],
    [
      'a run without calls',
      { trace_uri: uriOf('silent.trace.json') },
      LSPErrorCodes.RequestFailed,
      'capture it as a case instead',
    ],
  ])('says what is wrong with %s', async (_, argument, code, message) => {
    client = await Client.start({
      files: {
        'book.trace.json': trace(good),
        'silent.trace.json': trace({ run_id: '1', calls: [], final_message: 'Hi' }),
      },
    });
    const full =
      'run_id' in argument ? { trace_uri: uriOf('book.trace.json'), ...argument } : argument;
    await expect(capture(full)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });
});
