import { describe, it } from 'vitest';
import { expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';

const open = (additionalProperties: boolean | { type: string }) => [
  { name: 'find', inputSchema: { type: 'object', properties: { city: {} }, additionalProperties } },
];

describe('unknown-arg', () => {
  it('stands on the key, and swallows the required argument that it misspells', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: search_flights
      args: { orgin: SFO, dest: JFK }
      #       ^^^^^ error unknown-arg: \`search_flights\` has no argument \`orgin\`; did you mean \`origin\`?
`,
      { tools: TRAVEL },
    );
  });

  it('knows patternProperties, allOf, anyOf, oneOf and $ref', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: find
      args: { a: 1, b: 1, c: 1, d: 1, x_1: 1, constructor: 1, e: 1 }
      #                                       ^^^^^^^^^^^ error unknown-arg
      #                                                       ^ error unknown-arg
`,
      {
        tools: [
          {
            name: 'find',
            inputSchema: {
              $defs: { four: { properties: { d: {} } } },
              patternProperties: { '^x_': {} },
              allOf: [{ properties: { a: {} } }],
              anyOf: [{ properties: { b: {} } }, { $ref: '#/$defs/four' }],
              oneOf: [{ properties: { c: {} } }],
            },
          },
        ],
      },
      ['unknown-arg'],
    );
  });

  it('warns of near misses alone where the schema is open', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - { name: find, args: { citty: Paris, country: FR } }
      #                     ^^^^^ warning unknown-arg
    - { name: find, args: { cities: [Paris], city: Paris } }
`,
      { tools: open(true) },
      ['unknown-arg'],
    );
    expectFindings('case_id: a\nexpected: { calls: [{ name: find, args: { country: FR } }] }\n', {
      tools: open({ type: 'string' }),
    });
  });

  it('is silent without a schema', () => {
    expectFindings('case_id: a\nexpected: { calls: [{ name: bash, args: { x: 1 } }] }\n', {
      tools: TRAVEL,
    });
  });

  it('offers the nearest name', () => {
    expectFix(
      'case_id: a\nexpected: { calls: [{ name: search_flights, args: { "orgin": SFO, dest: JFK } }] }\n',
      'Change to `origin`',
      'case_id: a\nexpected: { calls: [{ name: search_flights, args: { "origin": SFO, dest: JFK } }] }\n',
      { tools: TRAVEL },
    );
  });
});
