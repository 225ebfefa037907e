import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../model/value.ts';
import { createToolSchema } from './schema.ts';

const schemaOf = (schema: JsonObject | boolean) => {
  const made = createToolSchema(schema);
  if (made === null) throw new Error('the dialect is not supported');
  return made;
};

const withProperties = (properties: JsonObject, rest: JsonObject = {}) =>
  schemaOf({ type: 'object', properties, ...rest });

const messages = (schema: object, value: Json) =>
  withProperties({ a: schema as JsonObject })
    .check(['a'], value)
    .map(({ path, message }) => `${path.join('.')}: ${message}`);

describe('argument names', () => {
  it('come from every part of the schema, required ones first', () => {
    const schema = schemaOf({
      type: 'object',
      properties: { b: {}, a: {} },
      required: ['a'],
      allOf: [{ properties: { c: {} }, required: ['c'] }],
      oneOf: [{ properties: { d: {} }, required: ['d'] }, { $ref: '#/$defs/e' }],
      patternProperties: { '^x_': {} },
      $defs: { e: { properties: { e: {} }, required: ['d'] } },
    });
    expect(schema.argumentNames).toEqual(['a', 'c', 'd', 'b', 'e']);
    expect([...schema.required]).toEqual(['a', 'c', 'd']);
    expect(['a', 'e', 'x_1', 'y'].map((name) => schema.knows(name))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('are closed unless additional properties are said to be welcome', () => {
    expect(withProperties({}).closed).toBe(true);
    expect(withProperties({}, { additionalProperties: false }).closed).toBe(true);
    expect(withProperties({}, { additionalProperties: true }).closed).toBe(false);
    expect(withProperties({}, { additionalProperties: {} }).closed).toBe(false);
    expect(schemaOf(true).closed).toBe(false);
  });

  it('may be called like members of every object', () => {
    const schema = withProperties({
      constructor: { type: 'string' },
      ['__proto__' as string]: { type: 'integer' },
      toString: { type: 'boolean' },
    });
    expect(schema.knows('constructor')).toBe(true);
    expect(schema.knows('hasOwnProperty')).toBe(false);
    expect(schema.check(['constructor'], 1)).toMatchObject([{ kind: 'type', types: ['string'] }]);
    expect(schema.check(['toString'], true)).toEqual([]);
    expect(schema.accepts({})).toBe(true);
    expect(withProperties({}, { required: ['constructor'] }).accepts({})).toBe(false);
    const proto = schemaOf(
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}}}') as JsonObject,
    );
    expect(proto.knows('__proto__')).toBe(true);
    expect(proto.check(['__proto__'], 'x')).toMatchObject([{ kind: 'type' }]);
  });
});

