import { describe, it } from 'vitest';
import { expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';

const tools = TRAVEL;

describe('arg-type', () => {
  it('stands on the value, at any depth, and names both', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args:
        flight_id: { allowed: [F1, 7] }
        #                          ^ error arg-type: \`book_flight.flight_id\`: expected string, got number 7
        seats: two
        #      ^^^ error arg-type: \`book_flight.seats\`: expected integer, got string "two"
        passengers:
          - { name: 🙂 Ann, age: "4" }
          #                      ^^^ error arg-type: book_flight.passengers[0].age
          - name: { from_call: x }
            #                  ^ error from-call-unknown
            age: old
            #    ^^^ error arg-type
`,
      { tools },
    );
  });

  it('stands on the value in JSON', () => {
    expectFindings(
      `
{"case_id": "a", "expected": {"calls": [{"name": "book_flight", "args": {"flight_id": "F", "seats": "2"}}]}}
#                                                                                                   ^^^ error arg-type
`,
      { tools, language: 'json' },
    );
  });

  it('takes quotes off, puts them on, makes a list', () => {
    const call = (args: string) =>
      `case_id: a\nexpected: { calls: [{ name: book_flight, args: { ${args} } }] }\n`;
    expectFix(call('flight_id: F, seats: "2"'), 'Convert to `2`', call('flight_id: F, seats: 2'), {
      tools,
    });
    expectFix(call('flight_id: 077, seats: 2'), 'Quote it', call('flight_id: "077", seats: 2'), {
      tools,
    });
    expectFix(
      call('flight_id: F, seats: 2, passengers: Ann'),
      'Make it a list',
      call('flight_id: F, seats: 2, passengers: [Ann]'),
      { tools },
    );
  });
});

describe('arg-enum', () => {
  it('offers the nearest member', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args: { flight_id: F777, seats: 1, cabin: buisness }
      #                                         ^^^^^^^^ error arg-enum: book_flight.cabin
`,
      { tools },
    );
    expectFix(
      'case_id: a\nexpected: { calls: [{ name: book_flight, args: { cabin: "buisness" } }] }\n',
      'Change to `business`',
      'case_id: a\nexpected: { calls: [{ name: book_flight, args: { cabin: "business" } }] }\n',
      { tools },
    );
  });
});

describe('arg-invalid', () => {
  it('stands on the inner value, or on what encloses something missing', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: book_flight
      args:
        flight_id: F777
        seats: 0
        #      ^ error arg-invalid: book_flight.seats
        passengers: [{ age: 4 }]
        #            ^^^^^^^^^^ error arg-invalid
`,
      { tools },
    );
  });
});

describe('arg-invalid of a misspelt key inside a value', () => {
  const edit = {
    type: 'object',
    properties: { oldText: { type: 'string' }, newText: { type: 'string' } },
    required: ['oldText', 'newText'],
    additionalProperties: false,
  };
  const edits = { type: 'array', items: edit };
  const setting = {
    tools: [{ name: 'edit_file', inputSchema: { type: 'object', properties: { edits } } }],
  };

  it('names the key that was meant, and misses nothing besides', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: edit_file
      args:
        edits: [{ oldText: a, newTxt: b }, { oldText: c, newText: d, other: e }]
        #                     ^^^^^^ error arg-invalid: \`edit_file.edits[0]\`: no property "newTxt" is known here; did you mean "newText"?
        #                                                            ^^^^^ error arg-invalid: no property "other" is known here
`,
      setting,
    );
    const text = (key: string) =>
      `case_id: a\nexpected: { calls: [{ name: edit_file, args: { edits: [{ oldText: a, ${key}: b }] } }] }\n`;
    expectFix(text('newTxt'), 'Change to `newText`', text('newText'), setting);
  });
});

describe('arg-format', () => {
  it('warns', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: search_flights
      args: { origin: SFO, dest: JFK, date: 12 June 2026 }
      #                                     ^^^^^^^^^^^^ warning arg-format: search_flights.date
`,
      { tools },
    );
  });
});

describe('arguments that are not literal', () => {
  it('are left to other rules', () => {
    expectFindings(
      `
case_id: a
user_message: two seats on F777
expected:
  calls:
    - id: find
      name: search_flights
      args: { origin: SFO, dest: { predicate: non_empty } }
    - name: book_flight
      args:
        flight_id: { from_call: find, path: "$.results[*].id" }
        seats: { from_user: true }
`,
      { tools },
    );
  });
});

describe('comparisons', () => {
  it('forgive what something equal need not have', () => {
    expectFindings(
      `
case_id: a
expected:
  match: { compare: instant }
  calls:
    - name: search_flights
      args: { origin: SFO, dest: JFK, date: { allowed: [12 June], compare: words } }
    - name: search_flights
      args: { origin: SFO, dest: JFK, date: "2026-06-12T08:00:00Z" }
    - name: book_flight
      args: { flight_id: F, seats: { allowed: ["2"], compare: number } }
`,
      { tools },
    );
  });
});
