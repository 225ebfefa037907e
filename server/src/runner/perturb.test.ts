import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/value.ts';
import type { Offer } from './offer.ts';
import { OwnWords } from './offer.ts';
import { perturbed } from './perturb.ts';

const offerOf = (inputSchema: JsonObject, description = 'Looks. Twice.'): Offer => [
  { tool: { name: 'look', description, inputSchema }, own: 'look' },
];
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const renamed = (schema: JsonObject) => perturbed(offerOf(schema), ['rename-arguments'], 1)[0]!;

describe('rename-arguments', () => {
  it('writes names in the other style, wherever the schema lists them', () => {
    const schema = object(
      { order_id: { type: 'string' }, maxItems: {}, city: {} },
      { required: ['order_id', 'city'] },
    );
    const { tool, args } = renamed(schema);
    expect(tool.inputSchema).toMatchObject({
      properties: { orderId: { type: 'string' }, max_items: {}, city_value: {} },
      required: ['orderId', 'city_value'],
    });
    expect(args).toEqual(
      new Map([
        ['orderId', 'order_id'],
        ['max_items', 'maxItems'],
        ['city_value', 'city'],
      ]),
    );
  });

  it.each([
    ['two names would become one', object({ a: {}, aValue: {} })],
    ['other keywords speak of them', object({ city: {} }, { anyOf: [{ required: ['city'] }] })],
    ['there are none', { type: 'object' }],
  ])('leaves them where %s', (_, schema) => {
    const { tool, args } = renamed(schema);
    expect(tool.inputSchema).toEqual(schema);
    expect(args).toBeUndefined();
  });
});

describe('descriptions', () => {
  const schema = object({
    description: { type: 'string', description: 'Of what.' },
    list: { items: object({ deep: { description: 'Deep.' } }) },
  });

  it('are cut to a sentence, or left out, those of arguments at any depth', () => {
    const [short] = perturbed(offerOf(schema), ['short-descriptions'], 1);
    const bare = object({ description: { type: 'string' }, list: { items: object({ deep: {} }) } });
    expect(short?.tool).toEqual({ name: 'look', description: 'Looks.', inputSchema: bare });
    const [none] = perturbed(offerOf(schema), ['no-descriptions'], 1);
    expect(none?.tool).toEqual({ name: 'look', inputSchema: bare });
  });
});

it('the same seed makes the same order, and tools that are there are added once', () => {
  const tools = ['a', 'b', 'c', 'd', 'get_weather'].map((name) => ({ tool: { name }, own: name }));
  const names = (seed: number) =>
    perturbed(tools, ['extra-tools', 'reorder-tools'], seed).map(({ tool }) => tool.name);
  expect(names(1)).toEqual(names(1));
  expect(names(1)).not.toEqual(names(2));
  expect(names(1).filter((name) => name === 'get_weather')).toHaveLength(1);
  expect(names(1)).toHaveLength(4 + 12);
});

it('words go back to those of the case, and what was not offered is marked', () => {
  const words = new OwnWords([renamed(object({ order_id: {}, note: {} }))], ['look', 'pay']);
  expect(words.args('look', { orderId: 1, note_value: 2, other: 3 })).toEqual({
    order_id: 1,
    note: 2,
    other: 3,
  });
  expect(words.args('look', { order_id: 1 })).toEqual({ unoffered_order_id: 1 });
  expect(['look', 'pay', 'sail'].map((name) => words.name(name))).toEqual([
    'look',
    'unoffered_pay',
    'sail',
  ]);
});
