import { describe, expect, it } from 'vitest';
import { satisfies } from '../../scoring/values/predicates.ts';
import { expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';
import { wordsOf } from '../words.ts';
import { PREDICATE_NAMES } from './predicates.ts';

const tools = TRAVEL;

describe('vacuous-expectation', () => {
  it('stands on `expected`', () => {
    expectFindings(`
case_id: a
expected:
#<<<<<<< warning vacuous-expectation
  match: { args: partial }
`);
    expectFindings(`
case_id: a
expected: { tool_behavior: call, max_calls: 3 }
#<<<<<<< warning vacuous-expectation: without a required call
`);
    expectFindings(`
case_id: a
expected: { calls: [{ name: bash, optional: true }] }
#<<<<<<< warning vacuous-expectation
`);
  });

  it('knows everything that gates', () => {
    for (const gate of [
      'tool_behavior: no_call',
      'must_clarify: true',
      'allowed_tools: [bash]',
      'forbidden_tools: [bash]',
      'calls: [{ name: bash }]',
      'any_of: [{ calls: [{ name: bash }] }]',
      'final_state: null',
      'must_mention: [ok]',
      'must_not_mention: [ok]',
      'max_calls: 0',
      'confirm_before: [bash]',
    ]) {
      expectFindings(`case_id: a\nexpected: { ${gate} }\n`, { tools }, ['vacuous-expectation']);
    }
  });

  it('asks the golden trajectory, and is silent where it cannot be read', () => {
    const text = 'case_id: a\nexpected: { golden: g.yaml }\n';
    const only = ['vacuous-expectation'];
    expectFindings(text, { goldens: { 'g.yaml': 'golden_id: g\ncalls: [{ name: x }]\n' } }, only);
    expectFindings(text, { goldens: { 'g.yaml': 'golden_id: g\nfinal_state: {}\n' } }, only);
    expectFindings(text, {}, only);
    expectFindings(`${text}#<<<<<<< warning vacuous-expectation\n`, {
      goldens: { 'g.yaml': 'golden_id: g\n' },
    });
  });

  it('is silent where a key is misspelt', () => {
    expectFindings(`
case_id: a
expected:
  forbiden_tools: [bash]
# ^^^^^^^^^^^^^^ error unknown-key
`);
  });

  it('adds `no_call`', () => {
    expectFix(
      'case_id: a\nexpected: {}\n',
      'Expect no call',
      'case_id: a\nexpected: { tool_behavior: no_call }\n',
    );
    expectFix(
      'case_id: a\nexpected:\n  match: { args: partial }\n',
      'Expect no call',
      'case_id: a\nexpected:\n  match: { args: partial }\n  tool_behavior: no_call\n',
    );
  });
});

describe('behavior-contradiction', () => {
  it('finds calls under no_call, on the later key', () => {
    expectFindings(`
case_id: a
expected:
  tool_behavior: no_call
  calls: [{ name: bash }]
# ^^^^^ error behavior-contradiction
`);
    expectFindings(`
case_id: a
expected:
  any_of: [{ calls: [{ name: bash }] }]
  tool_behavior: no_call
# ^^^^^^^^^^^^^ error behavior-contradiction
`);
    expectFindings(
      `
case_id: a
expected:
  golden: g.yaml
  tool_behavior: no_call
# ^^^^^^^^^^^^^ error behavior-contradiction
`,
      { goldens: { 'g.yaml': 'golden_id: g\ncalls: [{ name: x }]\n' } },
    );
  });

  it('finds writes under no_write and clarify', () => {
    expectFindings(
      `
case_id: a
expected:
  tool_behavior: no_write
  calls:
    - { name: search_flights, args: { origin: A, dest: B } }
    - { name: bash }
    - { name: book_flight, args: { flight_id: F, seats: 1 } }
#       ^^^^ error behavior-contradiction: \`book_flight\` is a write tool
`,
      { tools },
    );
    expectFindings(
      `
case_id: a
expected:
  calls:
    - { name: book_flight, args: { flight_id: F, seats: 1 } }
  must_clarify: true
# ^^^^^^^^^^^^ error behavior-contradiction: \`must_clarify\` lets none be called
`,
      { tools },
    );
    expectFindings(
      'case_id: a\nexpected:\n  tool_behavior: no_write\n  calls: [{ name: book_flight, args: { flight_id: F, seats: 1 } }]\n',
      { tools, config: 'policies: { book_flight: { consequence: read } }\n' },
    );
  });

  it('finds tools outside the lists, must_clarify with call, max_calls too small', () => {
    expectFindings(`
case_id: a
expected:
  calls: [{ name: bash }, { name: sed, optional: true }]
  forbidden_tools: [sed]
# ^^^^^^^^^^^^^^^ error behavior-contradiction: \`sed\` is expected, and forbidden
  allowed_tools: [sed]
# ^^^^^^^^^^^^^ error behavior-contradiction: \`bash\` is expected, and not in
  max_calls: 0
# ^^^^^^^^^ error behavior-contradiction: \`max_calls\` is 0, and 1 calls are required
  must_clarify: true
  tool_behavior: call
# ^^^^^^^^^^^^^ error behavior-contradiction
`);
    expectFindings(`
case_id: a
expected:
  any_of: [{ calls: [{ name: bash }, { name: bash }] }, { calls: [{ name: sed }] }]
  max_calls: 1
`);
  });
});

describe('loose-destructive', () => {
  it('stands on predicated arguments, or on the name', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: send_payment
      args:
        amount: { predicate: positive }
#       ^^^^^^ warning loose-destructive: send_payment.amount
        recipient: Ann
        requestId: { predicate: uuid }
        idempotency_key: { predicate: non_empty }
    - name: send_payment
      #     ^^^^^^^^^^^^ warning loose-destructive: \`send_payment.recipient\`: a destructive call is not graded
      #     ^^^^^^^^^^^^ warning loose-destructive: requestId
      match: { args: partial }
      args: { amount: 5, idempotency_key: k }
    - name: send_payment
      #     ^^^^^^^^^^^^ error missing-required-arg
      args: { amount: { predicate: positive, from_user: true }, idempotency_key: k }
`,
      { tools },
    );
  });

  it('leaves other tools alone', () => {
    expectFindings(
      'case_id: a\nexpected: { calls: [{ name: book_flight, args: { flight_id: { predicate: any }, seats: 1 } }] }\n',
      { tools },
    );
  });

  it('takes names apart', () => {
    expect(wordsOf('requestId')).toEqual(['request', 'id']);
    expect(wordsOf('accountID_to')).toEqual(['account', 'id', 'to']);
    expect(wordsOf('HTTPStatus')).toEqual(['http', 'status']);
    expect(wordsOf('uid')).toEqual(['uid']);
  });

  it('adds a matcher', () => {
    expectFix(
      'expected: { calls: [{ name: send_payment, args: { recipient: A, amount: { predicate: positive } } }] }\n',
      'Require a value that the user named',
      'expected: { calls: [{ name: send_payment, args: { recipient: A, amount: { predicate: positive, from_user: true } } }] }\n',
      { tools },
    );
  });
});

describe('loose-destructive under partial', () => {
  it('inserts the argument', () => {
    const text = (args: string) =>
      `expected:\n  match: { args: partial }\n  calls:\n    - name: send_payment\n      args:\n        amount: 5\n        recipient: A\n${args}`;
    expectFix(
      text(''),
      'Require a value that the user named',
      text('        requestId: { from_user: true }\n'),
      { tools },
    );
  });
});

describe('missing-idempotency', () => {
  it('stands on the name', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: send_payment
      #     ^^^^^^^^^^^^ hint missing-idempotency: idempotency_key
      args: { amount: 1, recipient: A }
    - name: send_payment
      #     ^^^^^^^^^^^^ hint missing-idempotency
      args: { amount: 1, recipient: A, idempotency_key: { predicate: any } }
    - name: send_payment
      args: { amount: 1, recipient: A, idempotency_key: { predicate: uuid } }
`,
      { tools },
    );
  });
});

