import { describe, it } from 'vitest';
import { expectFindings, expectFix } from '../testing.ts';

const call = (args: string) => `case_id: a\nexpected:\n  calls:\n${args}`;

describe('from-call-unknown', () => {
  it('stands on the reference, and offers near ids', () => {
    expectFindings(`
case_id: a
expected:
  calls:
    - { id: search, name: find }
      #     ^^^^^^ hint unused-call-id
    - name: book
      args: { x: { from_call: serch }, y: [{ from_call: [nothing] }] }
      #                       ^^^^^ error from-call-unknown: did you mean \`search\`?
      #                                                  ^^^^^^^ error from-call-unknown
`);
    expectFix(
      call(
        '    - { id: search, name: find }\n    - { name: book, args: { x: { from_call: serch } } }\n',
      ),
      'Change to `search`',
      call(
        '    - { id: search, name: find }\n    - { name: book, args: { x: { from_call: search } } }\n',
      ),
    );
  });

  it('takes a tool name that one earlier call bears, and ids before tool names', () => {
    expectFindings(
      call(`    - { id: book, name: find }
    - { name: book, args: { x: { from_call: find }, y: { from_call: book } } }
`),
    );
  });
});

describe('from-call-self', () => {
  it('stands on the reference', () => {
    expectFindings(
      `
golden_id: g
calls:
  - id: a
    name: find
    args: { x: { from_call: a }, y: { from_call: find } }
    #                       ^ error from-call-self
    #                                            ^^^^ error from-call-self
`,
      { kind: 'golden' },
    );
  });
});

describe('from-call-later', () => {
  it('knows listed order and groups', () => {
    expectFindings(`
case_id: a
expected:
  calls:
    - { name: book, args: { x: { from_call: s } } }
      #                                     ^ error from-call-later: listed later
    - { id: s, name: find }
`);
    expectFindings(`
case_id: a
expected:
  calls:
    - { name: book, group: 1, args: { x: { from_call: s }, y: { from_call: t } } }
      #                                               ^ error from-call-later: group 2
    - { id: s, name: find, group: 2 }
    - { id: t, name: find, group: 1 }
`);
  });

  it('is silent where listed order does not count', () => {
    expectFindings(`
case_id: a
expected:
  match: { calls: any_order }
  calls:
    - { name: book, args: { x: { from_call: s } } }
    - { id: s, name: find }
`);
    expectFindings(`
case_id: a
expected:
  calls:
    - { name: book, args: { x: { from_call: s } } }
    - { id: s, name: find }
    - { name: pay, after: s }
`);
  });

  it('moves the producer into the group', () => {
    expectFix(
      call(
        '    - { name: book, group: 1, args: { x: { from_call: s } } }\n    - { id: s, name: find, group: 2 }\n',
      ),
      'Move `s` to group 1',
      call(
        '    - { name: book, group: 1, args: { x: { from_call: s } } }\n    - { id: s, name: find, group: 1 }\n',
      ),
    );
  });
});

describe('from-call-ambiguous', () => {
  it('wants an id where several earlier calls bear the tool name', () => {
    expectFindings(`
case_id: a
expected:
  calls:
    - { name: find }
    - { name: find, args: { x: { from_call: find } } }
    - { name: book, args: { x: { from_call: find } } }
      #                                     ^^^^ error from-call-ambiguous: 2 earlier calls
`);
  });

  it('gives the calls ids', () => {
    expectFix(
      call(
        '    - name: find\n    - name: find\n    - { name: book, args: { x: { from_call: find } } }\n',
      ),
      'Refer to call 2 as `find_2`',
      call(
        '    - name: find\n    - name: find\n      id: find_2\n    - { name: book, args: { x: { from_call: find_2 } } }\n',
      ),
    );
  });
});

describe('cycles', () => {
  it('are told once, on the first call, by what they are made of', () => {
    expectFindings(`
case_id: a
expected:
  calls:
    - { id: a, name: find, group: 1, args: { x: { from_call: b } } }
      #                                                      ^ error from-call-cycle
    - { id: b, name: book, group: 1, after: a }
`);
    expectFindings(`
case_id: a
expected:
  calls:
    - { id: z, name: find }
    - { id: a, name: find, after: [z, c] }
      #                               ^ error after-cycle
    - { id: b, name: find, after: [a] }
    - { id: c, name: find, after: b }
    - { id: d, name: find, after: d }
      #                           ^ error after-cycle: waits for itself
`);
  });
});

describe('after-unknown', () => {
  it('takes ids alone', () => {
    expectFindings(`
case_id: a
expected:
  calls:
    - { id: search, name: find }
    - { name: book, after: [serch, search, find] }
      #                     ^^^^^ error after-unknown: did you mean \`search\`?
      #                                    ^^^^ error after-unknown
`);
  });
});

describe('mixed-groups', () => {
  it('stands on the first call without a group', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - { name: find, group: 1 }
    - { id: x, name: book }
      #              ^^^^ error mixed-groups
    - { name: pay }
`,
      {},
      ['mixed-groups'],
    );
  });
});

describe('order-contradiction', () => {
  it('stands on the later of the two keys', () => {
    expectFindings(`
case_id: a
expected:
  calls:
    - { id: pay, name: pay, group: 2 }
    - { name: find, group: 1, after: pay }
      #                       ^^^^^ error order-contradiction: group 1 comes before group 2
    - { name: find, after: pay, group: 1 }
      #                         ^^^^^ error order-contradiction
`);
    expectFindings(
      `
case_id: a
expected:
  calls:
    - { id: pay, name: pay }
    - { name: find, after: pay }
  match:
    calls: any_order
#   ^^^^^ error order-contradiction: \`after\` asks for an order
`,
    );
    expectFindings(`
case_id: a
expected:
  match: { calls: any_order }
  calls:
    - { id: pay, name: pay }
    - { name: find, after: pay }
      #             ^^^^^ error order-contradiction
`);
  });
});

describe('unused-call-id', () => {
  it('is a hint, and goes', () => {
    expectFindings(`
case_id: a
expected:
  calls:
    - { id: one, name: find }
      #     ^^^ hint unused-call-id
`);
    expectFix(
      call('    - id: one # first\n      name: find\n'),
      'Remove the unused id',
      call('    - name: find\n'),
    );
    expectFix(
      call('    - name: find\n      id: one\n      group: 1\n'),
      'Remove the unused id',
      call('    - name: find\n      group: 1\n'),
    );
    expectFix(
      call('    - name: find\n      id: one'),
      'Remove the unused id',
      call('    - name: find'),
    );
  });
});
