import { describe, expect, it } from 'vitest';
import { callsheet, folderWith } from '../../server/src/cli/testing.ts';

const TOOLS = JSON.stringify({
  tools: ['reserve', 'look'].map((name) => ({
    name,
    inputSchema: { type: 'object', properties: { sku: { type: 'string' } } },
    annotations: { readOnlyHint: true },
  })),
});

const GOLDEN = `golden_id: long_way
tools: ./shop.tools.json
user_message: Reserve one.
calls:
  - name: look
  - name: reserve
    args: { sku: A-1 }
final_state: { reserved: 1 }
must_mention: [reserved]
`;

const CASE = `case_id: one
tools: ./shop.tools.json
user_message: Reserve one.
trace: one.trace.json
expected:
  must_not_mention: [sold out]
  any_of:
    - name: short
      credit: 0.5
      calls:
        - { name: reserve, args: { sku: A-9 } }
    - golden: long_way.golden.yaml
`;

const trace = (run: object): string => JSON.stringify({ trace_version: 1, runs: [run] });
const LONG = {
  run_id: '7',
  calls: [
    { name: 'look', arguments: {}, status: 'ok' },
    { name: 'reserve', arguments: { sku: 'A-1' }, status: 'ok' },
  ],
};

const folder = (run: object) =>
  folderWith({
    'shop.tools.json': TOOLS,
    'long_way.golden.yaml': GOLDEN,
    'one.case.yaml': CASE,
    'one.trace.json': trace(run),
  });

interface Explained {
  readonly version: number;
  readonly cases: {
    readonly verdict: string;
    readonly pass_rule: string;
    readonly lines: {
      gate: string;
      text: string;
      path?: number;
      file?: string;
      range: { start: { line: number; character: number } };
      reasons: { code: string; runs: string[] }[];
    }[];
    readonly reasons: { code: string }[];
  }[];
}

const explained = async (cwd: string, ...args: string[]): Promise<Explained['cases'][number]> => {
  const { code, out, err } = await callsheet(cwd, 'explain', ...args, '--format', 'json');
  expect([code, err]).toEqual([0, '']);
  const { version, cases } = JSON.parse(out) as Explained;
  expect([version, cases.length]).toEqual([1, 1]);
  return cases[0]!;
};

describe('callsheet explain', () => {
  it('tells each line that gates, with its place, and why the run failed there', async () => {
    const { verdict, lines, pass_rule } = await explained(
      folder({ ...LONG, final_message: 'Sold out!', final_state: { reserved: 0 } }),
      'one',
    );
    expect([verdict, pass_rule]).toEqual(['fail', 'more than half of the runs must pass']);
    const told = lines.map(({ gate, path, file, range, reasons }) => [
      gate,
      path,
      file,
      `${range.start.line}:${range.start.character}`,
      ...reasons.map(({ code, runs }) => `${code} in ${runs.join()}`),
    ]);
    expect(told).toEqual([
      ['tool_behavior', undefined, undefined, '0:9'],
      ['any_of[0].calls[0]', 0, undefined, '10:18'],
      ['any_of[0].calls[0].args.sku', 0, undefined, '10:35'],
      ['any_of[0].match.extra_calls', 0, undefined, '9:6'],
      ['any_of[1].calls[0]', 1, 'long_way.golden.yaml', '4:10'],
      ['any_of[1].calls[1]', 1, 'long_way.golden.yaml', '5:10'],
      ['any_of[1].calls[1].args.sku', 1, 'long_way.golden.yaml', '6:12'],
      ['any_of[1].match.extra_calls', 1, undefined, '11:14'],
      ['any_of[1].golden.final_state', 1, 'long_way.golden.yaml', '7:0', 'state-mismatch in 7'],
      ['any_of[1].golden.must_mention[0]', 1, 'long_way.golden.yaml', '8:15', 'missing-fact in 7'],
      ['must_not_mention[0]', undefined, undefined, '5:21', 'false-claim in 7'],
    ]);
  });

  it('holds each alternative to the outcome of its own golden', async () => {
    const done = { final_message: 'It is reserved.', final_state: { reserved: 1 } };
    expect((await explained(folder({ ...LONG, ...done }), 'one')).verdict).toBe('pass');
    const short = { calls: [{ name: 'reserve', arguments: { sku: 'A-9' }, status: 'ok' }] };
    expect((await explained(folder(short), 'one')).verdict).toBe('pass');
  });

  it('says in words what stands where', async () => {
    const { code, out } = await callsheet(folder(LONG), 'explain', 'one');
    expect(code).toBe(0);
    expect(out).toMatch(/^one {2}one\.case\.yaml\n✗ Failed: 0 of 1 run passed/);
    expect(out).toContain('calls[0].args.sku  sku is "A-9"  one.case.yaml:11:36');
    expect(out).toContain('error no reply mentions "reserved" (run 7) missing-fact');
  });

  it('explains a golden trajectory that has no run, and takes runs from elsewhere', async () => {
    const cwd = folder(LONG);
    const alone = await explained(cwd, 'long_way');
    expect(alone.verdict).toBe('error');
    expect(alone.reasons).toMatchObject([{ code: 'trace-unreadable' }]);
    expect(alone.lines.map(({ gate }) => gate)).toContain('calls[1].args.sku');
    const run = await explained(cwd, 'long_way', '--trace', 'one.trace.json');
    expect(run.verdict).toBe('fail');
  });

  it('says what to do where there is no such case', async () => {
    const ran = await callsheet(folder(LONG), 'explain', 'two');
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toContain('there is no case “two”');
    expect((await callsheet(folder(LONG), 'explain')).code).toBe(2);
    expect((await callsheet(folder(LONG), 'explain', 'one', '--format', 'xml')).code).toBe(2);
  });
});
