import { describe, expect, it } from 'vitest';
import { parseFile } from '../../syntax/index.ts';
import { expectFindings, expectFix } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';
import { duplicateIds } from './duplicate-case-id.ts';

describe('syntax', () => {
  it('comes alone', () => {
    expectFindings(`
case_id: a
expekted: { calls: [ }
#                    ^ error yaml-syntax
`);
  });

  it('turns tabs into spaces', () => {
    expectFix(
      'case_id: a\nexpected:\n\ttool_behavior: no_call\n\tmatch:\n\t\targs: partial\n',
      'Indent with spaces',
      'case_id: a\nexpected:\n  tool_behavior: no_call\n  match:\n    args: partial\n',
    );
  });

  it.each([
    ['{ from_call: x, path: $.x[*].y }', '$.x[*].y'],
    ['{ path: $.items[0].id, from_call: x }', '$.items[0].id'],
    ['{ path: $[0] }', '$[0]'],
    ['{ path: $[?@.x == 1] }', '$[?@.x == 1]'],
    ["{ path: $['x'][1, 2].y }", "$['x'][1, 2].y"],
    ['{ path: $["x"] }', '$["x"]'],
    ['[ $.x[0], b ]', '$.x[0]'],
    ['{ any_of: [b{1}] }', 'b{1}'],
  ])('quotes a value between brackets that holds brackets: %s', (written, value) => {
    const args = (text: string) => `case_id: a\nexpected: { args: { a: ${text}, b: 1 } }\n`;
    const { documents } = parseFile(args(written), 'yaml');
    const [problem, ...more] = documents.flatMap(({ frame }) => frame.tree.problems);
    expect(more).toEqual([]);
    expect(args(written).slice(problem?.start, problem?.end)).toBe(value);
    const mended = written.replace(value, JSON.stringify(value));
    expectFix(args(written), 'Quote it', args(mended));
  });

  it.each([
    ['a: "b" "c"', 'This text belongs to nothing: is the indentation or a ":" missing?'],
    ['a: [b] [c]', 'This text belongs to nothing: is the indentation or a ":" missing?'],
    ['a: |x\n  b', 'Nothing but a comment may follow the sign of a block text.'],
    ['a: &x *y', 'An alias takes no anchor and no tag.'],
    ['a: [b, , c]', 'This "," stands behind nothing.'],
    ['a: &x &y b', 'A value has one anchor at most.'],
  ])('says in plain words what is wrong with %j', (text, words) => {
    const { documents } = parseFile(text, 'yaml');
    expect(documents.flatMap(({ frame }) => frame.tree.problems)[0]?.message).toBe(words);
  });

  it('tells of circular aliases', () => {
    expectFindings(`
case_id: a
expected: { final_state: &s { inner: *s } }
#                                    ^^ error circular-alias
`);
  });
});