describe('check', () => {
  it('names the expected type and the value', () => {
    expect(messages({ type: 'integer' }, 'two')).toEqual([': expected integer, got string "two"']);
    expect(messages({ type: ['string', 'null'] }, [])).toEqual([
      ': expected string or null, got array',
    ]);
  });

  it('says how to write a value that YAML reads differently', () => {
    expect(messages({ type: 'boolean' }, 'yes')).toEqual([
      ': expected boolean, got string "yes"; write true or false',
    ]);
    expect(messages({ type: 'string' }, 12)).toEqual([
      ': expected string, got number 12; quote it to make it text',
    ]);
    expect(messages({ type: 'integer' }, '10')).toEqual([
      ': expected integer, got string "10"; write it without quotes',
    ]);
  });

  it('lists the members of enum and const', () => {
    const [problem] = withProperties({ a: { enum: ['x', 'y'] } }).check(['a'], 'z');
    expect(problem).toEqual({
      path: [],
      kind: 'enum',
      members: ['x', 'y'],
      message: 'expected one of "x", "y", got "z"',
    });
    expect(messages({ const: 1 }, 2)).toEqual([': expected 1, got 2']);
  });

  it('goes down into objects and lists', () => {
    const schema = withProperties({
      a: {
        type: 'array',
        items: {
          type: 'object',
          properties: { n: { type: 'integer', minimum: 1 } },
          required: ['n'],
          additionalProperties: false,
        },
      },
    });
    expect(schema.check(['a'], [{ n: 0 }, {}, { n: 1, m: 2 }])).toEqual([
      { path: [0, 'n'], kind: 'invalid', message: 'expected at least 1, got 0' },
      { path: [1], kind: 'invalid', message: 'the required property "n" is missing' },
      { path: [2], kind: 'invalid', key: 'm', message: 'no property "m" is known here' },
    ]);
    expect(schema.check(['a', 0, 'n'], 0)).toMatchObject([{ path: [], kind: 'invalid' }]);
  });

  it('marks formats apart', () => {
    expect(withProperties({ a: { type: 'string', format: 'date' } }).check(['a'], 'soon')).toEqual([
      { path: [], kind: 'format', message: 'expected text of the format date, got "soon"' },
    ]);
    expect(messages({ type: 'integer', format: 'uint64' }, 5)).toEqual([]);
  });

  it('compares big integers with the limits of a schema', () => {
    expect(messages({ type: 'integer', maximum: 10n }, 12345678901234567890n)).toEqual([
      ': expected at most 10, got 12345678901234567890',
    ]);
  });

  it('reports inside the alternative that the discriminator names', () => {
    const payment = {
      oneOf: [
        { properties: { kind: { const: 'card' }, number: { type: 'string' } }, required: ['kind'] },
        { properties: { kind: { const: 'cash' }, amount: { type: 'number' } }, required: ['kind'] },
      ],
    };
    expect(messages(payment, { kind: 'cash', amount: 'much' })).toEqual([
      'amount: expected number, got string "much"',
    ]);
    expect(messages(payment, { kind: 'cheque' })).toEqual([
      'kind: expected one of "card", "cash", got "cheque"',
    ]);
  });

  it('reports inside the alternative of the right type, or all types that would do', () => {
    const text = { anyOf: [{ type: 'string', minLength: 2 }, { type: 'null' }] };
    expect(messages(text, 'x')).toEqual([': expected at least 2 characters, got 1']);
    expect(messages(text, 3)).toEqual([
      ': expected string or null, got number 3; quote it to make it text',
    ]);
    expect(messages({ anyOf: [{ const: 'a' }, { const: 'b' }] }, 'c')).toEqual([
      ': expected one of "a", "b", got "c"',
    ]);
  });

  it('reports the alternative that fits best where nothing else tells', () => {
    const shape = {
      anyOf: [
        { type: 'object', required: ['x', 'y'] },
        { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
      ],
    };
    expect(messages(shape, { id: 1 })).toEqual([
      'id: expected string, got number 1; quote it to make it text',
    ]);
  });

  it('says that a value fits several exclusive alternatives', () => {
    expect(messages({ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'x')).toEqual([
      ': fits 2 of the alternatives at once, where one is to be chosen',
    ]);
  });

  it('takes an argument of alternatives by those that name it', () => {
    const schema = schemaOf({
      type: 'object',
      oneOf: [
        { properties: { id: { type: 'string' } }, required: ['id'] },
        { properties: { id: { type: 'integer' } }, required: ['name'] },
      ],
    });
    expect(schema.check(['id'], 3)).toEqual([]);
    expect(schema.check(['id'], true)).toMatchObject([
      { kind: 'type', types: ['string', 'integer'] },
    ]);
  });

  it('has a word for what only the validator can tell', () => {
    expect(messages({ type: 'array', contains: { const: 1 } }, [2])).toHaveLength(1);
    expect(
      withProperties({
        a: { allOf: [{ properties: { x: {} } }], unevaluatedProperties: false },
      }).check(['a'], { y: 1 }),
    ).toMatchObject([{ kind: 'invalid', key: 'y' }]);
  });
});

describe('references', () => {
  it('lead anywhere in the document, also in a circle', () => {
    const schema = schemaOf({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' }, same: { $ref: '#named' } },
      $defs: {
        node: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            children: { type: 'array', items: { $ref: '#/$defs/node' } },
          },
        },
        other: { $anchor: 'named', type: 'integer' },
      },
    });
    expect(schema.check(['tree'], { children: [{ children: [{ name: 1 }] }] })).toMatchObject([
      { path: ['children', 0, 'children', 0, 'name'], kind: 'type' },
    ]);
    expect(schema.check(['same'], 'x')).toMatchObject([{ kind: 'type', types: ['integer'] }]);
    expect(schema.at(['tree', 'children', 3, 'name'])).toEqual({ type: 'string' });
  });

  it('may use the address of the document itself, twice in a process', () => {
    const schema = {
      $id: 'https://example.com/tool',
      type: 'object',
      properties: { a: { $ref: 'https://example.com/tool#/$defs/a' }, b: { $ref: '#/$defs/a' } },
      $defs: { a: { type: 'integer' } },
    };
    for (const made of [schemaOf(schema), schemaOf({ ...schema })]) {
      expect(made.check(['a'], 'x')).toMatchObject([{ kind: 'type' }]);
      expect(made.check(['b'], 'x')).toMatchObject([{ kind: 'type' }]);
      expect(made.accepts({ a: 1 })).toBe(true);
    }
  });

  it('that lead nowhere leave their argument unchecked, and no other', () => {
    const schema = withProperties({ a: { $ref: '#/$defs/none' }, b: { type: 'string' } });
    expect(schema.check(['a'], 1)).toEqual([]);
    expect(schema.check(['b'], 1)).toMatchObject([{ kind: 'type' }]);
    expect(schema.accepts({ b: 'x' })).toBeNull();
  });

  it('that only lead to themselves know nothing', () => {
    const schema = withProperties(
      { a: { $ref: '#/$defs/a' } },
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    );
    expect(schema.check(['a'], 1)).toEqual([]);
    expect(schema.at(['a', 'x'])).toBeUndefined();
  });
});

