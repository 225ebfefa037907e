import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseFile } from '../syntax/index.ts';
import type { SchemaKind } from './schema/index.ts';
import { checkShape, type ShapeOptions, type ShapeProblem } from './shape.ts';
import type { ToolSchema } from './tool.ts';

function problems(text: string, kind: SchemaKind = 'case', options?: ShapeOptions): ShapeProblem[] {
  return checkShape(kind, parseFile(text, 'yaml').documents[0]!.frame.tree.root!, options);
}

/** `code [text at its span] message`, in the order of the text. */
const told = (text: string, kind?: SchemaKind, options?: ShapeOptions): string[] =>
  problems(text, kind, options)
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ code, span, message }) => `${code} [${text.slice(span.start, span.end)}] ${message}`);

const caseWith = (expected: string): string =>
  `{ case_id: a, user_message: hi, expected: { ${expected} } }`;
const call = (rest: string): string => caseWith(`calls: [{ name: f, ${rest} }]`);

describe('unknown keys', () => {
  it.each([
    [
      caseWith('tool_behaviour: no_call'),
      [
        'unknown-key [tool_behaviour] unknown key `tool_behaviour` in `expected`; did you mean `tool_behavior`?',
      ],
    ],
    [
      '{ case_id: a, user_message: hi, tool_behavior: no_call, expected: {} }',
      ['unknown-key [tool_behavior] `tool_behavior` belongs in `expected`'],
    ],
    [
      '{ user_message: hi, expected: { case_id: a, tool_behavior: no_call } }',
      ['unknown-key [case_id] `case_id` belongs in the case, further out'],
    ],
    [
      '{ caseId: a, expcted: { tool_behavior: no_call } }',
      [
        'unknown-key [caseId] unknown key `caseId` in the case; did you mean `case_id`?',
        'unknown-key [expcted] unknown key `expcted` in the case; did you mean `expected`?',
      ],
    ],
    [caseWith('args: {}'), ['unknown-key [args] `args` belongs in an item of `calls`']],
    [
      call('argz: {}'),
      ['unknown-key [argz] unknown key `argz` in an item of `calls`; did you mean `args`?'],
    ],
    [
      call('max_calls: 2'),
      ['unknown-key [max_calls] `max_calls` belongs in `expected`, further out'],
    ],
    [
      caseWith('constructor: 1'),
      ['unknown-key [constructor] unknown key `constructor` in `expected`'],
    ],
    [
      caseWith('match: { arg: exact }'),
      ['unknown-key [arg] unknown key `arg` in `match`; did you mean `args`?'],
    ],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('says where a key belongs and what it nearly is', () => {
    expect(problems('{ case_id: a, expected: {}, calls: [{ name: f }] }')[0]).toMatchObject({
      code: 'unknown-key',
      path: ['calls'],
      data: { key: 'calls', nearest: [], moveTo: { path: ['expected'], item: false } },
    });
    expect(problems(caseWith('must_mentoin: [a]'))[0]?.data).toMatchObject({
      nearest: ['must_mention'],
    });
  });

  it('lets the author’s own keys pass, and every argument', () => {
    expect(
      told(
        '{ case_id: a, x-owner: me, expected: { x-why: 1, calls: [{ name: f, x-y: 1, args: { x-z: 1, nmae: 2 } }] } }',
      ),
    ).toEqual([]);
  });
});

describe('missing keys', () => {
  it.each([
    [
      '{ user_message: hi }',
      [
        'missing-key [user_message] `case_id` is missing',
        'missing-key [user_message] `expected` is missing',
      ],
    ],
    [caseWith('calls: [{ id: a }]'), ['missing-key [id] `name` is missing']],
    [caseWith('any_of: [{ name: p }]'), ['missing-key [name] `calls` or `golden` is missing']],
    [
      caseWith('any_of: [{ name: p, cals: [] }]'),
      ['unknown-key [cals] unknown key `cals` in an item of `any_of`; did you mean `calls`?'],
    ],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it('takes keys that a merge brings', () => {
    expect(
      told(
        'x-base: &b { case_id: a, user_message: hi }\n<<: *b\nexpected: { tool_behavior: no_call }',
      ),
    ).toEqual([]);
  });

  it('sees that a stray dash cut an item in two', () => {
    const text = caseWith('calls: [{ name: f }, { args: { a: 1 } }, { name: g }]');
    expect(told(text)).toEqual([
      'missing-key [args] this list item has `args` but no `name`; did its `-` cut the previous item in two?',
    ]);
    expect(problems(text)[0]).toMatchObject({
      path: ['expected', 'calls', 1],
      data: { join: true },
    });
    expect(
      told('{ case_id: a, messages: [{ role: user }, { content: 5 }], expected: {} }'),
    ).toEqual([
      'missing-key [content] this list item has `content` but no `role`; did its `-` cut the previous item in two?',
      'wrong-type [5] expected string or null, got integer 5',
    ]);
  });
});

describe('values', () => {
  it.each([
    ['{ case_id: 7, expected: {} }', 'wrong-type [7] expected string, got integer 7'],
    [
      '{ case_id: a, trials: two, expected: {} }',
      'wrong-type ["two"] expected integer, got string "two"',
    ],
    [
      '{ case_id: a, trials: 1.5, expected: {} }',
      'wrong-type [1.5] expected integer, got number 1.5',
    ],
    ['{ case_id: a, trials: 0, expected: {} }', 'bad-value [0] expected at least 1, got integer 0'],
    [
      '{ case_id: a, weight: 0, expected: {} }',
      'bad-value [0] expected more than 0, got integer 0',
    ],
    [
      '{ case_id: a, holdout: no, expected: {} }',
      'wrong-type [no] expected boolean, got string "no"',
    ],
    ['{ case_id: a, expected: [] }', 'wrong-type [[]] expected object, got array'],
    ['{ case_id: a, title: , expected: {} }', 'wrong-type [title] expected string, got null'],
    [
      caseWith('tool_behavior: nocall'),
      'bad-value [nocall] expected "call", "no_call", "no_write" or "clarify", got string "nocall"',
    ],
    [caseWith('tool_behavior: true'), 'wrong-type [true] expected string, got boolean true'],
    [
      caseWith('calls: []'),
      'bad-value [[]] expected at least one call; no call is written `tool_behavior: no_call`',
    ],
    [
      caseWith('allowed_tools: []'),
      'bad-value [[]] expected at least one tool; no call is written `tool_behavior: no_call`',
    ],
    [caseWith('must_mention: [{ any: [] }]'), 'bad-value [[]] expected 1 item or more'],
    [
      caseWith('any_of: [{ calls: [{ name: f }], credit: 2 }]'),
      'bad-value [2] expected at most 1, got integer 2',
    ],
    [
      call('id: 1a'),
      'bad-value [1a] expected a letter or underscore, then letters, digits, underscores or hyphens, got string "1a"',
    ],
    [call('turn: -1'), 'bad-value [-1] expected at least 0, got integer -1'],
    [
      call('group: 12345678901234567890'),
      'bad-value [12345678901234567890] 12345678901234567890 is beyond the range of exact integers',
    ],
    [call('after: [1]'), 'wrong-type [1] expected string, got integer 1'],
    [call('args: { a: { allowed: 5 } }'), 'wrong-type [5] expected array, got integer 5'],
    [
      call('args: { a: { b: [{ from_call: x, compare: loos }] } }'),
      'bad-value [loos] expected "normalized", "exact", "number", "instant", "set", "words" or "loose", got string "loos"',
    ],
    [
      call('fails: { kind: timeout, effect: done }'),
      'bad-value [done] expected "applied", got string "done"',
    ],
    [
      '{ case_id: a, tools_digest: { f: abc }, expected: {} }',
      'bad-value [abc] expected "sha256:" and 16 hexadecimal digits or more, got string "abc"',
    ],
    [
      '{ case_id: a, tools: [{ path: 5 }], expected: {} }',
      'wrong-type [5] expected string, got integer 5',
    ],
    [
      '{ case_id: a, tools: 5, expected: {} }',
      'wrong-type [5] expected string, object or array, got integer 5',
    ],
    [
      '{ case_id: a, trace: "", expected: {} }',
      'bad-value [""] expected a text that is not empty, got string ""',
    ],
  ])('%s', (text, expected) => {
    expect(told(text).map((each) => each.replace('["two"]', '["two"]'))).toEqual([
      expected.replace('wrong-type ["two"]', 'wrong-type [two]'),
    ]);
  });

  it('tells a quick fix what was meant', () => {
    const data = (text: string) => problems(text)[0]?.data;
    expect(data('{ case_id: 7, expected: {} }')).toMatchObject({ quote: true });
    expect(data('{ case_id: a, holdout: no, expected: {} }')).toMatchObject({ convert: false });
    expect(data('{ case_id: a, trials: "3", expected: {} }')).toMatchObject({ convert: 3 });
    expect(data(caseWith('tool_behavior: nocall'))).toMatchObject({ nearest: ['no_call'] });
  });

  it('asks the tool schema whether a mapping is a literal', () => {
    const schema = { at: () => ({ properties: { allowed: {} } }) } as unknown as ToolSchema;
    const options = { toolset: { schema: (name: string) => (name === 'f' ? schema : null) } };
    expect(told(call('args: { filter: { allowed: 5 } }'), 'case', options)).toEqual([]);
    expect(told(call('args: { filter: { allowed: 5 } }'))).toHaveLength(1);
  });

  it('leaves mixed matchers to their own rule', () => {
    expect(told(call('args: { a: { alowed: [1], from_call: x }, b: { optional: true } }'))).toEqual(
      [],
    );
  });
});

describe('keys that exclude each other', () => {
  it('reports the later, related to the earlier', () => {
    const text =
      '{ case_id: a, messages: [], user_message: hi, expected: { golden: g, calls: [{ name: f }] } }';
    expect(told(text)).toEqual([
      'exclusive-keys [user_message] `user_message` and `messages` exclude each other',
      'exclusive-keys [calls] `calls` and `golden` exclude each other',
    ]);
    expect(problems(text)[0]?.related).toMatchObject([
      { span: { start: text.indexOf('messages') } },
    ]);
  });
});

describe('other kinds', () => {
  it('checks datasets, with and without the cases cut out', () => {
    const text =
      'dataset: d\ndefaults: { case_id: a, tags: x }\ncases: [{ include: "*.yaml" }, { case_id: b }, { inclde: c }]\nnear_neighbors: [[a]]\n';
    expect(told(text, 'dataset')).toEqual([
      'unknown-key [case_id] unknown key `case_id` in `defaults`',
      'wrong-type [x] expected array, got string "x"',
      'missing-key [case_id] `expected` is missing',
      'unknown-key [inclde] unknown key `inclde` in an item of `cases`; did you mean `include`?',
      'bad-value [[a]] expected 2 items or more',
    ]);
    expect(told('dataset: d\ncases:\n', 'dataset', { splitKey: 'cases' })).toEqual([]);
    expect(told('include: "*.case.yaml"', 'case-item')).toEqual([]);
  });

  it('checks goldens', () => {
    expect(told('golden_id: g\nversion: 2\napproved: { at: 2026-02-30 }', 'golden')).toEqual([
      'bad-value [2026-02-30] expected an ISO date or date-time, got string "2026-02-30"',
    ]);
    expect(
      told(
        'golden_id: g\napproved: { by: me, at: 2026-02-03T10:00:00Z }\ncalls: [{ name: f }]',
        'golden',
      ),
    ).toEqual([]);
  });

  it('looks at the runner and server that was meant alone', () => {
    expect(
      told(
        'runners: { a: { type: command, comand: [x] }, b: { type: chatt }, c: { typ: command, command: [x] } }',
        'config',
      ),
    ).toEqual([
      'unknown-key [comand] unknown key `comand` in `a`; did you mean `command`?',
      'bad-value [chatt] expected "command", "chat" or "vscode-lm", got string "chatt"',
      'unknown-key [typ] unknown key `typ` in `c`; did you mean `type`?',
    ]);
    expect(told('servers: { a: { url: x, headers: { k: 1 } }, b: {} }', 'config')).toEqual([
      'wrong-type [1] expected string, got integer 1',
      'missing-key [{}] `command` is missing',
    ]);
    expect(told('gates: [{ metric: selection_acc }]\nrules: { a: loud }', 'config')).toHaveLength(
      2,
    );
  });

  it('lets unknown keys in traces pass', () => {
    expect(told('{ runs: [{ calls: [{ name: f, extra: 1 }], more: 2 }] }', 'trace')).toEqual([]);
    expect(told('[{ name: 5 }]', 'trace')).toEqual([
      'wrong-type [5] expected string, got integer 5',
    ]);
  });
});

describe('real material', () => {
  it('accepts the case of every key', () => {
    expect(told(readFileSync('server/src/model/schema/every-key.case.yaml', 'utf8'))).toEqual([]);
  });

  it('has nothing against the examples, but for the file of mistakes', () => {
    const files = readdirSync('examples', { recursive: true, encoding: 'utf8' });
    const kinds = /\.(case|golden|dataset|config)\.(?:ya?ml|json)$/;
    const found = files
      .filter((file) => kinds.test(file) && !file.includes('mistakes'))
      .flatMap((file) => {
        const kind = kinds.exec(file)![1] as SchemaKind;
        const { documents } = parseFile(readFileSync(`examples/${file}`, 'utf8'), 'yaml');
        return documents.flatMap(({ frame }) =>
          checkShape(kind, frame.tree.root!).map((problem) => `${file}: ${problem.message}`),
        );
      });
    expect(found).toEqual([]);
  });

  it('never throws, whatever stands in a file', () => {
    for (const kind of ['case', 'golden', 'dataset', 'case-item', 'config', 'trace'] as const) {
      for (const text of [
        'a',
        '[]',
        '[[[]]]',
        '{ : }',
        '{ calls: { a: [ }',
        'expected:\n  calls:\n  - \n',
        '? [a]\n: b',
        'a: &a [*a]',
      ]) {
        const { root } = parseFile(text, 'yaml').documents[0]!.frame.tree;
        if (root) expect(() => checkShape(kind, root)).not.toThrow();
      }
    }
  });
});
