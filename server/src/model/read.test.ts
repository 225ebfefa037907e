import { describe, expect, it } from 'vitest';
import { parseFile, type SegmentTree } from '../syntax/index.ts';
import { readCase, readCaseItem } from './read-case.ts';
import { readConfig } from './read-config.ts';
import { readDataset } from './read-dataset.ts';
import { readGolden } from './read-golden.ts';

const tree = (text: string): SegmentTree => parseFile(text, 'yaml').documents[0]!.frame.tree;

const CASE = `
case_id: refund
user_message: Refund order 8842
tools: [./a.tools.json, { path: ./b.tools.json, alias: shop }]
tools_digest: { refund: "sha256:0123456789abcdef" }
risk_tags: [money]
trace: [a.trace.json, b.trace.json]
trials: 5
pass_rule: all
expected:
  allowed_tools: [get_order, refund]
  must_mention: [refunded, { any: ["$10", 10 dollars] }, 7]
  max_calls: 3
  state: { ignore: ["$.id"], money: [{ path: "$.amount", exponent: 2 }, { path: 1 }] }
  final_state: null
  match: { calls: any_order, ignore_args: [note] }
  calls:
    - { id: order, name: get_order, args: { id: "8842" }, returns: { total: 10 } }
    - { name: refund, after: order, group: 1, args: { amount: { from_call: order } }, optional: true }
`;

describe('readCase', () => {
  const read = readCase(tree(CASE))!;

  it('finds every part with its node', () => {
    expect(read.caseId?.value).toBe('refund');
    expect(
      read.tools?.sources.map(
        (source) => source.kind === 'path' && [source.path.value, source.alias?.value],
      ),
    ).toEqual([
      ['./a.tools.json', undefined],
      ['./b.tools.json', 'shop'],
    ]);
    expect(read.toolsDigest?.digests.map((digest) => [digest.key?.value, digest.value])).toEqual([
      ['refund', 'sha256:0123456789abcdef'],
    ]);
    expect(read.traces.map((trace) => trace.value)).toEqual(['a.trace.json', 'b.trace.json']);
    expect(read).toMatchObject({ trials: { value: 5 }, passRule: { value: 'all' } });
    const { expected } = read;
    expect(expected?.mustMention?.items.map((item) => item.value)).toEqual([
      ['refunded'],
      ['$10', '10 dollars'],
    ]);
    expect(expected?.finalState?.value).toBeNull();
    expect(expected?.state).toMatchObject({
      money: [{ path: { value: '$.amount' }, exponent: 2 }],
      subset: false,
    });
    expect(expected?.match).toMatchObject({ calls: { value: 'any_order' }, args: undefined });
    const [first, second] = expected!.trajectory!.calls;
    expect(first).toMatchObject({ index: 0, hasAfter: false, returns: { value: { total: 10 } } });
    expect(second).toMatchObject({ index: 1, hasAfter: true, optional: true, group: { value: 1 } });
    expect(second!.after.map((id) => id.value)).toEqual(['order']);
    expect(second!.arguments.map((argument) => argument.name)).toEqual(['amount']);
  });

  it('gives the same object for the same node', () => {
    const same = tree(CASE);
    expect(readCase(same)).toBe(readCase(same));
    expect(readCase(same)).not.toBe(read);
  });

  it('leaves out what has the wrong shape, and never throws', () => {
    expect(readCase(tree(''))).toBeUndefined();
    expect(readCase(tree('- a'))).toBeUndefined();
    const odd = readCase(
      tree(
        '{ case_id: 5, expected: { calls: { a: 1 }, any_of: [3, { credit: x }], allowed_tools: all, match: 4 }, trials: two, tools: }',
      ),
    )!;
    expect(odd.caseId).toBeUndefined();
    expect(odd.trials).toBeUndefined();
    expect(odd.tools?.sources).toEqual([]);
    expect(odd.expected).toMatchObject({
      trajectory: undefined,
      allowedTools: undefined,
      match: undefined,
    });
    expect(odd.expected?.anyOf?.paths).toHaveLength(1);
    expect(
      readCase(tree('expected: { calls: [1, { name: a }] }'))?.expected?.trajectory?.calls,
    ).toMatchObject([{ index: 0, name: { value: 'a' } }]);
  });

  it('reads the key that counts where one stands twice', () => {
    expect(readCase(tree('case_id: a\ncase_id: b'))?.caseId?.value).toBe('b');
    expect(readCase(tree('b: &b { case_id: merged }\n<<: *b'))?.caseId?.value).toBe('merged');
    expect(readCase(tree('b: &b { case_id: merged }\n<<: *b\ncase_id: own'))?.caseId?.value).toBe(
      'own',
    );
  });

  it('tells tools written inline from paths', () => {
    expect(
      readCase(tree('tools: [{ name: search, inputSchema: {} }]'))?.tools?.sources,
    ).toMatchObject([{ kind: 'inline' }]);
    expect(readCase(tree('tools: a.tools.json'))?.tools?.sources).toMatchObject([
      { kind: 'path', path: { value: 'a.tools.json' } },
    ]);
  });

  it('tells an include from a case', () => {
    expect(readCaseItem(tree('include: "*.case.yaml"'))).toMatchObject({
      kind: 'include',
      glob: { value: '*.case.yaml' },
    });
    expect(readCaseItem(tree('case_id: a'))).toMatchObject({
      kind: 'case',
      caseId: { value: 'a' },
    });
  });
});