describe('predicates', () => {
  const text = (predicate: string) =>
    `case_id: a\nexpected:\n  calls:\n    - { name: bash, args: { x: { predicate: ${predicate} } } }\n`;

  it('have known names', () => {
    for (const name of PREDICATE_NAMES) {
      expect(satisfies(name, 'x')).toBeTypeOf('boolean');
      expectFindings(text(name));
    }
    const marker =
      '#                                             ^^^^^^^^ error predicate-unknown: did you mean `iso_date`?\n';
    expectFindings(text('iso-date') + marker.replace('  ^', '^'));
    expectFix(text('iso-date'), 'Change to `iso_date`', text('iso_date'));
  });

  it('may come from the configured module, which may not be known', () => {
    const config = 'predicates: ./p.mjs\n';
    expectFindings(text('mine'), { config });
    expectFindings(text('mine'), { config, predicateNames: new Set(['mine']) });
    const marker = '#                                             ^^^^^ error predicate-unknown\n';
    expectFindings(text('mines') + marker.replace('  ^', '^'), {
      config,
      predicateNames: new Set(['mine']),
    });
  });

  it('may be schemas', () => {
    expectFindings(text('{ type: integer, minimum: 1 }'));
    expectFindings(text('true'));
    const marker =
      '#                                             ^^^^^^^^^^^^^^^^ error predicate-invalid: /type\n';
    expectFindings(text('{ type: integr }') + marker.replace('  ^', '^'));
  });
});

describe('state-path', () => {
  it('stands on each path that does not parse', () => {
    expectFindings(`
case_id: a
expected:
  final_state: {}
  state:
    ignore: ["$..created_at", "$.a["]
    #                         ^^^^^^ error state-path
    ordered: [a.b]
    #         ^^^ error state-path: begins with "$"
    money: [{ path: "$..amount)", exponent: 2 }]
    #               ^^^^^^^^^^^^ error state-path
`);
  });
});
