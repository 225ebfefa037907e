import { describe, expect, it } from 'vitest';
import { scoreReport } from '../scoring/set/score-report.ts';
import { caseOf, expectationOf } from '../scoring/set/set-testing.ts';
import { CHECK_FORMATS, SCORE_FORMATS } from './formats.ts';
import { checked, HOSTILE, scored } from './testing.ts';

const options = { color: false, source: () => undefined, describe: () => undefined };

/** A report in which every text is hostile. */
const hostile = scoreReport(
  [
    caseOf(
      expectationOf([HOSTILE], { case_id: HOSTILE, category: HOSTILE }),
      [
        {
          calls: [HOSTILE],
          verdict: 'fail',
          run: { runId: HOSTILE },
          score: {
            run_id: HOSTILE,
            path: HOSTILE,
            findings: [
              { code: HOSTILE, severity: 'error', message: HOSTILE, target: { kind: 'case' } },
            ],
          },
        },
      ],
      { file: HOSTILE },
    ),
  ],
  { gates: [{ metric: HOSTILE, max: 1, where: { tag: HOSTILE } }], scoreboard: {} },
);

describe('a score for a terminal', () => {
  const text = SCORE_FORMATS.pretty(scored(), options);

  it('has a line for each case and its findings under it', () => {
    expect(text.split('\n').slice(0, 5)).toEqual([
      '✓ good  1 of 1 run passed; selection 1, arguments 1, exact 1, order violations 0, chain 1',
      '✗ bad  1 of 2 runs passed; selection 0.625, arguments 0.750, exact 0.500, order violations 0, chain 1 flaky',
      '    a.case.yaml:5:7 error `search.q`: expected "a", got "b" (run 2) wrong-arg',
      '! untold  not scored',
      '    b.case.yaml error no such file trace-unreadable',
    ]);
  });

  it('has the figures with the healthy floors beside them', () => {
    expect(text).toMatch(/^ {2}selection_acc +0\.813 +≥ 0\.80$/m);
    expect(text).toMatch(/^ {2}arg_acc +0\.875 +≥ 0\.90 +✗$/m);
    expect(text).toMatch(/^ {2}quiet_failure_rate +0 +≤ 0\.05$/m);
    expect(text).toMatch(/^ {2}calls_per_task +1 +golden ± 1$/m);
    expect(text).not.toContain('recovery_rate');
  });

  it('has tools, gates and the summary', () => {
    expect(text).toMatch(/^ {2}search +0\.\d{3} +1 /m);
    expect(text).toContain('  ✗ pass_rate should be at least 0.9, is 0.666667');
    expect(text.endsWith('\n\n1 passed, 1 failed, 1 error\n')).toBe(true);
  });

  it('has what became worse', () => {
    const regressions = [
      { kind: 'case', name: 'bad', before: 'pass', after: 'fail' },
      { kind: 'metric', name: 'arg_acc', before: 1, after: 0.75, p: 0.5 },
    ] as const;
    const report = { ...scored(), baseline: { file: 'old.json', regressions } };
    expect(SCORE_FORMATS.pretty(report, options)).toContain(
      'Worse than old.json\n  case bad: pass → fail\n  metric arg_acc: 1 → 0.750 (p 0.500, may be noise)\n',
    );
  });

  it('is colourless unless asked', () => {
    expect(text).not.toContain('\u001b');
    expect(SCORE_FORMATS.pretty(scored(), { ...options, color: true })).toContain(
      '\u001b[32;1m✓\u001b[0m',
    );
  });

  it('lets nothing of a trace through to the terminal', () => {
    const shown = SCORE_FORMATS.pretty(hostile, options).replaceAll('\n', '');
    expect(shown).not.toMatch(/[\p{Cc}\u200b\u202a-\u202e]/u);
  });
});

describe('a score as Markdown', () => {
  const text = SCORE_FORMATS.markdown(scored(), options);

  it('has cases, findings, figures, tools and gates', () => {
    expect(text).toContain('1 passed, 1 failed, 1 error\n');
    expect(text).toContain('| `bad` | fail | 1/2 | 0.625 | 0.750 | 0.500 |');
    expect(text).toContain(
      '- `a.case.yaml:5` error ``bad: `search.q`: expected "a", got "b" (run 2) [wrong-arg]``',
    );
    expect(text).toContain('| `arg_acc` | **0.875** | ≥ 0.90 |');
    expect(text).toContain('- **failed**: `pass_rate should be at least 0.9, is 0.666667`');
  });

  it('keeps hostile text inside code spans, and their bars out of the tables', () => {
    const shown = SCORE_FORMATS.markdown(hostile, options);
    const spans = shown.matchAll(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g);
    const outside = [...spans].reduce((text, [span]) => text.replace(span, ''), shown);
    expect(outside).not.toMatch(/script|evil|error::|`/);
    const row = shown.split('\n').find((line) => line.includes('| fail |'));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(7);
  });
});

describe('a score as HTML', () => {
  it('is one page without scripts, all text escaped', () => {
    const text = SCORE_FORMATS.html(scored(), options);
    expect(text).toContain('<summary><span class="fail">✗ fail</span> <h2>bad</h2>');
    expect(text).toContain('<td class="low">✗ 0.875</td>');
    expect(text).toContain('expected &quot;a&quot;, got &quot;b&quot;');
    const shown = SCORE_FORMATS.html(hostile, options);
    expect(shown).not.toMatch(/<script|javascript:|<[^>]*\s(on\w+|src|href)=/i);
    expect(shown).toContain('&lt;script&gt;alert(&quot;x&quot;)');
  });
});

describe('every format', () => {
  it('says the same twice, and ends its last line', () => {
    for (const write of Object.values(SCORE_FORMATS)) {
      expect(write(scored(), options)).toBe(write(scored(), options));
      expect(write(hostile, options).endsWith('\n')).toBe(true);
    }
    for (const write of Object.values(CHECK_FORMATS)) {
      expect(write(checked, options)).toBe(write(checked, options));
    }
  });

  it('writes a report of nothing', () => {
    const nothing = scoreReport([], { gates: [], scoreboard: {} });
    expect(SCORE_FORMATS.pretty(nothing, options)).toBe('0 passed, 0 failed, 0 errors\n');
    expect(SCORE_FORMATS.github(nothing, options)).toBe('');
    expect(SCORE_FORMATS.markdown(nothing, options)).toBe(
      '# Callsheet score\n\n0 passed, 0 failed, 0 errors\n',
    );
  });
});