describe('readGolden and readDataset', () => {
  it('reads a golden trajectory', () => {
    const golden = readGolden(
      tree(
        'golden_id: g\ncalls: [{ name: a }]\nbaseline: { calls: 1 }\nsource: { trace: t.json, run_id: "1" }',
      ),
    );
    expect(golden).toMatchObject({
      kind: 'golden',
      goldenId: { value: 'g' },
      baseline: { value: { calls: 1 } },
      sourceTrace: { value: 't.json' },
      sourceRunId: { value: '1' },
    });
    expect(golden?.trajectory?.calls).toHaveLength(1);
  });

  it('reads the frame of a dataset', () => {
    const dataset = readDataset(
      tree(
        'dataset: d\ntools: t.json\ndefaults: { tags: [x], expected: { match: { args: partial } } }\nnear_neighbors: [[a, b], c]\ncases: []',
      ),
    );
    expect(dataset).toMatchObject({
      name: { value: 'd' },
      defaultMatch: { args: { value: 'partial' } },
    });
    expect(dataset?.defaults?.tags?.items.map((tag) => tag.value)).toEqual(['x']);
    expect(dataset?.nearNeighbors.map((pair) => pair.ids.map((id) => id.value))).toEqual([
      ['a', 'b'],
    ]);
  });
});

describe('readConfig', () => {
  it('says nothing but defaults without a file', () => {
    expect(readConfig()).toMatchObject({
      weights: { read: 1, write: 5, destructive: 25 },
      defaultRunner: 'replay',
      concurrency: 1,
      scoreboard: { selection: 1, args: 1, end_to_end: 1, re_call: 0.5, quiet: 0.5 },
      gates: [],
    });
    expect([...readConfig().runners.keys()]).toEqual(['replay']);
  });

  it('reads what is written over them', () => {
    const config = readConfig(
      tree(`
tools: [{ path: ./tools/support.tools.json, alias: support }]
files: { case: ["evals/*.yaml"] }
policies:
  send_payment: { consequence: destructive, idempotency_key: request_id, weight: 50 }
  constructor: { consequence: read }
weights: { write: 7 }
rules: { label-missing: warning, tools-drift: "off", wrong: loud }
runners: { agent: { type: command, command: [python, agent.py] } }
gates:
  - { metric: pass_pow_k, k: 5, min: 0.95, where: { consequence: destructive } }
  - { metric: selection_acc }
`),
      'file:///callsheet.config.yaml',
    );
    expect(config.policies.get('send_payment')).toEqual({
      consequence: 'destructive',
      idempotencyKey: 'request_id',
      idempotent: undefined,
      weight: 50,
    });
    expect(config.policies.get('constructor')?.consequence).toBe('read');
    expect(config.policyNames.map((name) => name.value)).toEqual(['send_payment', 'constructor']);
    expect(config.weights).toEqual({ read: 1, write: 7, destructive: 25 });
    expect([...config.rules]).toEqual([
      ['label-missing', 'warning'],
      ['tools-drift', 'off'],
    ]);
    expect(config.files).toEqual({ case: ['evals/*.yaml'] });
    expect(config.runners.get('agent')).toEqual({
      type: 'command',
      command: ['python', 'agent.py'],
    });
    expect(config.gates).toEqual([
      {
        metric: 'pass_pow_k',
        k: 5,
        min: 0.95,
        max: undefined,
        where: { consequence: 'destructive' },
      },
    ]);
  });
});
