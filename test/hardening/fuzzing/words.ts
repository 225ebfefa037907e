/** Keys that mean something to us, and some that mean something to JavaScript or to YAML. */
export const KEYS: readonly string[] = [
  ...'case_id user_message messages replies tools tools_digest expected trace calls golden'.split(
    ' ',
  ),
  ...'any_of name args id after group turn returns fails match state final_state ignore'.split(' '),
  ...'must_mention allowed from_call from_user path predicate compare tolerance cases'.split(' '),
  ...'include defaults near_neighbors gates inputSchema properties required type enum'.split(' '),
  ...'$ref $defs anyOf pattern runs arguments output status content role tool_calls'.split(' '),
  ...'__proto__ constructor toString x-own null 1 $.a[*] - <<'.split(' '),
  ...['', 'a b', '😀', '\ud800'],
];

/** Values as they are written, sound or not. */
export const SCALARS: readonly string[] = [
  ...'a ~ null true 0 -1 1e999 12345678901234567890 0x1f .nan " \' $..* $[?@.a==1] $['.split(' '),
  ...'*a | >- call clarify no_call book_flight ../../x file:///etc/passwd sha256:00'.split(' '),
  ...'2026-02-30 (a+)+$ ^(?=a)b words instant #/$defs/a https://a.example/s.json'.split(' '),
  ...['', '"a\\u0000"', '"\\ud800"', '&a b', '!!str 1', '\ud800', '🙂', '9'.repeat(400)],
];

/** Pieces of text that change how the text around them reads. */
export const FRAGMENTS: readonly string[] = [
  ...['\n', '\r\n', '\r', '\t', '  ', '- ', ': ', ':', ',', '{', '}', '[', ']', '"', "'", '#'],
  ...[
    '---\n',
    '...\n',
    '&a ',
    '*a',
    '<<: *a',
    '? ',
    '! ',
    '| ',
    '\0',
    '\ufeff',
    '\u202e',
    '\ud800',
  ],
  ...['\\u12', '//', '<<<<<<< x\n', '%YAML 1.1\n', '/*', '# callsheet-disable-line ', '`', '@'],
];

/** Values that are right or wrong in telling ways wherever they stand. */
export const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 0.1, 1e308, 2 ** 53, '', 'a', '__proto__', '\ud800', [], {}, [[]]],
  ...[{ a: null }, { allowed: [] }, { from_call: 'a', path: '$..a' }, { predicate: 'any' }],
  ...['$.a[?@.b == 1]', '2026-01-01T00:00:00Z', '9007199254740993', { $ref: '#' }, [{ name: 'a' }]],
];
