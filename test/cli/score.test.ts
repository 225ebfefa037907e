import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callsheet, folderWith } from '../../server/src/cli/testing.ts';

const ROOT = join(import.meta.dirname, '../..');

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

const caseOf = (args: string, more = ''): string => `case_id: one
tools: ./shop.tools.json
user_message: Reserve one.
trace: one.trace.json
${more}expected:
  calls:
    - name: reserve
      args: ${args}
`;

const traceOf = (sku: string): string =>
  JSON.stringify({
    trace_version: 1,
    runs: [{ run_id: '1', calls: [{ name: 'reserve', arguments: { sku }, status: 'ok' }] }],
  });

describe('callsheet score', () => {
  it('passes and fails by the recorded run, with the line that gates and the exit code', async () => {
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ sku: A-1 }'),
      'one.trace.json': traceOf('A-1'),
      'bad.trace.json': traceOf('A-2'),
    });
    expect(await callsheet(folder, 'score')).toMatchObject({ code: 0, err: '' });
    const bad = await callsheet(folder, 'score', '--trace', 'bad.trace.json', '--format', 'json');
    expect(bad.code).toBe(1);
    const report = JSON.parse(bad.out);
    expect(report.summary).toEqual({ pass: 0, fail: 1, error: 0 });
    expect(report.cases[0].runs[0].findings).toMatchObject([
      {
        code: 'wrong-arg',
        golden: 0,
        call: 0,
        arg: 'sku',
        expected: 'A-1',
        actual: 'A-2',
        range: { start: { line: 7, character: 14 }, end: { line: 7, character: 17 } },
      },
    ]);
  });

  it('runs a predicate module only when allowed to', async () => {
    const folder = folderWith({
      'callsheet.config.yaml': 'predicates: ./checks.mjs\n',
      'checks.mjs': 'export const sku = (value) => /^A-\\d$/.test(value);\n',
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ sku: { predicate: sku } }'),
      'one.trace.json': traceOf('A-1'),
      'bad.trace.json': traceOf('B'),
    });
    expect((await callsheet(folder, 'check')).code).toBe(0);
    const refused = await callsheet(folder, 'score');
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('--allow-code');
    expect((await callsheet(folder, 'score', '--allow-code')).code).toBe(0);
    const bad = await callsheet(folder, 'score', '--allow-code', '--trace', 'bad.trace.json');
    expect(bad.code).toBe(1);
    expect(bad.out).toContain('wrong-arg');
  });

  it('scores a golden trajectory by its own source, and a case that names it', async () => {
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.golden.yaml':
        'golden_id: reserve_one\ntools: ./shop.tools.json\nuser_message: Reserve one.\nsource: { trace: one.trace.json, run_id: "1" }\ncalls:\n  - name: reserve\n    args: { sku: A-1 }\n',
      'one.case.yaml':
        'case_id: one\nuser_message: Reserve one.\ntrace: bad.trace.json\nexpected: { golden: one.golden.yaml }\n',
      'one.trace.json': traceOf('A-1'),
      'bad.trace.json': traceOf('A-2'),
    });
    const { out, code } = await callsheet(folder, 'score', '--format', 'json');
    expect(code).toBe(1);
    const { cases } = JSON.parse(out);
    expect(
      cases.map((of: { case_id: string; verdict: string }) => [of.case_id, of.verdict]),
    ).toEqual([
      ['one', 'fail'],
      ['reserve_one', 'pass'],
    ]);
    expect(cases[0].runs[0].findings[0]).toMatchObject({
      file: 'one.golden.yaml',
      range: { start: { line: 6, character: 12 } },
    });
    const other = { run_id: '9', case_id: 'reserve_one', calls: [{ name: 'reserve' }] };
    writeFileSync(join(folder, 'other.trace.json'), JSON.stringify({ runs: [other] }));
    const again = await callsheet(
      folder,
      'score',
      'one.golden.yaml',
      '--trace',
      'other.trace.json',
    );
    expect([again.code, again.out.includes('missing-arg')]).toEqual([1, true]);
  });

  it('tells what is no case at all, and fails for it', async () => {
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ sku: A-1 }'),
      'one.trace.json': traceOf('A-1'),
      'stray.case.yaml': '- case_id: two\n',
      'set.dataset.yaml': 'dataset: set\ncases: [{ include: "*.case.yml" }]\n',
    });
    const { code, out, err } = await callsheet(folder, 'score');
    expect(code).toBe(1);
    expect(out).toContain('1 passed');
    expect(err).toMatch(/^set\.dataset\.yaml:2:\d+: not scored: .*include-empty/m);
    expect(err).toMatch(/^stray\.case\.yaml:1:1: not scored: .*wrong-type/m);
  });

  it('shows what keeps a case from being scored on its own line', async () => {
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ skuu: A-1 }'),
      'one.trace.json': traceOf('A-1'),
    });
    const { out } = await callsheet(folder, 'score', '--format', 'json');
    expect(JSON.parse(out).cases[0].runs[0].findings).toMatchObject([
      { code: 'unknown-arg', range: { start: { line: 7, character: 14 } } },
    ]);
  });

  it('keeps held-out cases out, also those that a dataset holds out', async () => {
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ sku: A-1 }'),
      'one.trace.json': traceOf('A-1'),
      'set.dataset.yaml':
        'dataset: set\ndefaults: { holdout: true }\ncases: [{ include: "*.case.yaml" }]\n',
    });
    expect((await callsheet(folder, 'score')).code).toBe(2);
    expect((await callsheet(folder, 'score', '--holdout')).code).toBe(0);
    expect((await callsheet(folder, 'score', '--case', 'one')).code).toBe(0);
  });

  it('misses the runs of a case that the results lack', async () => {
    const text = caseOf('{ sku: A-1 }').replace('trace: one.trace.json\n', '');
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.case.yaml': text,
      'two.case.yaml': text.replace('one', 'two'),
      'results/1/one.trace.json': traceOf('A-1').replace('{', '{"case_id":"one",'),
    });
    const { code, out } = await callsheet(folder, 'score', '--results', 'results');
    expect(code).toBe(1);
    expect(out).toContain('1 passed, 0 failed, 1 error');
  });

  it('says what is wrong with the configuration, which may hold the gates', async () => {
    const folder = folderWith({
      'callsheet.config.yaml':
        'gates: [{ metric: pass_rate, mn: 0.9 }, { metric: pass_rate, min: 0.1 }]\n',
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ sku: A-1 }'),
      'one.trace.json': traceOf('A-1'),
      'mine.yaml': 'policys: {}\n',
    });
    const { code, err } = await callsheet(folder, 'score', '--gate');
    expect(code).toBe(1);
    expect(err).toContain('callsheet.config.yaml:1:30: not scored: ');
    const named = await callsheet(folder, 'score', '--config', 'mine.yaml');
    expect(named).toMatchObject({ code: 1, err: expect.stringContaining('mine.yaml:1:1') });
  });

  it.each([
    ['a line of its log is cut off', '{"role":"assistant","tool_calls":[{"function":{"name":"res'],
    ['a run is cut off', '{"calls": [{"name": "res'],
  ])('gives no verdict where %s: it may have held a call', async (_, cut) => {
    const [asked, done] = [
      '{"role":"user","content":"hi"}',
      '{"role":"assistant","content":"Done."}',
    ];
    const whole = cut.startsWith('{"calls') ? ['{"calls": []}'] : [asked, done];
    const folder = folderWith({
      'one.case.yaml':
        'case_id: one\nuser_message: hi\ntrace: one.trace.jsonl\nexpected: { tool_behavior: no_call }\n',
      'one.trace.jsonl': [...whole, cut].join('\n'),
    });
    const { code, out } = await callsheet(folder, 'score');
    expect(code).toBe(1);
    expect(out).toMatch(/error line \d is no JSON: .* trace-unreadable/);
    expect(out).toContain('0 passed, 0 failed, 1 error');
  });

  it('leaves out no case whose run in a named trace ended without an answer', async () => {
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ sku: A-1 }').replace('trace: one.trace.json\n', ''),
      'two.case.yaml':
        'case_id: two\nuser_message: hi\nexpected: { tool_behavior: no_call }\n---\n' +
        'case_id: three\nuser_message: hi\nexpected: { tool_behavior: no_call }\n',
      'one.trace.json': traceOf('A-1').replace('{', '{"case_id":"one",'),
      'two.trace.json': '{"case_id": "two", "runs": [{"calls": [], "failure": "it crashed"}]}',
    });
    const traces = ['--trace', 'one.trace.json', '--trace', 'two.trace.json'];
    const { code, out } = await callsheet(folder, 'score', ...traces, '--format', 'json');
    expect([code, JSON.parse(out).summary]).toEqual([1, { pass: 1, fail: 0, error: 1 }]);
    expect(out).toContain('it crashed');
  });

  it('applies no gate where there is none', async () => {
    const folder = folderWith({
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('{ sku: A-1 }'),
      'one.trace.json': traceOf('A-1'),
    });
    expect(await callsheet(folder, 'score', '--gate')).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no gate to apply'),
    });
  });

  it('says what to do when it cannot run', async () => {
    const folder = folderWith({ 'one.case.yaml': caseOf('{ sku: A-1 }') });
    for (const [args, says] of [
      [['score', 'nowhere'], 'there is no file or folder nowhere'],
      [['score', '--case', 'two'], 'there is no case “two”'],
      [['score', '--where', 'colour=red'], '--where takes key=value'],
      [['score', '--baseline', 'none.json'], 'there is no none.json'],
      [['score', '--format', 'xml'], 'Allowed choices are'],
      [['score', '--format', 'json', '--baseline', '.'], 'is a folder, and a file is needed'],
      [['scor'], 'unknown command'],
    ] as const) {
      const ran = await callsheet(folder, ...args);
      expect([ran.code, ran.out]).toEqual([2, '']);
      expect(ran.err).toContain(says);
    }
  });
});

