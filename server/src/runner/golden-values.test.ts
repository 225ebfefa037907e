import { describe, expect, it } from 'vitest';
import type { Matcher, ValueMatcher } from '../model/expectation.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { valueFor } from './golden-values.ts';

const matcher = (more: Partial<ValueMatcher>): Matcher => ({
  kind: 'matcher',
  optional: false,
  ...more,
});
const OUTPUTS: Readonly<Record<string, Json>> = {
  user: { cards: [{ id: 'c1' }, { id: 'c2' }] },
  count: 7,
};
const make = (wanted: Matcher, schema?: JsonObject) =>
  valueFor(wanted, { outputOf: (name) => OUTPUTS[name], ...(schema && { schema }) });

describe('a value for a golden argument', () => {
  it.each<[string, Matcher, Json]>([
    ['the first that is allowed', matcher({ allowed: ['a', 'b'] }), 'a'],
    ['what a path selects', matcher({ fromCall: ['user'], path: '$.cards[*].id' }), 'c1'],
    [
      'what a path selects and is allowed',
      matcher({ fromCall: ['user'], path: '$.cards[*].id', allowed: ['c2'] }),
      'c2',
    ],
    ['a whole output that is a scalar', matcher({ fromCall: ['none', 'count'] }), 7],
    [
      'an allowed one where no path says which',
      matcher({ fromCall: ['user'], allowed: ['c2'] }),
      'c2',
    ],
    ['one of a form', matcher({ predicate: 'uuid' }), '123e4567-e89b-42d3-a456-426614174000'],
    ['any text', matcher({ predicate: 'non_empty' }), 'sample'],
    [
      'of a schema written as a predicate',
      matcher({ predicate: { schema: { enum: ['x'] } } }),
      'x',
    ],
    [
      'at every depth',
      {
        kind: 'object',
        entries: new Map<string, Matcher>([
          [
            'list',
            {
              kind: 'list',
              items: [matcher({ allowed: [1] }), matcher({ predicate: 'positive' })],
            },
          ],
        ]),
      },
      { list: [1, 1] },
    ],
  ])('is %s', (_, wanted, value) => {
    expect(make(wanted)).toEqual({ ok: true, value });
  });

  it('is what the schema names, else one of its type', () => {
    const any = matcher({ predicate: 'any' });
    expect(make(any, { type: 'string', default: 'd' })).toEqual({ ok: true, value: 'd' });
    expect(make(any, { type: 'string', enum: ['e', 'f'] })).toEqual({ ok: true, value: 'e' });
    expect(make(any, { type: 'integer' })).toEqual({ ok: true, value: 1 });
  });

  it.each<[string, Matcher, string]>([
    [
      'a path selects nothing',
      matcher({ fromCall: ['user'], path: '$.gold' }),
      'user returned nothing at $.gold',
    ],
    [
      'the call was not made',
      matcher({ fromCall: ['none'], path: '$' }),
      'none returned nothing at $',
    ],
    [
      'no one value is meant',
      matcher({ fromCall: ['user'] }),
      'without a `path` no one value of user is meant',
    ],
    ['only the user knows it', matcher({ fromUser: true }), 'the golden names no value for it'],
    [
      'a predicate of one’s own asks for it',
      matcher({ predicate: 'iban' }),
      'the golden names no value for it',
    ],
  ])('cannot be made where %s', (_, wanted, reason) => {
    expect(make(wanted)).toEqual({ ok: false, reason });
  });
});
