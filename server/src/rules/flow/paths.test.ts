import { describe, it } from 'vitest';
import { expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';

const tools = TRAVEL;
const booking = (path: string, rest = '', returns = '') => `case_id: a
expected:
  calls:
    - id: search
      name: search_flights
      args: { origin: SFO, dest: JFK }${returns && `\n      returns: ${returns}`}
    - name: book_flight
      args: { flight_id: { from_call: search, path: ${path} }, seats: 1 }
${rest}`;

describe('from-call-path', () => {
  it('says what is wrong with the syntax, also without a manifest', () => {
    const marker =
      '      #                                             ^^^^^^^^^^^^^^^ error from-call-path: not a JSONPath';
    expectFindings(booking('"$.results[*.i"', marker));
  });

  it('knows the properties of a closed output schema', () => {
    const marker =
      '      #                                             ^^^^^^^^^^^^^^^^^^ error from-call-path: has no `idd` there; did you mean `id`?';
    expectFindings(booking('"$.results[*].idd"', marker), { tools });
    expectFindings(booking('"$.results[*].id"'), { tools });
    expectFindings(booking('"$.results[?@.price > 1].id"'), { tools });
    expectFindings(booking('"$..id"'), { tools });
    expectFix(
      booking("'$.results[*].idd'"),
      'Change to `$.results[*].id`',
      booking("'$.results[*].id'"),
      {
        tools,
      },
    );
  });

  it('is silent about properties that the schema is open to', () => {
    const open = tools.map((tool) => ({
      ...tool,
      outputSchema: { type: 'object', properties: { a: {} } },
    }));
    expectFindings(booking('"$.b"'), { tools: open });
  });

  it('asks `returns` first', () => {
    const nothing =
      '      #                                             ^^^^^^^ error from-call-path: no `c`';
    expectFindings(booking('"$.a.c"', nothing, '{ a: { b: F1 } }'));
    expectFindings(booking('"$.a.b"', '', '{ a: { b: F1 } }'));
    expectFindings(booking('"$.a[*].b"', '', '{ a: [] }'));
    expectFindings(booking('"$.a[3]"', '', '{ a: [1] }'));
    expectFindings(booking('"$.a"', '', `'{"a": 1}'`));
    expectFindings(
      booking(
        '"$.a"',
        '      #                                             ^^^^^ error from-call-path',
        'done',
      ),
    );
  });
});

describe('from-call-type', () => {
  it('compares what is selected with what the argument takes', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - id: search
      name: search_flights
      args: { origin: SFO, dest: JFK }
    - name: book_flight
      args:
        flight_id: { from_call: search, path: "$.results[*].price" }
        #                                     ^^^^^^^^^^^^^^^^^^^^ error from-call-type: expected string, the path selects number
        seats: { from_call: search, path: "$.results[*].price" }
    - name: book_flight
      args:
        flight_id: F
        seats: { from_call: search, path: "$.results[*].id", compare: number }
`,
      { tools },
    );
  });
});

describe('provenance-suggested', () => {
  const text = (id: string, message = 'Book it') => `case_id: a
user_message: ${message}
expected:
  calls:
    - name: search_flights
      args: { origin: SFO, dest: JFK }
      returns: { results: [{ id: F777, price: 120 }] }
    - name: book_flight
      args: { flight_id: ${id}, seats: 1 }
`;
  it('stands on the literal', () => {
    const marker = '      #                  ^^^^ hint provenance-suggested: `$.results[0].id`\n';
    expectFindings(text('F777') + marker, { tools });
    expectFindings(text('F777', 'Book f777, please'), { tools });
    expectFindings(text('F7777'), { tools });
    const paid = (message: string) => text('F7777', message).replace('seats: 1', 'seats: 120');
    const hint =
      '      #                                ^^^ hint provenance-suggested: `$.results[0].price`\n';
    expectFindings(paid('Book it') + hint, { tools });
    expectFindings(paid('Book 120.00'), { tools });
  });

  it('turns it into a reference', () => {
    expectFix(
      text('F777'),
      'Take it from `search_flights`',
      text('{ from_call: search_flights, path: "$.results[0].id" }'),
      { tools },
    );
    expectFix(
      text('{ allowed: [F777] }'),
      'Take it from `search_flights`',
      text('{ from_call: search_flights, path: "$.results[0].id" }'),
      { tools },
    );
  });
});
