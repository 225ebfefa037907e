import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../model/value.ts';
import { scoreRun } from '../score-run.ts';
import {
  type CallSpec,
  call,
  type ExpectationSpec,
  expectation,
  failures,
  made,
  run,
  toolset,
} from '../testing.ts';

const TOOLS = toolset([
  {
    name: 'find',
    consequence: 'read',
    properties: { q: {}, limit: { default: 10 }, sort: { default: 'Up' }, need: { default: 1 } },
    required: ['need'],
  },
  { name: 'save', consequence: 'write' },
  { name: 'guess' },
]);

const one = (
  golden: JsonObject,
  emitted: Json,
  {
    name = 'find',
    match,
    ...rest
  }: { name?: string; match?: CallSpec['match'] } & Omit<ExpectationSpec, 'match'> = {},
) =>
  scoreRun(
    expectation({ calls: [call(name, golden, { match })], ...rest }),
    TOOLS,
    run([made(name, emitted)]),
  );

const perArg = (...args: Parameters<typeof one>) => one(...args).alignment[0]!.per_arg;

describe('arguments: what is graded', () => {
  it.each<[rule: string, golden: JsonObject, emitted: JsonObject, perArg: number]>([
    ['a right and a wrong one are half', { q: 'x', need: 1 }, { q: 'x', need: 2 }, 0.5],
    ['an absent one is wrong', { q: 'x', need: 1 }, { need: 1 }, 0.5],
    ['an absent optional one is not graded', { q: { allowed: ['x'], optional: true } }, {}, 1],
    ['a present optional one is graded', { q: { allowed: ['x'], optional: true } }, { q: 'y' }, 0],
    ['nothing graded is right', {}, {}, 1],
    ['an absent one whose default is accepted is not graded', { limit: 10 }, {}, 1],
    ['an absent one whose default is wrong is wrong', { limit: 5 }, {}, 0],
    ['an absent required one is wrong whatever its default', { need: 1 }, {}, 0],
    ['null is present', { q: 'x' }, { q: null }, 0],
  ])('%s', (_rule, golden, emitted, share) => {
    expect(perArg(golden, emitted)).toBe(share);
  });

  it.each<[rule: string, match: CallSpec['match'], emitted: Json, exact: boolean, codes: string[]]>(
    [
      [
        'an extra argument breaks exactness',
        { args: 'exact' },
        { q: 1, limit: 5 },
        false,
        ['extra-arg'],
      ],
      [
        'an extra argument that equals its default does not',
        { args: 'exact' },
        { q: 1, sort: 'up' },
        true,
        [],
      ],
      [
        'a hallucinated argument breaks exactness',
        { args: 'exact' },
        { q: 1, zz: 5 },
        false,
        ['hallucinated-arg'],
      ],
      ['with partial neither does', { args: 'partial' }, { q: 1, limit: 5, zz: 5 }, true, []],
      ['with partial arguments are graded', { args: 'partial' }, { q: 2 }, false, ['wrong-arg']],
      ['with ignore nothing is graded', { args: 'ignore' }, { q: 2, zz: 5 }, true, []],
      ['ignored arguments are never graded', { ignore_args: ['q'] }, { q: 2 }, true, []],
      ['ignored arguments are no extras', { ignore_args: ['zz'] }, { q: 1, zz: 1 }, true, []],
      ['text that is no object is unparsable', {}, '{"q":', false, ['unparsable-args']],
      ['a list is unparsable', {}, [1], false, ['unparsable-args']],
      ['what is not graded may be unparsable', { args: 'ignore' }, '{', true, []],
    ],
  )('%s', (_rule, match, emitted, exact, codes) => {
    const score = one({ q: 1 }, emitted, { match });
    expect(score.alignment[0]!.exact).toBe(exact);
    expect(failures(score)).toEqual(codes);
  });

  it.each(['partial', 'ignore'] as const)('counts hallucinated arguments with %s', (args) => {
    const score = one({ q: 1 }, { q: 1, zz: 1 }, { match: { args } });
    expect(score.metrics.hallucinated_args).toBe(1);
    expect(score.findings[0]).toMatchObject({ code: 'hallucinated-arg', severity: 'info' });
  });

  it('takes every key for hallucinated where no schema is known', () => {
    expect(one({ q: 1 }, { q: 1, x: 1 }, { name: 'guess' }).metrics.hallucinated_args).toBe(1);
  });

  it('gives unparsable arguments no share', () => {
    expect(perArg({ q: 1 }, 'nonsense')).toBe(0);
    expect(perArg({}, 'nonsense')).toBe(1);
  });

  it('holds nothing against arguments that a span left out', () => {
    const score = scoreRun(
      expectation({ calls: [call('find', { q: 1 })] }),
      TOOLS,
      run([{ name: 'find', arguments_unknown: true }]),
    );
    expect(score).toMatchObject({ verdict: 'pass', metrics: { schema_valid_rate: null } });
  });

  it('takes names like constructor for ordinary ones', () => {
    const odd = JSON.parse('{"constructor": 1, "__proto__": 2}') as JsonObject;
    expect(perArg({ constructor: 1 }, {}, { name: 'guess' })).toBe(0);
    expect(perArg({ constructor: 1 }, odd, { name: 'guess' })).toBe(1);
    expect(one({}, odd, { name: 'guess' }).metrics.hallucinated_args).toBe(2);
  });
});

