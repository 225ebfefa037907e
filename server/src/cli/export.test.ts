import { describe, expect, it } from 'vitest';
import { readValues } from '../convert/values.ts';
import type { JsonObject } from '../model/value.ts';
import { placeWith } from './testing.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'find',
      description: 'Finds orders.',
      inputSchema: {
        type: 'object',
        properties: { who: { type: 'string' }, page: { type: 'integer', default: 1 } },
        required: ['who'],
      },
      annotations: { readOnlyHint: true },
    },
    {
      name: 'refund',
      description: 'Refunds.',
      inputSchema: { type: 'object', properties: { id: { type: 'integer' } } },
      annotations: { destructiveHint: true },
    },
    {
      name: 'mail',
      description: 'Mails.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      annotations: { readOnlyHint: false },
    },
  ],
});

const caseText = (expected: string, more = '') => `case_id: one
title: A refund
user_message: Refund 7.
tools: ./t.tools.json
${more}expected:
${expected.replace(/^/gm, '  ')}
`;

async function exported(expected: string, more = '') {
  const place = placeWith({ 't.tools.json': TOOLS, 'a.case.yaml': caseText(expected, more) });
  const done = await place.run('export', 'promptfoo', 'a.case.yaml');
  if (done.code !== 0) return { ...done, test: undefined, asserts: undefined };
  const read = readValues(done.out);
  if (!read.ok) throw new Error(read.reason);
  const [{ tests }] = read.values as [{ tests: JsonObject[] }];
  return { ...done, test: tests[0]!, asserts: tests[0]!.assert };
}

