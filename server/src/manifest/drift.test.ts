import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../model/tool.ts';
import type { JsonObject } from '../model/value.ts';
import { diffTool, diffTools } from './drift.ts';

const text = { type: 'string' };

const tool = (
  properties: JsonObject = {},
  required: string[] = [],
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name: 'weather',
  description: 'Says what the weather is like.',
  input_schema: { type: 'object', properties, required },
  ...more,
});

const messages = (before: ToolDefinition, after: ToolDefinition): string[] =>
  diffTool(before, after).map(({ message }) => message);

describe('diffTool', () => {
  it('says nothing of what means the same', () => {
    const before = tool({ city: text, unit: text }, ['city']);
    const after = tool({ unit: { type: 'string' }, city: text }, ['city']);
    expect(messages(before, after)).toEqual([]);
  });

  it('tells fields of the tool itself', () => {
    expect(
      messages(
        tool({}, [], { title: 'Weather', annotations: { readOnlyHint: true } }),
        tool({}, [], { description: 'Else.', output_schema: {}, annotations: {} }),
      ),
    ).toEqual([
      'title edited',
      'description edited',
      'output schema changed',
      'annotation `readOnlyHint` changed from true to none',
    ]);
  });

  it.each<[string, ToolDefinition, ToolDefinition, string[]]>([
    [
      'an argument renamed, the only one that went and came',
      tool({ city: text }, ['city']),
      tool({ place: text }, ['place']),
      ['argument `city` renamed to `place`'],
    ],
    [
      'no renaming between types',
      tool({ city: text }),
      tool({ place: { type: 'integer' } }),
      ['argument `city` removed', 'argument `place` added'],
    ],
    [
      'renamed arguments paired by their names',
      tool({ start_date: text, end_date: text }),
      tool({ endDate: text, startDate: text }),
      ['argument `start_date` renamed to `startDate`', 'argument `end_date` renamed to `endDate`'],
    ],
    [
      'an argument that came, and one that is required',
      tool({ city: text }),
      tool({ city: text, days: { type: 'integer' }, key: text }, ['key']),
      ['argument `key` added, and required', 'argument `days` added'],
    ],
    [
      'what is required',
      tool({ a: text, b: text }, ['a']),
      tool({ a: text, b: text }, ['b']),
      ['argument `a` made optional', 'argument `b` made required'],
    ],
    [
      'members that came and went',
      tool({ unit: { enum: ['c', 'f', 'k'] } }),
      tool({ unit: { enum: ['c', 'f', 'r'] } }),
      ['argument `unit` no longer takes "k"', 'argument `unit` now also takes "r"'],
    ],
    [
      'members that are listed now',
      tool({ unit: text }),
      tool({ unit: { ...text, enum: ['c'] } }),
      ['argument `unit` now takes only "c"'],
    ],
    [
      'type, default, description and limits',
      tool({ days: { type: 'string', default: '1', description: 'Days.' } }),
      tool({ days: { type: 'integer', default: 1, description: 'How many days.', maximum: 7 } }),
      [
        'argument `days`: type changed from string to integer',
        'argument `days`: default changed from "1" to 1',
        'argument `days`: description edited',
        'argument `days`: `maximum` changed from none to 7',
      ],
    ],
    [
      'an argument that may be null now',
      tool({ days: { type: 'integer' } }),
      tool({ days: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
      ['argument `days`: type changed from integer to integer or null'],
    ],
    [
      'what is inside lists and references',
      tool({ people: { type: 'array', items: { $ref: '#/$defs/p' } } }, [], {
        input_schema: {
          type: 'object',
          properties: { people: { type: 'array', items: { $ref: '#/$defs/p' } } },
          $defs: { p: { type: 'object', properties: { age: { type: 'integer' } } } },
        },
      }),
      tool({
        people: {
          type: 'array',
          items: { type: 'object', properties: { age: text }, required: ['age'] },
        },
      }),
      [
        'argument `people[].age` made required',
        'argument `people[].age`: type changed from integer to string',
      ],
    ],
    [
      'types in the words of another dialect',
      tool({ n: { type: 'INTEGER' } }, [], {
        input_schema: { type: 'OBJECT', properties: { n: { type: 'INTEGER' } } },
      }),
      tool({ n: { type: 'number' } }),
      ['argument `n`: type changed from integer to number'],
    ],
    [
      'arguments by any name',
      tool(JSON.parse('{"__proto__": {"type": "string"}}')),
      tool({ constructor: { type: 'integer' } }),
      ['argument `__proto__` removed', 'argument `constructor` added'],
    ],
  ])('tells %s', (_, before, after, expected) => {
    expect(messages(before, after)).toEqual(expected);
  });

  it('ends on schemas that contain themselves', () => {
    const tree = (leaf: JsonObject): JsonObject => ({
      type: 'object',
      properties: { node: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, leaf } } },
    });
    const found = messages(
      tool({}, [], { input_schema: tree(text) }),
      tool({}, [], { input_schema: tree({ type: 'integer' }) }),
    );
    expect(found[0]).toContain('type changed from string to integer');
    expect(found.length).toBeLessThan(10);
  });

  it('says at least that a schema changed where it cannot look inside', () => {
    const odd = (name: string): ToolDefinition =>
      tool({}, [], { input_schema: { $schema: 'urn:unknown', properties: { [name]: text } } });
    expect(messages(odd('a'), odd('b'))).toEqual(['input schema changed']);
    expect(messages(tool(), tool({}, [], { input_schema: false }))).toEqual([
      'input schema changed',
    ]);
  });
});