describe('arguments: how they compare', () => {
  it.each<[rule: string, name: string, golden: Json, emitted: Json, right: boolean]>([
    ['reads are normalized', 'find', 'SFO', 'sfo', true],
    ['unknown tools are normalized', 'guess', 'SFO', 'sfo', true],
    ['writes are exact', 'save', 'SFO', 'sfo', false],
    ['any member of allowed is right', 'save', { allowed: [1, 2] }, 2, true],
    [
      'a matcher may say otherwise',
      'save',
      { allowed: ['SFO'], compare: 'normalized' },
      'sfo',
      true,
    ],
    [
      'a tolerance is absolute',
      'save',
      { allowed: [10], compare: 'number', tolerance: 0.5 },
      '10.5',
      true,
    ],
    ['all given keys must hold', 'find', { allowed: ['5'], predicate: 'integer' }, '5', false],
    ['a predicate of the format', 'find', { predicate: 'iso_date' }, '2026-02-28', true],
    ['a predicate that fails', 'find', { predicate: 'iso_date' }, '2026-02-30', false],
    ['any is any value', 'find', { predicate: 'any' }, null, true],
    [
      'what is in allowed is literal throughout',
      'find',
      { allowed: [{ from_user: true }] },
      { from_user: true },
      true,
    ],
    ['a literal list', 'find', [1, 'A'], [1, 'a'], true],
    ['a literal object', 'find', {}, {}, true],
    [
      'a matcher inside a literal',
      'find',
      { a: { allowed: [1, 2] }, b: 'x' },
      { b: 'X', a: 2 },
      true,
    ],
    ['a matcher inside a list', 'find', [{ id: { predicate: 'positive' } }], [{ id: 1 }], true],
    [
      'a matcher inside that fails',
      'find',
      [{ id: { predicate: 'positive' } }],
      [{ id: 0 }],
      false,
    ],
    [
      'structure around a matcher is equal',
      'find',
      { a: { predicate: 'any' } },
      { a: 1, b: 2 },
      false,
    ],
    [
      'an optional part may be left out',
      'find',
      { a: { allowed: [1], optional: true }, b: 1 },
      { b: 1 },
      true,
    ],
    ['another part may not', 'find', { a: { allowed: [1] }, b: 1 }, { b: 1 }, false],
  ])('%s', (_rule, name, golden, emitted, right) => {
    const score = one({ v: golden }, { v: emitted }, { name, match: { args: 'partial' } });
    expect(score.alignment[0]!.per_arg).toBe(right ? 1 : 0);
  });

  it('takes the case’s comparison as the default of all its arguments', () => {
    expect(perArg({ v: 'a b' }, { v: 'A-B' }, { name: 'save', match: { compare: 'loose' } })).toBe(
      1,
    );
  });

  it('pairs the items of a set with matchers as well as can be', () => {
    const golden: JsonObject = { v: [{ predicate: 'any' }, { allowed: [1] }, 7] };
    const match = { compare: 'set' } as const;
    expect(perArg(golden, { v: [7, 1, 2] }, { name: 'save', match })).toBe(1);
    expect(perArg(golden, { v: [7, 3, 2] }, { name: 'save', match })).toBe(0);
  });

  it('asks the configuration for other predicates and for schemas', () => {
    const env = {
      predicates: (name: string, value: Json) =>
        name === 'even' ? Number(value) % 2 === 0 : undefined,
      satisfies: (schema: Json, value: Json) => (schema as JsonObject).const === value,
    };
    const graded = (predicate: Json, value: Json) =>
      scoreRun(
        expectation({ calls: [call('save', { v: { predicate } })] }),
        TOOLS,
        run([made('save', { v: value })]),
        env,
      ).alignment[0]!.per_arg;
    expect([graded('even', 2), graded('even', 3)]).toEqual([1, 0]);
    expect([graded({ const: 'x' }, 'x'), graded({ const: 'x' }, 'y')]).toEqual([1, 0]);
    // A module that was not run cannot tell: nothing is held against the argument.
    expect(graded('odd', 2)).toBe(1);
  });

  it.each<[rule: string, value: Json, right: boolean]>([
    ['a word, whatever its case', 'sfo', true],
    ['several words', 'next Friday', true],
    ['a number as it is written', 2, true],
    ['a number that JSON writes shorter', 64.2, true],
    ['a number written with thousands', 1400, true],
    ['not a part of a word', 'rida', false],
    ['not a part of a number', 4, false],
    ['not what nobody said', 'JFK', false],
    ['each item of a list', ['SFO', 2], true],
    ['what has no text', true, false],
  ])('from_user finds %s', (_rule, value, right) => {
    const score = one(
      { v: { from_user: true } },
      { v: value },
      {
        name: 'save',
        user_message: 'From SFO, next friday, for 2. Budget $1,400.00, card fee 64.20.',
      },
    );
    expect(score.alignment[0]!.per_arg).toBe(right ? 1 : 0);
  });

  it('from_user finds what the user said in the run', () => {
    const score = scoreRun(
      expectation({ calls: [call('save', { v: { from_user: true } })], user_message: 'Hello' }),
      TOOLS,
      run([made('save', { v: 'JFK' })], { messages: [{ role: 'user', content: 'to jfk' }] }),
    );
    expect(score.verdict).toBe('pass');
  });
});

