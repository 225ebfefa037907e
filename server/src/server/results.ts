import { say } from '../l10n/say.ts';
import type { Config } from '../model/config.ts';
import type { ReportPage, Scoreboard, ScoreFigure } from '../protocol.ts';
import { aggregateFigures, comparedName, type Figure, toolFigures } from '../report/figures.ts';
import { caseHtml } from '../report/html/case.ts';
import { scoreHtml } from '../report/html/score-html.ts';
import { findRegressions, isBeyondNoise, keyOf, withBaseline } from '../scoring/set/baseline.ts';
import { type ScoreReport, scoreReport } from '../scoring/set/score-report.ts';
import { worstCases } from '../scoring/set/scoreboard.ts';
import { caseSummary, figureText } from '../scoring/set/summary.ts';
import { toUri } from '../workspace/files/uri.ts';
import {
  type KeptFigure,
  type KeptResult,
  markOf,
  ResultHistory,
  type ResultStore,
  seriesOf,
} from '../workspace/scores/result-history.ts';
import type { PlacedScore } from '../workspace/scores/scores.ts';
import type { Session } from '../workspace/session.ts';
import { locateIn, open, refused, reported, rescoreCase } from './rescoring.ts';

/** How long results wait for more scores before they are kept, in milliseconds. */
const SETTLE_MS = 500;

/** Figures of the whole suite that are watched over time; of a tool it is the composite. */
const WATCHED = [
  'pass_rate',
  'selection_acc',
  'arg_acc',
  'quiet_failure_rate',
  'consequence_score',
] as const;

/** The figures of the suite that a scoreboard shows. */
const SHOWN: ReadonlySet<string> = new Set([...WATCHED, 'safety_failures', 'calls_per_task']);

/** Lines about what is worse than the baseline. */
const MOST_WORSE = 20;

export interface ResultsHost {
  /** Where results are kept; undefined where there is no such place. Asked once. */
  store(): Promise<ResultStore | undefined>;
  /** The time of now, RFC 3339. */
  now(): string;
  /** Told after scores were made. */
  changed(): Promise<void>;
}

interface Current {
  readonly config: Config | undefined;
  readonly placed: readonly PlacedScore[];
  readonly report: ScoreReport;
}

/** The results of the workspace as a whole: scoreboard, trends, baseline, and reports as pages. */
export class Results {
  #history: Promise<ResultHistory> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Current | undefined;

  constructor(
    private readonly session: Session,
    private readonly host: ResultsHost,
  ) {}

  /** A person has had cases scored: once no more follow, the result is kept. */
  scored(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#keep().catch(() => undefined), SETTLE_MS);
  }

  /** How the cases that have a score fare, now and over time. */
  async scoreboard(): Promise<Scoreboard> {
    const { workspace } = this.session;
    const files = await workspace.files();
    const manifests = files.filter((uri) => workspace.kindOf(uri) === 'tools').length;
    const { placed, report } = await this.#measured();
    const cases = placed.map(({ score }) => score);
    if (cases.length === 0) return { cases: 0, figures: [], tools: [], manifests };
    const history = await this.#opened();
    const results = await history.results();
    const now = keptFigures(placed, report);
    const trendOf = (name: string) => trend(results, name, now[name]);
    const worst = worstCases(cases);
    const entries = new Map(report.cases.map((of) => [keyOf(of), of]));
    const baseline = await history.baseline();
    return {
      cases: cases.length,
      figures: aggregateFigures(report)
        .filter(({ name }) => SHOWN.has(name))
        .map((figure) => shownFigure(figure, trendOf(figure.name))),
      tools: Object.entries(report.tools).map(([name, score]) => {
        const [overall, ...figures] = toolFigures(score).filter(({ text }) => text !== '–');
        const bad = worst.get(name);
        const uri = placed.find((each) => each.score === bad)?.scored.uri;
        const entry = bad && entries.get(keyOf(bad));
        return {
          name,
          overall: shownFigure(overall!, trendOf(`tool ${name}`)),
          figures: figures.map((figure) => shownFigure(figure)),
          ...(entry &&
            uri !== undefined && {
              worst: { uri, case_id: entry.case_id, summary: caseSummary(entry) },
            }),
        };
      }),
      manifests,
      ...(baseline && {
        baseline: {
          at: baseline.at,
          worse: findRegressions(baseline.report, report, cases)
            .filter(isBeyondNoise)
            .slice(0, MOST_WORSE)
            .map(
              ({ kind, name, before, after }) =>
                `${comparedName(kind, name)}: ${told(before)} → ${told(after)}`,
            ),
        },
      }),
    };
  }

  /**
   * A report as a page: of one case, which is scored first where it has no score, or of all that have one.
   * Rejects with the reason, for a person, where there is none.
   */
  async report(of?: { readonly uri: string; readonly case_id: string }): Promise<ReportPage> {
    if (!of) return this.#wholeReport();
    const uri = toUri(of.uri);
    // Also what says what is wrong with the case.
    await open(this.session, uri);
    if (!this.session.scoresOf(uri).has(of.case_id)) {
      await rescoreCase(this.session, this.host.changed, uri, of.case_id);
    }
    const placed = this.session.scoresOf(uri).get(of.case_id);
    if (!placed) throw refused(say`“${of.case_id}” has no score.`);
    return { title: of.case_id, html: caseHtml(reported(this.session, placed), placed.score) };
  }

