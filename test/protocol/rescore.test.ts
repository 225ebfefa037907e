import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Json } from '../../server/src/model/value.ts';
import type { CaseResult, FileScores } from '../../server/src/protocol.ts';
import { NodePulling } from '../../server/src/server/node-pulling.ts';
import type { Running } from '../../server/src/server/running.ts';
import { nodeRunHost } from '../../server/src/workspace/running/node-run-host.ts';
import { Client, uriOf } from './harness.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'reserve',
      inputSchema: {
        type: 'object',
        properties: { sku: { type: 'string' } },
        required: ['sku'],
      },
      annotations: { readOnlyHint: true },
    },
  ],
});

const CASE = `case_id: one
tools: ./shop.tools.json
user_message: Reserve one.
trace: one.trace.json
expected:
  calls:
    - name: reserve
      args: { sku: A-1 }
`;

const traceOf = (sku: string): string =>
  JSON.stringify({ runs: [{ run_id: '1', calls: [{ name: 'reserve', arguments: { sku } }] }] });

const FILES = { 'shop.tools.json': TOOLS, 'one.trace.json': traceOf('A-2') };

let client: Client;
afterEach(() => client.stop());

const rescore = (uri: string, case_id = 'one') =>
  client.request<{ verdict: string }>('workspace/executeCommand', {
    command: 'callsheet.rescoreCase',
    arguments: [{ uri, case_id }],
  });

/** The score findings of a file as pushed last. */
const scores = (uri: string) =>
  client.published
    .findLast((each) => each.uri === uri)
    ?.diagnostics.filter(({ source }) => source === 'callsheet score') ?? [];

const scoredAs = (uri: string, what: string, codes: readonly string[]) =>
  client.until(what, () => {
    const found = scores(uri).map(({ code }) => code);
    return JSON.stringify(found.sort()) === JSON.stringify([...codes].sort()) ? true : undefined;
  });