describe('unknown-key', () => {
  it('is renamed', () => {
    expectFindings(`
case_id: a
expected:
  forbiden_tools: [pay]
# ^^^^^^^^^^^^^^ error unknown-key: did you mean \`forbidden_tools\`?
  x-mine: 1
`);
    expectFix(
      'case_id: a\nexpected: { forbiden_tools: [pay] }\n',
      'Change to `forbidden_tools`',
      'case_id: a\nexpected: { forbidden_tools: [pay] }\n',
    );
  });

  it('is an argument that stands beside `args`, and moves there', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: search_flights
      origin: SFO
#     ^^^^^^ error unknown-key: \`origin\` is an argument of \`search_flights\`: it belongs under \`args\`
      args: { dest: JFK }
    - { name: search_flights, origin: SFO, args: { dest: JFK } }
#                             ^^^^^^ error unknown-key: it belongs under \`args\`
    - name: search_flights
      args: { origin: SFO, dest: JFK }
      elsewhere: 1
#     ^^^^^^^^^ error unknown-key: unknown key
`,
      { tools: TRAVEL },
    );
    const title = 'Move `origin` to where it belongs';
    const call = (keys: string) =>
      `case_id: a\nexpected:\n  calls:\n    - name: search_flights\n${keys}`;
    const setting = { tools: TRAVEL };
    expectFix(
      call('      origin: SFO\n      args:\n        dest: JFK\n'),
      title,
      call('      args:\n        dest: JFK\n        origin: SFO\n'),
      setting,
    );
    expectFix(
      call('      origin:\n        pattern: S.*\n      id: one\n'),
      title,
      call('      args:\n        origin:\n          pattern: S.*\n      id: one\n'),
      setting,
    );
    expectFix(
      '{"case_id":"a","expected":{"calls":[{"name":"search_flights","origin":"SFO"}]}}',
      title,
      '{"case_id":"a","expected":{"calls":[{"name":"search_flights","args": { "origin":"SFO" }}]}}',
      { ...setting, language: 'json' },
    );
  });

  it('is moved up, down and out of the last line', () => {
    expectFix(
      'case_id: a\nexpected:\n  tags: # all of them\n    - x\n    - y\n  tool_behavior: no_call\n',
      'Move `tags` to where it belongs',
      'case_id: a\nexpected:\n  tool_behavior: no_call\ntags: # all of them\n  - x\n  - y\n',
    );
    expectFix(
      'case_id: a\nmax_calls: 3\nexpected:\n  tool_behavior: no_write\n',
      'Move `max_calls` to where it belongs',
      'case_id: a\nexpected:\n  tool_behavior: no_write\n  max_calls: 3\n',
    );
    expectFix(
      'case_id: a\nexpected:\n  tool_behavior: no_write\n  tags: [x]\n',
      'Move `tags` to where it belongs',
      'case_id: a\nexpected:\n  tool_behavior: no_write\ntags: [x]\n',
    );
    expectFix(
      '{"case_id": "a", "max_calls": 3, "expected": {"tool_behavior": "no_write"}}',
      'Move `max_calls` to where it belongs',
      '{"case_id": "a", "expected": {"tool_behavior": "no_write", "max_calls": 3}}',
      { language: 'json' },
    );
  });
});

describe('missing-key', () => {
  it('stands on the first key, and is inserted', () => {
    expectFindings(`
user_message: hello
#<<<<<<<<<<< error missing-key: case_id
expected: { tool_behavior: no_call }
`);
    expectFix(
      'case_id: a\n',
      'Insert `expected`',
      'case_id: a\nexpected: { tool_behavior: no_call }\n',
    );
  });

  it('knows a stray dash', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: bash
    - args: { x: 1 }
#     ^^^^ error missing-key: cut the previous item in two
`,
    );
    expectFix(
      'case_id: a\nexpected:\n  calls:\n    - name: bash\n    - args: { x: 1 }\n',
      'Join it with the previous item',
      'case_id: a\nexpected:\n  calls:\n    - name: bash\n      args: { x: 1 }\n',
    );
  });
});

describe('wrong-type and bad-value', () => {
  it('name the key', () => {
    expectFindings(`
case_id: 8842
#        ^^^^ error wrong-type: \`case_id\`: expected string, got integer 8842
trials: 0
#       ^ error bad-value: \`trials\`: expected at least 1
expected:
  must_clarify: "yes"
  #             ^^^^^ error wrong-type
  tool_behavior: nocall
  #              ^^^^^^ error bad-value
  match: { calls: inorder }
  #               ^^^^^^^ error bad-value
`);
  });

  it('are converted', () => {
    expectFix('case_id: 8842\n', 'Quote it', 'case_id: "8842"\n');
    expectFix(
      'expected: { must_clarify: "yes" }\n',
      'Convert to `true`',
      'expected: { must_clarify: true }\n',
    );
    expectFix(
      'expected: { match: { calls: inorder } }\n',
      'Change to `in_order`',
      'expected: { match: { calls: in_order } }\n',
    );
  });
});

describe('exclusive-keys', () => {
  it('stands on the later key', () => {
    expectFindings(`
case_id: a
user_message: hello
messages: [{ role: user, content: hello }]
#<<<<<<< error exclusive-keys
expected: { tool_behavior: no_call }
`);
  });
});

describe('unsafe-integer', () => {
  it('warns once, unless something worse is said of it', () => {
    expectFindings(
      `
case_id: a
expected:
  final_state: { id: 12345678901234567890 }
  #                  ^^^^^^^^^^^^^^^^^^^^ warning unsafe-integer
  calls:
    - name: book_flight
      args: { flight_id: 12345678901234567890, seats: 1 }
      #                  ^^^^^^^^^^^^^^^^^^^^ error arg-type
`,
      { tools: TRAVEL },
    );
    expectFix(
      'expected: { final_state: 12345678901234567890 }\n',
      'Quote it',
      'expected: { final_state: "12345678901234567890" }\n',
    );
  });
});

