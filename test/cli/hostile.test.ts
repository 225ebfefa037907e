/** Files made to hang or to break whoever reads them, on the command line: it ends, and says what was given up. */
import { describe, expect, it } from 'vitest';
import { callsheet, folderWith } from '../../server/src/cli/testing.ts';

const TOOLS =
  '{"tools":[{"name":"t","inputSchema":{"type":"object","properties":{"q":{"type":"string"}}}}]}';
const caseOf = (more: string): string =>
  `case_id: c\nuser_message: u\ntools: m.tools.json\nexpected:\n  calls:\n    - name: t\n      args: { q: a }\n${more}`;
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const bomb = `x-bomb:\n  - &a0 [x, x, x, x]\n${Array.from(
  { length: 20 },
  (_, i) => `  - &a${i + 1} [${`*a${i}, `.repeat(9)}]\n`,
).join('')}`;

const CHECKED: Readonly<Record<string, readonly [text: string, said: string]>> = {
  'aliases that multiply': [caseOf(bomb), 'excessive-alias'],
  'ten thousand levels': [caseOf(`x-a: ${nested(10_000)}\n`), 'gave-up'],
  'mistakes without end': [caseOf('}]:\n'.repeat(50_000)), 'yaml-syntax'],
  'more than ten megabytes': [
    caseOf(`x-a: |\n${`  ${'x'.repeat(98)}\n`.repeat(110_000)}`),
    'gave-up',
  ],
};

describe('callsheet check', () => {
  it.each(Object.entries(CHECKED))('ends, and says what it met: %s', async (_, [text, said]) => {
    const { out, err } = await callsheet(
      folderWith({ 'a.case.yaml': text, 'm.tools.json': TOOLS }),
      'check',
    );
    expect(out).toContain(said);
    expect(err).not.toMatch(/call stack|heap/);
  });
});

const SCORED: Readonly<Record<string, readonly [trace: string, code: number, said: string]>> = {
  'ten thousand levels': [
    `{"case_id":"c","runs":[{"calls":[{"name":"t","arguments":{"q":${nested(10_000)}}}]}]}`,
    1,
    'wrong-arg',
  ],
  'a cut recording': [
    `{"case_id":"c","runs":[{"calls":[${'{"name":"t","arguments":{"q":"b"}},'.repeat(50_000)}{"na`,
    1,
    'trace-unreadable',
  ],
  'half characters': [
    '{"case_id":"c","runs":[{"calls":[{"name":"t","arguments":{"q":"\\ud800"}}]}]}',
    1,
    'wrong-arg',
  ],
};

describe('callsheet score', () => {
  it.each(Object.entries(SCORED))(
    'ends, and says what it met: %s',
    async (_, [trace, code, said]) => {
      const files = { 'a.case.yaml': caseOf('trace: r.trace.json\n'), 'm.tools.json': TOOLS };
      const folder = folderWith({ ...files, 'r.trace.json': trace });
      for (const format of ['pretty', 'json', 'html']) {
        const done = await callsheet(folder, 'score', '--format', format);
        expect(done.code).toBe(code);
        if (format !== 'html') expect(done.out).toContain(said);
        expect(done.err).not.toMatch(/call stack|heap/);
      }
    },
  );
});

describe('a recording of a hundred megabytes', () => {
  const call = `{"name":"t","arguments":{"q":"a"},"output":"${'x'.repeat(1_000_000)}"}`;
  const files = (trace: string) => ({
    'a.case.yaml': caseOf('trace: r.trace.json\n'),
    'm.tools.json': TOOLS,
    'r.trace.json': trace,
  });
  const whole = `{"case_id":"c","runs":[${Array.from({ length: 100 }, () => `{"calls":[${call}]}`).join(',')}]}`;

  it('is scored', async () => {
    const folder = folderWith(files(whole));
    const scored = await callsheet(folder, 'score');
    expect(scored.code).toBe(0);
    expect(scored.out).toContain('100 of 100 runs');
    expect((await callsheet(folder, 'check')).code).toBe(0);
  });

  it('and cut in the middle is said to be cut', async () => {
    const folder = folderWith(files(whole.slice(0, -500_000)));
    const scored = await callsheet(folder, 'score');
    expect(scored.code).toBe(1);
    expect(scored.out).toContain('trace-unreadable');
    const checked = await callsheet(folder, 'check');
    // What is too large to be checked is not called wrong.
    expect(checked.code).toBe(0);
    expect(checked.out).toContain('gave-up');
  });
});

it('a predicate that never ends is left, and said to have taken too long', async () => {
  const folder = folderWith({
    'callsheet.config.yaml': 'predicates: checks.mjs\n',
    'checks.mjs': 'export const sku = () => { for (;;) {} };\n',
    'a.case.yaml': caseOf('trace: r.trace.json\n').replace('q: a', 'q: { predicate: sku }'),
    'm.tools.json': TOOLS,
    'r.trace.json': '{"case_id":"c","runs":[{"calls":[{"name":"t","arguments":{"q":"a"}}]}]}',
  });
  const { code, out, err } = await callsheet(folder, 'score', '--allow-code');
  expect(code).not.toBe(0);
  expect(out + err).toContain('it took longer than');
});
