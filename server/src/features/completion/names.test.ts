import { describe, expect, it } from 'vitest';
import { FILES, HEAD } from './fixtures.ts';
import { completeAt, testRows } from './testing.ts';

describe('names from elsewhere', () => {
  const config =
    'runners: { agent: { type: command, command: [x] } }\npredicates: p.mjs\nservers: { db: { command: x } }\n';
  const files = {
    ...FILES,
    'callsheet.config.yaml': config,
    'p.mjs': 'export const is_iata = (value) => true;\n',
    'one.golden.yaml': 'golden_id: g1\n',
    'b.case.yaml': 'case_id: b1\n',
  };

  testRows([
    ['a manifest', 'tools: ¦\n', 'f.tools.json', 'tools: f.tools.json\n'],
    [
      'a manifest in a list',
      'tools:\n  - f.tools.json\n  - ¦\n',
      'more/g.tools.json',
      'tools:\n  - f.tools.json\n  - more/g.tools.json\n',
    ],
    [
      'a manifest with an alias',
      'tools: { alias: a, path: ¦ }\n',
      'f.tools.json',
      'tools: { alias: a, path: f.tools.json }\n',
    ],
    ['a path from a dot', 'tools: ./¦\n', './f.tools.json', 'tools: "./f.tools.json"\n'],
    [
      'a path upwards',
      'tools: ¦\n',
      '../f.tools.json',
      'tools: "../f.tools.json"\n',
      { name: 'cases/a.case.yaml' },
    ],
    ['a trace', 'trace: ¦\n', 'runs/a.trace.json', 'trace: runs/a.trace.json\n'],
    ['a trace in a list', 'trace: [¦]\n', 'runs/a.trace.json', 'trace: [runs/a.trace.json]\n'],
    [
      'a golden trajectory',
      'expected: { golden: ¦ }\n',
      'one.golden.yaml',
      'expected: { golden: one.golden.yaml }\n',
      { files },
    ],
    ['a runner', 'runner: ¦\n', 'agent', 'runner: agent\n', { files }],
    [
      'a predicate of the module',
      'expected: { calls: [{ name: x, args: { a: { predicate: ¦ } } }] }\n',
      'is_iata',
      'expected: { calls: [{ name: x, args: { a: { predicate: is_iata } } }] }\n',
      { files },
    ],
    [
      'an argument that is not graded',
      `${HEAD}    - name: book_flight\n      match: { ignore_args: [¦] }\n`,
      'note',
      `${HEAD}    - name: book_flight\n      match: { ignore_args: [note] }\n`,
    ],
    [
      'an idempotency key',
      'tools: f.tools.json\npolicies: { book_flight: { idempotency_key: ¦ } }\n',
      'note',
      'tools: f.tools.json\npolicies: { book_flight: { idempotency_key: note } }\n',
      { name: 'callsheet.config.yaml' },
    ],
    [
      'a case of the dataset',
      'dataset: d\ncases:\n  - { case_id: x }\n  - include: "*.case.yaml"\nnear_neighbors:\n  - [x, ¦]\n',
      'b1',
      'dataset: d\ncases:\n  - { case_id: x }\n  - include: "*.case.yaml"\nnear_neighbors:\n  - [x, b1]\n',
      { name: 'a.dataset.yaml', files },
    ],
    [
      'a rule in a comment',
      'case_id: a # callsheet-disable-line unk¦\n',
      'unknown-tool',
      'case_id: a # callsheet-disable-line unknown-tool\n',
    ],
    [
      'a second rule in a comment',
      '# callsheet-disable-next-line unknown-tool, ¦\ncase_id: a\n',
      'unknown-arg',
      '# callsheet-disable-next-line unknown-tool, unknown-arg\ncase_id: a\n',
    ],
    [
      'a comment',
      '# call¦\ncase_id: a\n',
      'callsheet-disable-next-line',
      '# callsheet-disable-next-line \ncase_id: a\n',
    ],
    [
      'a rule in JSON',
      '{"x-callsheet-disable": ["¦"]}',
      'unknown-key',
      '{"x-callsheet-disable": ["unknown-key"]}',
      { name: 'a.case.json' },
    ],
  ]);

  it('writes the names of files as they are', async () => {
    const odd = { 'my 100%25 tools.tools.json': '{}' };
    const done = await completeAt('tools: ¦\n', { files: odd });
    expect(done.after('my 100% tools.tools.json')).toBe('tools: "my 100% tools.tools.json"\n');
  });

  it('offers files under names of their own after those that say what they hold', async () => {
    const own = {
      'api/listed.json': '{}',
      'package.json': '{}',
      'runs/a.trace.json': '{}',
      'runs/log.jsonl': '{}',
    };
    const offered = async (source: string) =>
      (await completeAt(source, { files: { ...files, ...own } })).labels;
    const tools = await offered('tools: ¦\n');
    expect(tools.indexOf('api/listed.json')).toBeGreaterThan(tools.indexOf('more/g.tools.json'));
    expect(tools).not.toContain('runs/log.jsonl');
    expect(tools).not.toContain('package.json');
    const traces = await offered('trace: ¦\n');
    expect(traces.indexOf('runs/log.jsonl')).toBeGreaterThan(traces.indexOf('runs/a.trace.json'));
    const done = await completeAt('tools: ¦\n', { files: own });
    expect(done.after('api/listed.json')).toBe('tools: api/listed.json\n');
  });

  it('lists the rules that have findings in the file first', async () => {
    const { labels: offered } = await completeAt(
      'case_id: a\ntitel: x # callsheet-disable-line ¦\n',
    );
    expect(offered.slice(0, 2).sort()).toEqual(['missing-key', 'unknown-key']);
  });

  it('names each golden trajectory of a file that holds several', async () => {
    const goldens = { ...files, 'one.golden.yaml': 'golden_id: g1\n---\ngolden_id: g2\n' };
    const done = await completeAt('expected: { golden: "one.golden.yaml#¦" }\n', {
      files: goldens,
    });
    expect(done.labels).toEqual(['one.golden.yaml#g1', 'one.golden.yaml#g2']);
  });
});