describe('arguments: what the findings say', () => {
  it.each<[golden: JsonObject, emitted: JsonObject, finding: object]>([
    [
      { seats: { allowed: [1, 2] } },
      { seats: 3 },
      {
        code: 'wrong-arg',
        message: 'save.seats: expected 1 or 2, got 3',
        target: { kind: 'arg', golden: 0, arg: 'seats' },
        expected: [1, 2],
        actual: 3,
      },
    ],
    [
      { to: 'SFO' },
      {},
      {
        code: 'missing-arg',
        message: 'save.to: expected "SFO", but the argument is missing',
        expected: 'SFO',
      },
    ],
    [
      { cards: [{ id: 1, amount: { allowed: [250] } }] },
      { cards: [{ id: 1, amount: 20 }] },
      {
        code: 'wrong-arg',
        message: 'save.cards[0]["amount"]: expected 250, got 20',
        target: { kind: 'arg', golden: 0, arg: 'cards', inside: [0, 'amount'] },
      },
    ],
    [
      { on: { predicate: 'iso_date' } },
      { on: 'soon' },
      { message: 'save.on: expected a value that is iso_date, got "soon"' },
    ],
    [
      { o: { a: { predicate: 'any' } } },
      { o: { a: 1, b: 2 } },
      { message: 'save.o: expected no key "b", got {"a":1,"b":2}' },
    ],
    [
      { l: [{ predicate: 'any' }] },
      { l: [] },
      { message: 'save.l: expected a list of 1 item, got []' },
    ],
  ])('%j against %j', (golden, emitted, finding) => {
    expect(one(golden, emitted, { name: 'save' }).findings).toMatchObject([finding]);
  });
});
