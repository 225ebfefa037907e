import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../model/value.ts';
import { importBfcl } from './bfcl.ts';

const functions: Json = [
  {
    name: 'find',
    description: 'Finds.',
    parameters: {
      type: 'dict',
      properties: { where: { type: 'dict' }, name: { type: 'string' }, year: { type: 'integer' } },
      required: ['where'],
    },
  },
];
const question = (id: string, turns: Json = [[{ role: 'user', content: 'Find it.' }]]): Json => ({
  id,
  question: turns,
  function: functions,
});
const answered = (accepted: JsonObject): Json[] => [
  { id: 'simple_0', ground_truth: [{ find: accepted }] },
];

function importOne(accepted: JsonObject) {
  const made = importBfcl({
    stem: 'q',
    values: [question('simple_0')],
    answers: answered(accepted),
  });
  if (typeof made === 'string') throw new Error(made);
  const { calls } = made.cases[0]!.expected as { calls: [{ args: JsonObject }] };
  return { ...made, args: calls[0].args };
}

describe('importBfcl', () => {
  it('makes a case with its functions as a manifest', () => {
    const { cases, manifests, losses } = importOne({ name: ['a'] });
    expect(cases).toEqual([
      {
        case_id: 'simple_0',
        category: 'simple',
        user_message: 'Find it.',
        tools: './q.tools/simple_0.tools.json',
        expected: {
          calls: [{ name: 'find', args: { name: 'a' } }],
          match: { compare: 'loose', extra_calls: 'none' },
        },
      },
    ]);
    expect(manifests).toEqual([{ path: 'q.tools/simple_0.tools.json', value: functions }]);
    expect(losses).toEqual([]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['several values', { name: ['a', 'b'] }, { name: { allowed: ['a', 'b'] } }],
    ['a value that may be left out', { year: ['', 1] }, { year: { allowed: [1], optional: true } }],
    ['a number that is to be left out', { year: [''] }, {}],
    ['an empty text', { name: [''] }, { name: { allowed: [''], optional: true } }],
    ['nothing', { name: [] }, { name: { allowed: [] } }],
    [
      'an object, whose keys have accepted values again',
      { where: [{ city: ['Rome'], zip: ['', '1'] }] },
      { where: { city: 'Rome', zip: { allowed: ['1'], optional: true } } },
    ],
    [
      'a choice of objects, spelled out',
      { where: [{ city: ['Rome', 'Roma'] }, { zip: ['', '1'] }] },
      { where: { allowed: [{ city: 'Rome' }, { city: 'Roma' }, {}, { zip: '1' }] } },
    ],
    [
      'a list of objects',
      { where: [[{ city: ['Rome', 'Roma'] }]] },
      { where: [{ city: { allowed: ['Rome', 'Roma'] } }] },
    ],
  ])('accepts %s', (_, accepted, args) => {
    expect(importOne(accepted).args).toEqual(args);
  });

  it('expects no call where no function is relevant, and says which answers are missing', () => {
    const made = importBfcl({
      stem: 'q',
      values: [question('irrelevance_0'), question('simple_1')],
    });
    expect(made).toMatchObject({
      cases: [{ case_id: 'irrelevance_0', expected: { tool_behavior: 'no_call' } }],
      losses: [{ case: 'simple_1', key: 'ground_truth' }],
    });
  });

  it('keeps calls of a parallel question in one group, and later turns as replies', () => {
    const turns: Json = [
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Find both.' },
      ],
      [{ role: 'user', content: 'Go on.' }],
    ];
    const made = importBfcl({
      stem: 'q',
      values: [question('parallel_0', turns)],
      answers: [
        { id: 'parallel_0', ground_truth: [{ find: { year: [1] } }, { find: { year: [2] } }] },
      ],
    });
    expect(made).toMatchObject({
      cases: [
        {
          messages: [{ role: 'system' }, { role: 'user', content: 'Find both.' }],
          replies: [{ content: 'Go on.' }],
          expected: {
            calls: [
              { group: 0, args: { year: 1 } },
              { group: 0, args: { year: 2 } },
            ],
          },
        },
      ],
    });
  });

  it('refuses what is no question', () => {
    expect(importBfcl({ stem: 'q', values: [{ a: 1 }] })).toMatch(/no question of BFCL/);
  });
});