describe('the examples', () => {
  it('score as their comments say: good runs pass, bad runs fail, mistakes cannot be scored', async () => {
    const { out, code } = await callsheet(ROOT, 'score', 'examples', '--format', 'json');
    expect(code).toBe(1);
    const { cases } = JSON.parse(out) as { cases: { case_id: string; verdict: string }[] };
    for (const { case_id, verdict } of cases) {
      const wanted = case_id.startsWith('mistake_')
        ? 'error'
        : case_id.endsWith('_regression')
          ? 'fail'
          : 'pass';
      expect([case_id, verdict]).toEqual([case_id, wanted]);
    }
    expect(cases.length).toBeGreaterThanOrEqual(40);
  });

  it('make every deliberate mistake visible, and no other', async () => {
    const { out } = await callsheet(ROOT, 'check', 'examples', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as {
      diagnostics: { file: string; code: string; severity: string }[];
    };
    const serious = diagnostics.filter(
      ({ severity }) => severity === 'error' || severity === 'warning',
    );
    expect(new Set(serious.map(({ file }) => file))).toEqual(
      new Set(['examples/mistakes.case.yaml']),
    );
    const text = readFileSync(join(ROOT, 'examples/mistakes.case.yaml'), 'utf8');
    const cases = text.match(/^case_id:/gm)?.length ?? 0;
    // The duplicate id stands on both of its places.
    expect(serious.length).toBe(cases + 1);
  });
});