  /** Takes the results of now for what later ones are compared with. Rejects where there are none. */
  async setBaseline(): Promise<void> {
    const { placed, report } = await this.#current();
    if (placed.length === 0)
      throw refused(say`There are no results yet: rescore some cases first.`);
    await (await this.#opened()).setBaseline(this.host.now(), report);
  }

  async #wholeReport(): Promise<ReportPage> {
    const { placed, report } = await this.#current();
    if (placed.length === 0)
      throw refused(say`There are no results yet: rescore some cases first.`);
    const cases = placed.map(({ score }) => score);
    const baseline = await (await this.#opened()).baseline();
    const scores = new Map(cases.map((score) => [keyOf(score), score]));
    const compared = baseline
      ? withBaseline(report, cases, say`the results of ${baseline.at}`, baseline.report)
      : report;
    return {
      title: 'Callsheet',
      html: scoreHtml(compared, (of) => scores.get(keyOf(of))),
    };
  }

  /** As `#current`, but made anew only where a score is another; lines of findings may be those of before. */
  async #measured(): Promise<Current> {
    const placed = this.#placed();
    const last = this.#last;
    const isSame =
      last?.placed.length === placed.length &&
      last.config === (await this.#config(placed)) &&
      placed.every((of, i) => of === last.placed[i]);
    if (last && isSame) return last;
    const now = await this.#current();
    this.#last = now;
    return now;
  }

  /** The configuration of the first case that has a score. */
  async #config([first]: readonly PlacedScore[]): Promise<Config | undefined> {
    const { workspace } = this.session;
    const around = first && workspace.peek(first.scored.uri)?.around;
    const [folder] = workspace.folders;
    return around?.config ?? (folder === undefined ? undefined : workspace.configOf(folder));
  }

  #placed(): PlacedScore[] {
    const { session } = this;
    return [...session.scores.files].flatMap((uri) => [...session.scoresOf(uri).values()]);
  }

  async #current(): Promise<Current> {
    const { session } = this;
    const placed = this.#placed();
    const config = await this.#config(placed);
    const report = scoreReport(
      placed.map(({ score }) => score),
      { gates: [], scoreboard: config?.scoreboard ?? {}, locate: locateIn(session, placed) },
    );
    return { config, placed, report };
  }

  #opened(): Promise<ResultHistory> {
    this.#history ??= this.host.store().then((store) => new ResultHistory(store));
    return this.#history;
  }

  async #keep(): Promise<void> {
    const { placed, report } = await this.#measured();
    if (placed.length === 0) return;
    const figures = keptFigures(placed, report);
    await (await this.#opened()).add({ at: this.host.now(), figures });
  }
}

const told = (value: string | number | null): string =>
  typeof value === 'string' ? value : figureText(value);

/** The figures that are watched over time, each with a mark of the cases that it is measured over. */
function keptFigures(
  placed: readonly PlacedScore[],
  { aggregate, tools }: ScoreReport,
): Record<string, KeptFigure> {
  const keyed = placed.map(({ score, scored }) => {
    return { key: `${scored.uri}#${score.case_id}`, tools: score.profile.tools };
  });
  const all = markOf(keyed.map(({ key }) => key));
  const ofTool = (name: string) =>
    markOf(keyed.flatMap((of) => (of.tools.includes(name) ? [of.key] : [])));
  const entries = [
    ...WATCHED.map((name) => [name, aggregate[name], all] as const),
    ...Object.entries(tools).map(
      ([name, { composite }]) => [`tool ${name}`, composite, ofTool(name)] as const,
    ),
  ];
  return Object.fromEntries(
    entries.flatMap(([name, value, cases]) => (value === null ? [] : [[name, { value, cases }]])),
  );
}

/** Changes smaller than this show as none, in the figures' three decimals. */
const SMALLEST = 0.0005;

function trend(
  results: readonly KeptResult[],
  name: string,
  now: KeptFigure | undefined,
): Pick<ScoreFigure, 'trend' | 'history'> {
  if (!now) return {};
  const series = seriesOf(results, name, now.cases);
  const earlier = series.at(-1)?.value === now.value ? series.slice(0, -1) : series;
  const before = earlier.at(-1);
  if (!before) return {};
  const change = now.value - before.value;
  const sign = change < 0 ? '−' : '+';
  return {
    ...(Math.abs(change) >= SMALLEST && {
      trend: `${change < 0 ? '▼' : '▲'} ${sign}${figureText(Math.abs(change))}`,
    }),
    history: earlier.map(({ at, value }) => ({ at, text: figureText(value) })),
  };
}

const shownFigure = (
  { name, text, floor, healthy }: Figure,
  over: Pick<ScoreFigure, 'trend' | 'history'> = {},
): ScoreFigure => ({ name, text, healthy, ...(floor !== '' && { floor }), ...over });
