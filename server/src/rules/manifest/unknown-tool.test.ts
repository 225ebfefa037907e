import { describe, it } from 'vitest';
import { expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';

describe('unknown-tool', () => {
  it('stands on every name that no manifest has', () => {
    expectFindings(
      `
case_id: a
expected:
  allowed_tools: [book_flight, serch_flights]
  #                            ^^^^^^^^^^^^^ error unknown-tool: did you mean \`search_flights\`?
  forbidden_tools:
    - "nobody_knows"
    # ^^^^^^^^^^^^^^ error unknown-tool: no manifest of this case has a tool \`nobody_knows\`
  confirm_before: [send_paiment]
  #                ^^^^^^^^^^^^ error unknown-tool
  calls:
    - name: serch_flights
      #     ^^^^^^^^^^^^^ error unknown-tool
    - name: book_flight
`,
      { tools: TRAVEL },
      ['unknown-tool'],
    );
  });

  it('reads golden trajectories and JSON too', () => {
    expectFindings(
      `
golden_id: g
calls:
  - name: bok_flight
    #     ^^^^^^^^^^ error unknown-tool
`,
      { tools: TRAVEL, kind: 'golden' },
      ['unknown-tool'],
    );
    expectFindings(
      `
{"case_id": "a", "expected": {"calls": [{"name": "bok_flight"}]}}
#                                                ^^^^^^^^^^^^ error unknown-tool
`,
      { tools: TRAVEL, language: 'json' },
      ['unknown-tool'],
    );
  });

  it('is silent where no manifest is known, or one cannot be read', () => {
    const text = 'case_id: a\nexpected:\n  calls:\n    - name: nobody_knows\n';
    expectFindings(text);
    expectFindings(text, { tools: TRAVEL, complete: false });
  });

  it('looks names up through an alias, and takes any name for a name', () => {
    expectFindings('case_id: a\nexpected: { calls: [{ name: air__bash }] }\n', {
      tools: [{ name: 'bash', alias: 'air' }],
    });
    expectFindings('case_id: a\nexpected: { calls: [{ name: __proto__ }] }\n', {
      tools: [{ name: '__proto__' }],
    });
  });

  it('offers the nearest name, in the quotes that stand there', () => {
    expectFix(
      "case_id: a\nexpected: { calls: [{ name: 'serch_flights' }] }\n",
      'Change to `search_flights`',
      "case_id: a\nexpected: { calls: [{ name: 'search_flights' }] }\n",
      { tools: TRAVEL },
    );
  });
});