describe('rescoring', () => {
  it('answers with the case and puts the findings on the lines that gate', async () => {
    client = await Client.start({ files: FILES });
    const uri = await client.open('one.case.yaml', CASE);
    expect(await rescore(uri)).toMatchObject({
      case_id: 'one',
      verdict: 'fail',
      runs: [{ run_id: '1', metrics: { selection_acc: 1, arg_acc: 0 } }],
    });
    await scoredAs(uri, 'the wrong argument', ['score-summary', 'wrong-arg']);
    expect(scores(uri).find(({ code }) => code === 'wrong-arg')).toMatchObject({
      severity: 1,
      range: { start: { line: 7, character: 14 }, end: { line: 7, character: 17 } },
    });
    expect(scores(uri).find(({ code }) => code === 'score-summary')?.range.start).toEqual({
      line: 0,
      character: 9,
    });
  });

  it('follows the case, its trace and its manifest', async () => {
    client = await Client.start({ files: FILES });
    const uri = await client.open('one.case.yaml', CASE);
    await rescore(uri);
    await scoredAs(uri, 'a failure', ['score-summary', 'wrong-arg']);
    await client.change(uri, [{ text: CASE.replace('A-1', 'A-2') }]);
    await scoredAs(uri, 'a pass after the case was mended', ['score-summary']);
    const trace = await client.open('one.trace.json', traceOf('A-3'), 'json');
    await scoredAs(uri, 'a failure after the trace was edited', ['score-summary', 'wrong-arg']);
    await client.close(trace);
    await scoredAs(uri, 'a pass by the file on disk', ['score-summary']);
    await client.open('shop.tools.json', TOOLS.replace('reserve', 'book'), 'json');
    await client.diagnosticsWith(uri, 'the tool to be unknown', ({ diagnostics }) =>
      diagnostics.some(({ code }) => code === 'unknown-tool'),
    );
    await scoredAs(uri, 'no more than the summary of a case that cannot be scored', [
      'score-summary',
    ]);
  });

  it('needs no open file, and tells it until the scores are cleared', async () => {
    client = await Client.start({ files: { ...FILES, 'one.case.yaml': CASE } });
    const uri = uriOf('one.case.yaml');
    await rescore(uri);
    await scoredAs(uri, 'findings in a file that nobody opened', ['score-summary', 'wrong-arg']);
    await client.request('workspace/executeCommand', {
      command: 'callsheet.clearScores',
      arguments: [{ uri }],
    });
    await scoredAs(uri, 'no scores', []);
  });

  it('tells a client with a Testing view what became of each case', async () => {
    client = await Client.start({
      files: FILES,
      capabilities: { experimental: { callsheet: { testing: true } } },
    });
    const uri = await client.open('one.case.yaml', CASE);
    await rescore(uri);
    const told = await client.until('the scores', () =>
      client.notifications
        .filter(({ method }) => method === 'callsheet/scoresChanged')
        .map(({ params }) => params as FileScores)
        .find((params) => params.uri === uri && params.results.length > 0),
    );
    expect(told.results).toMatchObject([
      {
        case_id: 'one',
        verdict: 'fail',
        messages: [{ expected: '"A-1"', actual: '"A-2"' }],
      } satisfies Partial<Record<keyof CaseResult, unknown>>,
    ]);
  });

  it('tells of the scores of an edited case, and of no other', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`c${i}.case.yaml`, CASE.replace('one\n', `c${i}\n`)]),
    );
    client = await Client.start({
      files: { ...FILES, ...files },
      capabilities: { experimental: { callsheet: { testing: true } } },
    });
    for (let i = 0; i < 30; i++) await rescore(uriOf(`c${i}.case.yaml`), `c${i}`);
    const uri = await client.open('c7.case.yaml', files['c7.case.yaml']!);
    const toldOf = (since: number) =>
      client.notifications
        .slice(since)
        .filter(({ method }) => method === 'callsheet/scoresChanged')
        .map(({ params }) => (params as FileScores).uri);
    const settled = () => new Promise((resolve) => setTimeout(resolve, 300));
    await settled();
    const before = client.notifications.length;
    await client.change(uri, [{ text: files['c7.case.yaml']!.replace('A-1', 'A-2') }]);
    await client.until('the new score', () => (toldOf(before).length > 0 ? true : undefined));
    await settled();
    expect(toldOf(before)).toEqual([uri]);
  });

  it('asks a predicate module in a trusted workspace only', async () => {
    const files = {
      ...FILES,
      'callsheet.config.yaml': 'predicates: ./checks.mjs\n',
      'checks.mjs': 'export const sku = (value) => value === "A-2";\n',
    };
    const text = CASE.replace('A-1', '{ predicate: sku }');
    const predicates = vi.fn(async (_: string, questions: readonly { value: Json }[]) => ({
      ok: true as const,
      answers: questions.map(({ value }) => value === 'A-2'),
    }));
    const running: Running = {
      predicates,
      describe: async () => ({ runner: 'replay', trials: 0 }),
      resultStore: () => undefined,
      run: async () => {},
      restore: async () => {},
      pulling: new NodePulling(nodeRunHost),
    };
    client = await Client.start({ files, running });
    expect(await rescore(await client.open('one.case.yaml', text))).toMatchObject({
      verdict: 'error',
      runs: [{ findings: [{ code: 'predicate-unknown' }] }],
    });
    expect(predicates).not.toHaveBeenCalled();
    await client.stop();

    client = await Client.start({
      files,
      running,
      initializationOptions: { trusted: true },
    });
    expect(await rescore(await client.open('one.case.yaml', text))).toMatchObject({
      verdict: 'pass',
    });
    expect(predicates).toHaveBeenCalledWith(uriOf('checks.mjs'), [{ name: 'sku', value: 'A-2' }]);
  });

  it('refuses what cannot be scored, in words for a person', async () => {
    client = await Client.start({ files: FILES });
    const uri = await client.open('one.case.yaml', CASE.replace('trace: one.trace.json\n', ''));
    await expect(rescore(uri)).rejects.toMatchObject({ code: -32803 });
    await expect(rescore(uri, 'two')).rejects.toMatchObject({
      code: -32803,
      message: 'There is no case “two” in one.case.yaml.',
    });
    await expect(
      client.request('workspace/executeCommand', {
        command: 'callsheet.rescoreCase',
        arguments: [{ uri }],
      }),
    ).rejects.toMatchObject({ code: -32602 });
  });
});