describe('export promptfoo', () => {
  it('writes a configuration with a prompt and tests', async () => {
    const { out, test } = await exported(
      'tool_behavior: no_call',
      'category: refunds\ntags: [a]\n',
    );
    expect(out).toMatch(/^prompts:\n {2}- "\{\{user_message\}\}"\ntests:\n/);
    expect(test).toEqual({
      description: 'A refund',
      vars: { user_message: 'Refund 7.' },
      metadata: { testCaseId: 'one', category: 'refunds', tags: ['a'] },
      assert: [{ type: 'trajectory:tool-used', value: { pattern: '*', max: 0 } }],
    });
  });

  it('writes listed calls as a sequence, with their arguments', async () => {
    const { asserts } = await exported(
      'calls:\n  - { name: find, args: { who: Ada } }\n  - { name: refund, args: { id: 7 } }\nmatch: { extra_calls: none }',
    );
    expect(asserts).toEqual([
      {
        type: 'trajectory:tool-args-match',
        value: { name: 'find', args: { who: 'Ada' }, mode: 'exact', defaults: { page: 1 } },
      },
      {
        type: 'trajectory:tool-args-match',
        value: { name: 'refund', args: { id: 7 }, mode: 'exact' },
      },
      { type: 'trajectory:tool-sequence', value: { mode: 'exact', steps: ['find', 'refund'] } },
    ]);
  });

  it('counts calls in any order, and bounds what may come beside them', async () => {
    const { asserts } = await exported(
      'calls:\n  - { name: refund, args: { id: 7 } }\nmatch: { calls: any_order, args: partial }\nforbidden_tools: [mail]\nmax_calls: 4\nmust_mention: [done, { any: [7, seven] }]\nmust_not_mention: [sorry]'.replace(
        'any: [7,',
        'any: ["7",',
      ),
    );
    expect(asserts).toEqual([
      {
        type: 'trajectory:tool-args-match',
        value: { name: 'refund', args: { id: 7 }, mode: 'partial' },
      },
      { type: 'icontains', value: 'done' },
      { type: 'icontains-any', value: ['7', 'seven'] },
      { type: 'not-icontains', value: 'sorry' },
      { type: 'trajectory:tool-used', value: { name: 'mail', max: 0 } },
      { type: 'trajectory:tool-used', value: { name: 'refund', min: 1, max: 1 } },
      { type: 'trajectory:tool-used', value: { pattern: '*', max: 4 } },
    ]);
  });

  it.each<[string, string, string, string]>([
    [
      'from_call',
      'calls: [{ id: f, name: find, args: { who: a } }, { name: mail, args: { to: { from_call: f } } }]',
      '',
      'expected.calls[1].args.to.from_call',
    ],
    [
      'several values',
      'calls: [{ name: mail, args: { to: { allowed: [a, b] } } }]',
      '',
      'expected.calls[0].args.to.allowed',
    ],
    [
      'a matcher inside',
      'calls: [{ name: mail, args: { to: [{ predicate: email }] } }]',
      '',
      'expected.calls[0].args.to[0].predicate',
    ],
    [
      'a comparison',
      'calls: [{ name: mail, args: { to: a } }]\nmatch: { compare: loose }',
      '',
      'expected.calls[0].match.compare',
    ],
    [
      'an optional call',
      'calls: [{ name: find, args: { who: a } }, { name: mail, args: {}, optional: true }]',
      '',
      'expected.calls[1].optional',
    ],
    [
      'after',
      'calls: [{ id: f, name: find, args: { who: a } }, { name: mail, after: f }]',
      '',
      'expected.calls[1].after',
    ],
    [
      'groups in an order',
      'calls: [{ name: find, group: 0, args: { who: a } }, { name: refund, group: 0 }, { name: mail, group: 1 }]',
      '',
      'expected.calls[].group',
    ],
    [
      'a turn',
      'calls: [{ name: mail, turn: 1 }]',
      'replies: [{ content: Go. }]\n',
      'expected.calls[0].turn',
    ],
    ['replies', 'tool_behavior: no_call', 'replies: [{ content: Go. }]\n', 'replies'],
    ['trials', 'tool_behavior: no_call', 'trials: 3\n', 'trials'],
    ['clarify', 'must_clarify: true', '', 'expected.tool_behavior'],
    [
      'a confirmation',
      'calls: [{ name: mail }]\nconfirm_before: [mail]',
      '',
      'expected.confirm_before',
    ],
    ['an end state', 'final_state: { a: 1 }', '', 'expected.final_state'],
    [
      'several paths',
      'any_of: [{ calls: [{ name: mail }] }, { calls: [{ name: refund }] }]',
      '',
      'expected.any_of',
    ],
    [
      'calls of one tool in an order',
      'calls: [{ name: find, args: { who: a } }, { name: find, args: { who: b } }]',
      '',
      'expected.calls[0].args',
    ],
    ['an invalid case', 'calls: [{ name: mial }]', '', 'unknown-tool'],
  ])('fails on %s, naming the case and the key', async (_, expected, more, key) => {
    const { code, out, err } = await exported(expected, more);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(`callsheet: cannot export one: ${key}: `);
  });

  it('fails on extra calls where no manifest says which read', async () => {
    const place = placeWith({
      'a.case.yaml': 'case_id: one\nuser_message: Hi\nexpected: { calls: [{ name: x }] }\n',
    });
    const { code, err } = await place.run('export', 'promptfoo', 'a.case.yaml');
    expect(code).toBe(2);
    expect(err).toBe(
      'callsheet: cannot export one: expected.match.extra_calls: is about all other tools, and no manifest says which there are\n',
    );
  });

  it('comes back as it was', async () => {
    const place = placeWith({
      't.tools.json': TOOLS,
      'a.case.yaml': caseText(
        'calls:\n  - { name: find, args: { who: Ada } }\n  - { name: refund, args: { id: 7 } }\nmatch: { calls: exact, extra_calls: none, args: partial, compare: exact }\nmust_mention: [done]',
      ),
    });
    await place.run('export', 'promptfoo', 'a.case.yaml', '--out', 'p.yaml');
    const { err } = await place.run('import', 'promptfoo', 'p.yaml', '--out', 'back');
    expect(err).toBe('');
    const read = readValues(place.read('back/p.case.yaml'));
    expect(read.ok && read.values).toEqual([
      {
        case_id: 'one',
        title: 'A refund',
        user_message: 'Refund 7.',
        expected: {
          calls: [
            { name: 'find', args: { who: 'Ada' }, match: { args: 'partial' } },
            { name: 'refund', args: { id: 7 }, match: { args: 'partial' } },
          ],
          match: { calls: 'exact', extra_calls: 'none', compare: 'exact' },
          must_mention: ['done'],
        },
      },
    ]);
  });
});
