import { describe, expect, it } from 'vitest';
import { diffTools } from '../manifest/index.ts';
import type { ToolDefinition } from '../model/tool.ts';
import type { JsonObject } from '../model/value.ts';
import { touchedLines } from './drift-lines.ts';
import { contextOf, type Setting } from './testing.ts';

const text = { type: 'string' };

const pay = (properties: JsonObject, more: JsonObject = {}): ToolDefinition => ({
  name: 'pay',
  description: 'Pays somebody.',
  input_schema: { type: 'object', properties, ...more },
});

/** The lines of a case that a change touches: the token, what changed, and whether it breaks the line. */
const touched = (
  written: string,
  before: ToolDefinition,
  after: ToolDefinition,
  setting?: Setting,
) => {
  const context = contextOf(written, setting);
  return diffTools([before], [after]).flatMap((drift) =>
    touchedLines(context, drift).map(
      ({ node, change, breaks }) =>
        `${written.slice(node.start, node.end)}: ${change.message}${breaks ? ' !' : ''}`,
    ),
  );
};

const calls = (args: string, more = ''): string =>
  `case_id: a\nexpected: { ${more}calls: [{ name: pay, args: ${args} }] }\n`;

describe('touched lines', () => {
  it.each<[string, string, ToolDefinition, ToolDefinition, string[]]>([
    [
      'a renamed argument',
      calls('{ to: x }'),
      pay({ to: text }),
      pay({ recipient: text }),
      ['to: argument `to` renamed to `recipient` !'],
    ],
    [
      'an argument that an open schema still takes',
      calls('{ to: x }'),
      pay({ to: text }),
      pay({}, { additionalProperties: true }),
      [
        'pay: input schema: `additionalProperties` changed from none to true',
        'to: argument `to` removed',
      ],
    ],
    [
      'an argument that the call does not use, by its name alone',
      calls('{ to: x }'),
      pay({ to: text, memo: text }),
      pay({ to: text, memo: { ...text, maxLength: 9 } }),
      ['pay: argument `memo`: `maxLength` changed from none to 9'],
    ],
    [
      'what is required now, where it is missing',
      calls('{ to: x }'),
      pay({ to: text, memo: text }),
      pay({ to: text, memo: text }, { required: ['to', 'memo'] }),
      ['to: argument `to` made required', 'pay: argument `memo` made required !'],
    ],
    [
      'what is required now, where only some arguments are graded',
      calls('{ to: x }', 'match: { args: partial }, '),
      pay({ to: text, memo: text }),
      pay({ to: text, memo: text }, { required: ['memo'] }),
      ['pay: argument `memo` made required'],
    ],
    [
      'each value that is no longer taken',
      calls('{ to: { allowed: [a, b, c] } }'),
      pay({ to: { enum: ['a', 'b', 'c'] } }),
      pay({ to: { enum: ['b'] } }),
      [
        'a: argument `to` no longer takes "a", "c" !',
        'c: argument `to` no longer takes "a", "c" !',
      ],
    ],
    [
      'a value deep inside',
      calls('{ to: [{ name: x }, { name: y, age: 7 }] }'),
      pay({
        to: { type: 'array', items: { type: 'object', properties: { age: { type: 'integer' } } } },
      }),
      pay({ to: { type: 'array', items: { type: 'object', properties: { age: text } } } }),
      [
        '[{ name: x }, { name: y, age: 7 }]: argument `to[].age`: type changed from integer to string !',
      ],
    ],
    [
      'a value that comes from elsewhere, by the argument',
      calls('{ to: { predicate: non_empty } }'),
      pay({ to: text }),
      pay({ to: { type: 'integer' } }),
      ['to: argument `to`: type changed from string to integer'],
    ],
    [
      'lists of tools',
      'case_id: a\nexpected: { forbidden_tools: [pay, other], confirm_before: ["bank__pay"] }\n',
      pay({}),
      { ...pay({}), description: 'Pays anybody.' },
      ['pay: description edited', '"bank__pay": description edited'],
    ],
    [
      'nothing of a case that does not name the tool',
      'case_id: a\nexpected: { calls: [{ name: payout }] }\n',
      pay({}),
      { ...pay({}), description: 'Pays anybody.' },
      [],
    ],
  ])('are %s', (_, written, before, after, expected) => {
    expect(touched(written, before, after)).toEqual(expected);
  });

  it('are the place that names a golden trajectory', () => {
    const goldens = { './g.golden.yaml': 'golden_id: g\ncalls: [{ name: pay }, { name: pay }]\n' };
    const written = 'case_id: a\nexpected: { any_of: [{ golden: ./g.golden.yaml }] }\n';
    const after = { ...pay({}), name: 'pay_out' };
    expect(touched(written, pay({}), after, { goldens })).toEqual([
      './g.golden.yaml: renamed to `pay_out` !',
    ]);
  });
});
