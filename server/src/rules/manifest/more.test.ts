import { describe, expect, it } from 'vitest';
import { contextOf, expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';
import { findMissingTools } from './tools-missing.ts';

const tools = TRAVEL;

describe('optional-required-arg', () => {
  it('stands on `optional`, and takes it out', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args:
        flight_id: F777
        seats: { allowed: [2], optional: true }
        #                      ^^^^^^^^ warning optional-required-arg
        cabin: { allowed: [economy], optional: true }
`,
      { tools },
    );
    expectFix(
      'expected: { calls: [{ name: book_flight, args: { flight_id: F, seats: { allowed: [2], optional: true } } }] }\n',
      'Remove `optional`',
      'expected: { calls: [{ name: book_flight, args: { flight_id: F, seats: { allowed: [2] } } }] }\n',
      { tools },
    );
    expectFix(
      'expected:\n  calls:\n    - name: book_flight\n      args:\n        flight_id: F\n        seats:\n          optional: true # why\n          allowed: [2]\n',
      'Remove `optional`',
      'expected:\n  calls:\n    - name: book_flight\n      args:\n        flight_id: F\n        seats:\n          allowed: [2]\n',
      { tools },
    );
  });
});

describe('redundant-default', () => {
  const text = (limit: string) =>
    `case_id: a\nexpected:\n  calls:\n    - name: search_flights\n      args: { origin: SFO, dest: JFK, limit: ${limit} }\n`;
  it('stands on the value', () => {
    expectFindings(
      `${text('10').trimEnd()}\n      #                                      ^^ hint redundant-default: search_flights.limit\n`,
      { tools },
    );
    for (const fine of ['11', '{ allowed: [10, 11] }', '{ allowed: [10], optional: true }']) {
      expectFindings(text(fine), { tools });
    }
  });
  it('marks it optional', () => {
    expectFix(text('10'), 'Mark it optional', text('{ allowed: [10], optional: true }'), { tools });
    expectFix(
      text('{ allowed: [10] }'),
      'Mark it optional',
      text('{ allowed: [10], optional: true }'),
      { tools },
    );
  });
});

describe('deprecated-tool', () => {
  it('is a hint on the name', () => {
    expectFindings(
      `
case_id: a
expected:
  forbidden_tools: [old_search]
  calls:
    - name: bash
    - name: old_search
      #     ^^^^^^^^^^ hint deprecated-tool
`,
      { tools },
      ['deprecated-tool'],
    );
  });
});

describe('returns-invalid', () => {
  it('stands on the inner value, or on a whole text', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: search_flights
      args: { origin: SFO, dest: JFK }
      returns: { results: [{ id: 7 }] }
      #                          ^ warning returns-invalid
    - name: search_flights
      args: { origin: SFO, dest: JFK }
      returns: '{"results": [{"id": 7}]}'
      #        ^^^^^^^^^^^^^^^^^^^^^^^^^^ warning returns-invalid
    - name: search_flights
      args: { origin: SFO, dest: JFK }
      returns: no flights today
    - name: book_flight
      args: { flight_id: F, seats: 1 }
      returns: [1]
`,
      { tools },
    );
  });
});

describe('unsatisfiable-call', () => {
  it('finds conditions that exclude each other', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args:
        flight_id: { allowed: [] }
        #                     ^^ error unsatisfiable-call
        seats: { predicate: iso_date }
        #                   ^^^^^^^^ error unsatisfiable-call
        cabin: { predicate: uuid }
        #                   ^^^^ error unsatisfiable-call
    - name: book_flight
      args:
        flight_id: { predicate: { pattern: "^X" }, allowed: [F1, F2] }
        #                                          ^^^^^^^ error unsatisfiable-call
        seats: { predicate: positive }
        cabin: { predicate: { const: economy } }
`,
      { tools },
      ['unsatisfiable-call'],
    );
  });
  it('is silent where the argument may go, or is not graded', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args: { flight_id: F, seats: 1, cabin: { predicate: uuid, optional: true } }
    - name: book_flight
      args: { flight_id: F, seats: 1, cabin: { predicate: uuid } }
      match: { args: ignore }
`,
      { tools },
    );
  });
});

describe('tools-unreadable', () => {
  it('stands on the path, and offers the nearest', () => {
    const setting = {
      file: { ok: false, reason: 'there is no such file', nearest: ['./a.tools.json'] },
    } as const;
    expectFindings(
      `
case_id: a
tools: [./b.tools.json, { path: ./a.json, alias: x }]
#       ^^^^^^^^^^^^^^ error tools-unreadable: there is no such file
#                               ^^^^^^^^ error tools-unreadable
expected: { tool_behavior: no_call }
`,
      setting,
    );
    expectFix(
      'tools: ./b.tools.json\n',
      'Change to `./a.tools.json`',
      'tools: "./a.tools.json"\n',
      setting,
    );
  });
});

describe('tools-missing', () => {
  it('is one finding a file, and none where nothing is missing', () => {
    const call = contextOf('case_id: a\nexpected: { calls: [{ name: x }] }\n');
    const none = contextOf('case_id: b\nexpected: { tool_behavior: no_call }\n');
    const known = contextOf('case_id: c\nexpected: { calls: [{ name: x }] }\n', { tools });
    expect(findMissingTools([none, call, call])?.place).toMatchObject({ start: 0, end: 7 });
    expect(findMissingTools([none, known])).toBeUndefined();
  });
});
