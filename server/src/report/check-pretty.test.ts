import { describe, expect, it } from 'vitest';
import { checkPretty } from './check-pretty.ts';
import type { LocatedFinding } from './located.ts';
import { checked, finding, HOSTILE, onLine } from './testing.ts';

const pretty = (findings: readonly LocatedFinding[], text?: string) =>
  checkPretty({ files: ['a.case.yaml'], findings }, { color: false, source: () => text });

/** The line of text and the line of carets. */
const excerpt = (range: LocatedFinding['range'], text: string) =>
  pretty([finding({ range })], text)
    .split('\n')
    .slice(1, 3);

describe('check for a terminal', () => {
  it('shows each finding with its line, file by file, and a summary', () => {
    const texts = new Map([['a.case.yaml', 'case_id: x\nno: 1\n']]);
    const other = finding({ file: 'b.case.yaml', severity: 'info', code: 'tools-missing' });
    const report = { ...checked, findings: [other, ...checked.findings] };
    expect(checkPretty(report, { color: false, source: (file) => texts.get(file) })).toBe(
      [
        'a.case.yaml:1:1 warning no such tool vacuous-expectation',
        '  1 | case_id: x',
        '    | ^^^^^^^',
        'a.case.yaml:2:3 error no such tool unknown-tool',
        '  2 | no: 1',
        '    |   ^^^',
        '  see b.case.yaml:1:1 went here',
        '',
        'b.case.yaml:2:3 info no such tool tools-missing',
        '',
        '1 error, 1 warning, 1 info in 2 files',
        '',
      ].join('\n'),
    );
  });

  it('says that all is well', () => {
    expect(pretty([])).toBe('No findings in 1 file\n');
  });

  it('puts the caret under wide, combining and tabbed text', () => {
    expect(excerpt(onLine(0, 3, 5), '日本:ab')).toEqual(['  1 | 日本:ab', '    |      ^^']);
    expect(excerpt(onLine(0, 2, 3), '\t\tx')).toEqual(['  1 |   x', '    |   ^']);
    expect(excerpt(onLine(0, 0, 2), '😀z')).toEqual(['  1 | 😀z', '    | ^^']);
  });

  it('marks an empty range once, and of several lines the first', () => {
    expect(excerpt(onLine(0, 2, 2), 'ab')).toEqual(['  1 | ab', '    |   ^']);
    const lines = { start: { line: 0, character: 1 }, end: { line: 1, character: 1 } };
    expect(excerpt(lines, 'abc\r\nd')).toEqual(['  1 | abc', '    |  ^^']);
  });

  it('shows a window of a long line', () => {
    const [line, carets] = excerpt(
      onLine(0, 5000, 5003),
      `${'a'.repeat(5000)}bad${'c'.repeat(5000)}`,
    );
    expect(line).toBe(`  1 | …${'a'.repeat(40)}bad${'c'.repeat(117)}…`);
    expect(carets).toBe(`    | ${' '.repeat(41)}^^^`);
  });

  it('shows no line that is not there', () => {
    expect(pretty([finding({ range: onLine(9, 0, 1) })], 'one line')).toBe(
      'a.case.yaml:10:1 error no such tool unknown-tool\n\n1 error in 1 file\n',
    );
  });

  it('lets nothing through to the terminal but its own colours', () => {
    const hostile = finding({
      message: HOSTILE,
      file: HOSTILE,
      code: HOSTILE,
      range: onLine(0, 0, 4),
    });
    const options = { color: false, source: () => HOSTILE };
    const text = checkPretty({ files: [], findings: [hostile] }, options);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u200b\u202a-\u202e]/u);
    expect(text.split('\n')[0]).toContain('\\u{1b}[2J\\u{202e}evil');
    const colored = checkPretty({ files: [], findings: [finding()] }, { ...options, color: true });
    expect(colored).toContain('\u001b[31;1merror\u001b[0m');
  });
});