describe('mixed-matcher', () => {
  const call = (value: string) =>
    `case_id: a\nexpected:\n  calls:\n    - { name: search_flights, args: { dest: JFK, origin: ${value} } }\n`;

  it('stands on the foreign key, and says nothing else of the argument', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: search_flights
      args:
        origin: { allowed: [1], comapre: exact }
        #                       ^^^^^^^ error mixed-matcher: did you mean \`compare\`?
        dest: { path: "$.a" }
        #       ^^^^ error mixed-matcher
        date: { predicate: iso_date, optional: true, x-why: unclear }
`,
      { tools: TRAVEL },
    );
  });

  it('is renamed, or written as a literal', () => {
    expectFix(
      call('{ allowed: [SFO], comapre: exact }'),
      'Change to `compare`',
      call('{ allowed: [SFO], compare: exact }'),
    );
    expectFix(
      call('{ allowed: [SFO], city: x }'),
      'Write it as a literal: `allowed: [{…}]`',
      call('{ allowed: [{ allowed: [SFO], city: x }] }'),
    );
  });

  it('leaves modifiers without their key to bad-value', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: search_flights
      args:
        origin: { allowed: [SFO], path: "$.a" }
        #                         ^^^^ error bad-value: needs \`from_call\`
        dest: { allowed: [JFK], tolerance: 1 }
        #                       ^^^^^^^^^ error bad-value: needs \`compare: number\`
`,
      { tools: TRAVEL },
    );
  });

  it('is a literal where the schema has such properties', () => {
    expectFindings('case_id: a\nexpected: { calls: [{ name: f, args: { x: { path: a } } }] }\n', {
      tools: [
        {
          name: 'f',
          inputSchema: { properties: { x: { properties: { path: { type: 'string' } } } } },
        },
      ],
    });
  });
});

describe('duplicates', () => {
  it('of call ids are told on both places', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - { id: x, name: find }
      #     ^ error duplicate-call-id
    - { id: x, name: find }
      #     ^ error duplicate-call-id
    - { name: book, after: x }
`,
    );
  });

  it('of case ids too', () => {
    const { tree } = parseFile('a', 'yaml').documents[0]!.frame;
    const at = (start: number, uri: string) => ({ tree, start, end: start + 1, uri });
    const [first, second, ...none] = duplicateIds([
      { id: 'x', place: at(0, 'test:/a') },
      { id: 'y', place: at(0, 'test:/b') },
      { id: 'x', place: at(0, 'test:/c') },
    ]);
    expect(none).toEqual([]);
    expect(first?.place.uri).toBe('test:/a');
    expect(first?.related?.map(({ place }) => place.uri)).toEqual(['test:/c']);
    expect(second?.message).toBe('several cases have the id `x`');
  });
});

describe('files and names', () => {
  it('are told where they lead nowhere', () => {
    const file = { ok: false, reason: 'there is no such file', nearest: ['./b.json'] } as const;
    expectFindings(
      `
case_id: a
trace: ./a.json
#      ^^^^^^^^ error file-unreadable: there is no such file
runner: agnet
#       ^^^^^ error runner-unknown: did you mean \`agent\`?
expected:
  golden: ./g.yaml#x
  #       ^^^^^^^^^^ error file-unreadable
`,
      { file, config: 'runners: { agent: { type: command, command: [a] } }\n' },
    );
    expectFindings(
      `
case_id: a
expected:
  golden: ./g.yaml#refund
  #       ^^^^^^^^^^^^^^^ error golden-unknown: did you mean \`refunds\`?
`,
      { golden: { kind: 'unknown', ids: ['refunds', 'other'] } },
    );
    expectFix(
      'case_id: a\nexpected: { golden: "./g.yaml" }\n',
      'Change to `./g.yaml#one`',
      'case_id: a\nexpected: { golden: "./g.yaml#one" }\n',
      { golden: { kind: 'unknown', ids: ['one', 'two'] } },
    );
    expectFindings(
      'case_id: a\nrunner: replay\ntrace: x.json\nexpected: { tool_behavior: no_call }\n',
    );
  });
});
