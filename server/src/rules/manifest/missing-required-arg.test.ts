import { describe, it } from 'vitest';
import { expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';

const tools = TRAVEL;
const only = ['missing-required-arg'];

describe('missing-required-arg', () => {
  it("stands on the call's name, once an argument", () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      #     ^^^^^^^^^^^ error missing-required-arg: \`book_flight\` requires the argument \`seats\`
      args: { flight_id: F777 }
    - name: search_flights
      #     ^^^^^^^^^^^^^^ error missing-required-arg: \`origin\`
      #     ^^^^^^^^^^^^^^ error missing-required-arg: \`dest\`
`,
      { tools },
    );
  });

  it('warns under partial and ignore, wherever they are said', () => {
    expectFindings(
      `
case_id: a
expected:
  match: { args: partial }
  calls:
    - name: book_flight
      #     ^^^^^^^^^^^ warning missing-required-arg
      args: { flight_id: F777 }
    - name: book_flight
      #     ^^^^^^^^^^^ error missing-required-arg
      args: { flight_id: F777 }
      match: { args: exact }
`,
      { tools },
      only,
    );
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      #     ^^^^^^^^^^^ warning missing-required-arg
      args: { flight_id: F777 }
`,
      { tools, dataset: 'dataset: d\ndefaults: { expected: { match: { args: ignore } } }\n' },
      only,
    );
  });

  it('leaves ignored, merged and broken arguments alone', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args: { flight_id: F777 }
      match: { ignore_args: [seats] }
    - name: book_flight
      args: &both { flight_id: F777, seats: 1 }
    - name: book_flight
      args: { <<: *both, seats: 2 }
`,
      { tools },
      only,
    );
  });

  it('inserts in block style, behind the last line and its comment', () => {
    expectFix(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args:
        flight_id: F777 # the first
    - name: bash
`,
      'Insert `seats`',
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args:
        flight_id: F777 # the first
        seats: 0
    - name: bash
`,
      { tools },
    );
  });

  it('inserts in flow style, in empty and in missing arguments', () => {
    expectFix(
      'case_id: a\nexpected: { calls: [{ name: book_flight, args: { flight_id: F777 } }] }\n',
      'Insert `seats`',
      'case_id: a\nexpected: { calls: [{ name: book_flight, args: { flight_id: F777, seats: 0 } }] }\n',
      { tools },
    );
    expectFix(
      'case_id: a\nexpected:\n  calls:\n    - name: book_flight\n      args: {}\n',
      'Insert `flight_id`',
      'case_id: a\nexpected:\n  calls:\n    - name: book_flight\n      args: { flight_id: "" }\n',
      { tools },
    );
    expectFix(
      'case_id: a\nexpected:\n  calls:\n    - name: book_flight\n      args:\n',
      'Insert `seats`',
      'case_id: a\nexpected:\n  calls:\n    - name: book_flight\n      args: { seats: 0 }\n',
      { tools },
    );
    expectFix(
      'case_id: a\nexpected:\n  calls:\n    - name: book_flight',
      'Insert `seats`',
      'case_id: a\nexpected:\n  calls:\n    - name: book_flight\n      args:\n        seats: 0',
      { tools },
    );
    expectFix(
      'case_id: a\nexpected: { calls: [{ name: book_flight }] }\n',
      'Insert `seats`',
      'case_id: a\nexpected: { calls: [{ name: book_flight, args: { seats: 0 } }] }\n',
      { tools },
    );
  });

  it('inserts in JSON, on one line and on several', () => {
    expectFix(
      '{"case_id": "a", "expected": {"calls": [{"name": "book_flight", "args": {"seats": 1}}]}}',
      'Insert `flight_id`',
      '{"case_id": "a", "expected": {"calls": [{"name": "book_flight", "args": {"seats": 1, "flight_id": ""}}]}}',
      { tools, language: 'json' },
    );
    expectFix(
      '{"expected": {"calls": [{\n  "name": "book_flight",\n  "args": {\n    "seats": 1\n  }\n}]}}',
      'Insert `flight_id`',
      '{"expected": {"calls": [{\n  "name": "book_flight",\n  "args": {\n    "seats": 1,\n    "flight_id": ""\n  }\n}]}}',
      { tools, language: 'json' },
    );
  });
});