describe('dialects', () => {
  const tuple = (declared: string) =>
    schemaOf({
      $schema: declared,
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'integer' }] } },
    });

  it('are those of $schema', () => {
    const draft7 = tuple('http://json-schema.org/draft-07/schema#');
    expect(draft7.check(['pair'], ['a', 'b'])).toMatchObject([{ path: [1], kind: 'type' }]);
    expect(draft7.at(['pair', 1])).toEqual({ type: 'integer' });
    expect(tuple('https://json-schema.org/draft/2020-12/schema').check(['pair'], [1])).toEqual([]);
    expect(createToolSchema({ $schema: 'http://json-schema.org/draft-03/schema#' })).toBeNull();
  });

  it('that forbid a keyword leave only its argument unchecked', () => {
    const schema = withProperties({
      a: { type: 'number', minimum: 0, exclusiveMinimum: true },
      b: { type: 'string' },
    });
    expect(schema.check(['a'], 'x')).toEqual([]);
    expect(schema.check(['b'], 1)).toMatchObject([{ kind: 'type' }]);
    expect(messages({ nullable: true, enum: ['a'] }, 'b')).toHaveLength(1);
  });
});

describe('hostile schemas', () => {
  it('match their patterns in linear time', () => {
    expect(messages({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(5000)}!`)).toHaveLength(
      1,
    );
    expect(messages({ type: 'string', pattern: '^(?=x)y' }, 'anything')).toEqual([]);
  });

  it('have no closed list of names where a pattern or a reference cannot be followed', () => {
    const patterned = schemaOf({
      type: 'object',
      properties: { a: { type: 'string' } },
      patternProperties: { '^(?!x)': { type: 'integer' } },
      additionalProperties: false,
    });
    expect(patterned.knows('anything')).toBe(true);
    expect(patterned.check(['anything'], 'text')).toEqual([]);
    expect(patterned.check([], { a: 1, b: 'text' })).toMatchObject([{ path: ['a'], kind: 'type' }]);
    expect(patterned.accepts({ a: 'x', b: 'text' })).toBe(true);
    expect(schemaOf({ type: 'object', $ref: 'https://example.com/base' }).closed).toBe(false);
  });

  it('may be given values nested deeper than the stack', () => {
    let deep: Json = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    const schema = withProperties(
      { a: { $ref: '#/$defs/list' } },
      { $defs: { list: { type: 'array', items: { $ref: '#/$defs/list' } } } },
    );
    expect(schema.check(['a'], deep)).toEqual([]);
    expect(schema.accepts({ a: deep })).toBeNull();
  });

  it('that fan out without end are not checked', () => {
    const $defs: JsonObject = { d0: { type: 'string' } };
    for (let i = 1; i <= 60; i++) {
      const $ref = `#/$defs/d${i - 1}`;
      $defs[`d${i}`] = { anyOf: [{ $ref }, { $ref }] };
    }
    const properties = { a: { $ref: '#/$defs/d60' } };
    expect(createToolSchema({ type: 'object', properties, $defs })).toBeNull();
  });
});

it('finds defaults through references', () => {
  const schema = withProperties(
    { a: { $ref: '#/$defs/a' }, b: { type: 'integer', default: 0 }, c: {} },
    { $defs: { a: { default: 'x' } } },
  );
  expect(['a', 'b', 'c'].map((name) => schema.defaultOf(name))).toEqual(['x', 0, undefined]);
});

it('looks for one property, not through all of them', () => {
  let walks = 0;
  const properties = new Proxy<JsonObject>(
    { a: { type: 'string' }, b: { default: 1 } },
    {
      ownKeys(all) {
        walks += 1;
        return Reflect.ownKeys(all);
      },
    },
  );
  const schema = withProperties(properties);
  expect(schema.check(['a'], 'x')).toEqual([]);
  const before = walks;
  expect(schema.at(['a'])).toEqual({ type: 'string' });
  expect([schema.at(['c']), schema.defaultOf('b')]).toEqual([undefined, 1]);
  expect(schema.check(['b'], 'x')).toEqual([]);
  expect(walks).toBe(before);
});
