import { phrase, say } from '../../l10n/say.ts';
import { runDetail } from '../../scoring/run-detail.ts';
import type { CaseScore } from '../../scoring/set/case-score.ts';
import type { ReportedCase } from '../../scoring/set/score-report.ts';
import { caseSummary } from '../../scoring/set/summary.ts';
import { type Html, html, leftOut, lines } from './markup.ts';
import { page } from './page.ts';
import { reliability } from './reliability.ts';
import { runSection, VERDICT } from './run.ts';
import { speech } from './values.ts';

/** Runs of one case that are shown whole. */
const MOST_RUNS = 20;

const MARKED = { pass: phrase`✓ pass`, fail: phrase`✗ fail`, error: phrase`! error` } as const;

export const verdict = (of: ReportedCase['verdict']): Html =>
  html`<span class="${of}">${say(MARKED[of])}</span>`;

/**
 * All that a report says of a case, below its heading.
 *
 * @param score the case as it was scored; without it the calls are left out
 */
export function caseBody(of: ReportedCase, score: CaseScore | undefined): Html {
  const asked = score?.expectation.messages.findLast(({ role }) => role === 'user');
  // The first run that is not as it should be is what somebody looks for.
  const first = Math.max(
    0,
    of.runs.findIndex((run) => run.verdict !== 'pass'),
  );
  const shown = of.runs.slice(0, MOST_RUNS);
  return html`${asked && speech(asked.content)}
${of.reliability.n > 0 && reliability(of.reliability)}
${lines(
  shown.map((run, i) => {
    const trial = score?.trials[i];
    const detailed = score && trial && { run: trial.run, detail: runDetail(score, trial) };
    return runSection(of, run, detailed, i === first);
  }),
)}
${leftOut(of.runs.length, MOST_RUNS, (further) => say`${further} further runs are left out.`)}`;
}

/** The report of one case as a page of its own. */
export const caseHtml = (of: ReportedCase, score: CaseScore | undefined): string =>
  page(
    `${of.case_id}: ${say(VERDICT[of.verdict])}`,
    html`<h1>${of.case_id}: ${verdict(of.verdict)}</h1>
<p>${of.file}, ${caseSummary(of)}</p>
<h2>${say`The task and its runs`}</h2>
${caseBody(of, score)}`,
  );
