import { describe, expect, it } from 'vitest';
import { parseFile, type SegmentTree } from '../syntax/index.ts';
import { goldenReferences, withDefaults } from './defaults.ts';
import { readCase } from './read-case.ts';
import { readDataset } from './read-dataset.ts';
import { readGolden } from './read-golden.ts';
import { type ResolveEnv, toExpectation } from './resolve.ts';
import type { ToolSchema } from './tool.ts';

const tree = (text: string): SegmentTree => parseFile(text, 'yaml').documents[0]!.frame.tree;
const caseOf = (text: string) => readCase(tree(text))!;
const env = (over: Partial<ResolveEnv> = {}): ResolveEnv => ({
  golden: () => undefined,
  toolset: { schema: () => null },
  ...over,
});

describe('toExpectation', () => {
  it('fills in the defaults of the format', () => {
    const { expectation, paths } = toExpectation(
      caseOf('case_id: a\nuser_message: hi\nexpected: { calls: [{ name: f, args: { n: 1 } }] }'),
      env(),
    );
    expect(expectation).toMatchObject({
      caseId: 'a',
      messages: [{ role: 'user', content: 'hi' }],
      behavior: 'call',
      behaviorExplicit: false,
      forbiddenTools: [],
      weight: 1,
      holdout: false,
      extraCalls: 'reads',
      state: { ignore: [], ordered: [], money: [], subset: false },
    });
    expect(expectation.finalState).toBeUndefined();
    expect(expectation.paths).toMatchObject([
      {
        credit: 1,
        callMode: 'groups',
        extraCalls: 'reads',
        calls: [
          {
            name: 'f',
            argsMode: 'exact',
            ignoreArgs: [],
            optional: false,
            after: [],
            args: new Map([['n', { kind: 'matcher', allowed: [1], optional: false }]]),
          },
        ],
      },
    ]);
    expect(paths[0]?.calls.map((call) => call.name?.value)).toEqual(['f']);
  });

  it('takes the nearest word, key by key: call, case, golden, dataset', () => {
    const golden = readGolden(
      tree(`
golden_id: g
match: { calls: in_order, args: ignore, extra_calls: none, compare: loose }
final_state: { a: 1 }
state: { subset: true }
must_mention: [from golden, both]
baseline: { calls: 2 }
calls:
  - { name: f, match: { args: exact, ignore_args: [x] } }
  - { name: g }
`),
    )!;
    const dataset = readDataset(
      tree(
        'dataset: d\ndefaults: { category: base, tags: [base], trials: 3, expected: { match: { calls: exact, ignore_args: [y] } } }',
      ),
    );
    const subject = caseOf(
      'case_id: a\ntags: [own]\nrisk_tags: [money]\nexpected: { golden: g.golden.yaml, match: { args: partial }, must_mention: [both, own] }',
    );
    const { expectation, paths, facts } = toExpectation(
      subject,
      env({ dataset, golden: () => golden }),
    );
    const [path] = expectation.paths;
    expect(path).toMatchObject({ callMode: 'in_order', extraCalls: 'none' });
    expect(path!.calls.map((call) => [call.argsMode, call.ignoreArgs, call.compare])).toEqual([
      ['exact', ['x'], 'loose'],
      ['partial', ['y'], 'loose'],
    ]);
    expect(expectation.finalState).toEqual({ a: 1 });
    expect(expectation.state.subset).toBe(true);
    expect(expectation.mustMention).toEqual([['both'], ['own'], ['from golden']]);
    expect(facts.map((fact) => fact.holder.kind)).toEqual(['case', 'case', 'golden']);
    expect(expectation).toMatchObject({
      category: 'base',
      tags: ['own', 'money'],
      behavior: 'call',
    });
    // A case is not held to the baseline of the golden that it names.
    expect(path!.baseline).toBeUndefined();
    expect(paths[0]).toMatchObject({ holder: golden, reference: { value: 'g.golden.yaml' } });
    expect(withDefaults(subject, dataset).trials?.value).toBe(3);
  });

  it('runs a golden trajectory as a case of its own', () => {
    const golden = readGolden(
      tree(
        'golden_id: g\nuser_message: go\ncalls: [{ name: f }]\nbaseline: { calls: 1, latency_ms: 20 }\ntolerance: { cost: 2 }',
      ),
    )!;
    const { expectation, paths } = toExpectation(golden, env());
    expect(expectation).toMatchObject({ caseId: 'g', behavior: 'call' });
    expect(expectation.paths).toMatchObject([
      { baseline: { calls: 1, latencyMs: 20 }, tolerance: { calls: 1, latency: 1.5, cost: 2 } },
    ]);
    expect(paths[0]?.holder).toBe(golden);
  });

  it('keeps the outcome of an alternative with its path', () => {
    const golden = readGolden(
      tree('golden_id: other\ncalls: [{ name: g }]\nfinal_state: 2\nmust_mention: [second]'),
    )!;
    const { expectation, paths } = toExpectation(
      caseOf(
        'case_id: a\nexpected: { must_mention: [first], any_of: [{ name: main, calls: [{ name: f }] }, { golden: x, credit: 0.5 }, { golden: missing }] }',
      ),
      env({ golden: (reference) => (reference === 'x' ? golden : undefined) }),
    );
    expect(expectation.paths).toMatchObject([
      { name: 'main', credit: 1, outcome: undefined },
      { name: 'other', credit: 0.5, outcome: { finalState: 2, mustMention: [['second']] } },
    ]);
    expect(expectation.finalState).toBeUndefined();
    expect(expectation.mustMention).toEqual([['first']]);
    expect(paths.map((path) => path.holder.kind)).toEqual(['case', 'golden']);
  });

  it.each([
    ['{ must_clarify: true }', 'clarify', false],
    ['{ must_clarify: false }', undefined, false],
    ['{ tool_behavior: no_call }', 'no_call', true],
    ['{ final_state: null }', undefined, false],
    ['{ golden: g.golden.yaml }', 'call', false],
  ])('reads the behaviour of %s as %s', (expected, behavior, explicit) => {
    const { expectation } = toExpectation(caseOf(`case_id: a\nexpected: ${expected}`), env());
    expect([expectation.behavior, expectation.behaviorExplicit]).toEqual([behavior, explicit]);
  });

  it('asks the tool schema whether a mapping is a literal', () => {
    const schema = {
      at: (path: readonly (string | number)[]) =>
        path.length === 1 && path[0] === 'filter' ? { properties: { allowed: {} } } : undefined,
    } as unknown as ToolSchema;
    const { expectation } = toExpectation(
      caseOf(
        'case_id: a\nexpected: { calls: [{ name: f, args: { filter: { allowed: [1] }, other: { allowed: [1, 2] }, deep: [{ v: { from_call: x } }] } }] }',
      ),
      env({ toolset: { schema: () => schema } }),
    );
    const { args } = expectation.paths[0]!.calls[0]!;
    expect(args.get('filter')).toEqual({
      kind: 'matcher',
      allowed: [{ allowed: [1] }],
      optional: false,
    });
    expect(args.get('other')).toMatchObject({ allowed: [1, 2] });
    expect(args.get('deep')).toMatchObject({ kind: 'list', items: [{ kind: 'object' }] });
  });

  it('reads a conversation, tool calls in both forms', () => {
    const { expectation } = toExpectation(
      caseOf(`
case_id: a
messages:
  - { role: user, content: hi }
  - role: assistant
    content: null
    tool_calls:
      - { id: c1, type: function, function: { name: f, arguments: '{"n": 12345678901234567890}' } }
      - { name: g, arguments: { a: 1 } }
  - { role: tool, tool_call_id: c1, content: "[]" }
  - nonsense
`),
      env(),
    );
    expect(expectation.messages).toEqual([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: '',
        toolCalls: [
          { id: 'c1', name: 'f', arguments: { n: 12345678901234567890n } },
          { id: undefined, name: 'g', arguments: { a: 1 } },
        ],
      },
      { role: 'tool', content: '[]', toolCallId: 'c1' },
    ]);
  });

  it('never throws on a case of the wrong shape', () => {
    const { expectation } = toExpectation(
      caseOf(
        'expected: { calls: [{ args: 3, fails: { kind: odd }, match: [] }], any_of: 4, state: { money: 2 } }',
      ),
      env(),
    );
    expect(expectation.paths[0]?.calls[0]).toMatchObject({ name: '', fails: undefined });
  });
});

describe('goldenReferences', () => {
  it('lists the goldens that a case names', () => {
    const own = caseOf('case_id: a\nexpected: { golden: g, any_of: [{ golden: h }] }');
    expect(goldenReferences(own)).toEqual(['g', 'h']);
    expect(goldenReferences(readGolden(tree('golden_id: g'))!)).toEqual([]);
  });
});