describe('any two definitions', () => {
  const keyword = fc.constantFrom(
    'type',
    'properties',
    'required',
    'enum',
    'items',
    'anyOf',
    'allOf',
    '$ref',
    '$defs',
    'default',
    'a',
    '__proto__',
  );
  const { schema } = fc.letrec((tie) => ({
    schema: fc.dictionary(keyword, tie('value'), { maxKeys: 4 }),
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('object', 'string', 'a', '#', '#/$defs/a', null, true, 7),
      fc.array(tie('value'), { maxLength: 3 }),
      tie('schema'),
    ),
  }));

  it('can be compared, however broken their schemas are', () => {
    fc.assert(
      fc.property(schema, schema, (a, b) => {
        const [before, after] = [a, b].map((input) =>
          tool({}, [], { input_schema: input as JsonObject }),
        );
        expect(diffTool(before!, before!)).toEqual([]);
        const changes = diffTool(before!, after!);
        const same = JSON.stringify(a) === JSON.stringify(b);
        if (same) expect(changes).toEqual([]);
        for (const { message } of changes) expect(message).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });
});

describe('diffTools', () => {
  const named = (name: string, description: string): ToolDefinition =>
    tool({ city: text }, ['city'], { name, description });

  it('pairs a tool that went with the one that it became', () => {
    const drifts = diffTools(
      [named('get_weather', 'Says what the weather is.'), named('send_mail', 'Sends an e-mail.')],
      [
        named('send_mail', 'Sends an e-mail.'),
        named('fetch_weather', 'Says what the weather is.'),
        tool({ to: text, amount: text }, [], { name: 'pay', description: 'Pays somebody.' }),
      ],
    );
    expect(
      drifts.map(({ name, changes }) => [name, changes.map(({ message }) => message)]),
    ).toEqual([
      ['get_weather', ['renamed to `fetch_weather`']],
      ['pay', ['added']],
    ]);
  });

  it('takes no tool for another that is unlike it, nor one of two that are equally like it', () => {
    const gone = named('get_weather', 'Says what the weather is.');
    const unlike = tool({ to: text }, [], { name: 'pay', description: 'Pays somebody.' });
    const kinds = (after: ToolDefinition[]) =>
      diffTools([gone], after).flatMap(({ changes }) => changes.map(({ kind }) => kind));
    expect(kinds([unlike])).toEqual(['removed', 'added']);
    expect(
      kinds([
        named('weather_get', 'Says what the weather is.'),
        named('weather_got', 'Says what the weather is.'),
      ]),
    ).toEqual(['removed', 'added', 'added']);
    const empty = (name: string) => ({ name, input_schema: { type: 'object' } });
    expect(diffTools([empty('start')], [empty('finish')]).map(({ name }) => name)).toEqual([
      'start',
      'finish',
    ]);
  });
});
