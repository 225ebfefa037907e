import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod';
import { parseJson } from '../../model/json-text.ts';
import { jsonText } from '../../report/json.ts';
import { type EarlierReport, readReport } from '../../scoring/set/baseline.ts';
import type { ScoreReport } from '../../scoring/set/score-report.ts';

const RESULTS = 'results.json';
const BASELINE = 'baseline.json';

/** Results that are kept; the oldest go first. */
const MOST_RESULTS = 200;

/** Figures of one result; those of further tools are not kept. */
const MOST_FIGURES = 500;

const figure = z.object({
  /** Stands for the cases that it was measured over: figures over others are not compared with it. */
  cases: z.string(),
  value: z.number(),
});
export type KeptFigure = z.infer<typeof figure>;

const history = z.object({
  version: z.literal(1),
  results: z.array(z.object({ at: z.string(), figures: z.record(z.string(), figure) })),
});
export type KeptResult = z.infer<typeof history>['results'][number];

/** Where results are kept: texts by name, written whole or not at all. */
export interface ResultStore {
  /** Undefined where there is no such text. */
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
}

/** A text that stands for a set of cases, in whatever order they come. */
export const markOf = (keys: readonly string[]): string =>
  bytesToHex(sha256(utf8ToBytes([...keys].sort().join('\n')))).slice(0, 16);

/** The report that later results are compared with. */
export interface Baseline {
  readonly at: string;
  readonly report: EarlierReport;
}

/** How the results of a workspace went over time. What the store holds and cannot be read is forgotten. */
export class ResultHistory {
  #results: Promise<readonly KeptResult[]> | undefined;
  #baseline: Promise<Baseline | undefined> | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** @param store without one, results are kept as long as this object */
  constructor(private readonly store?: ResultStore) {}

  /** Results, oldest first. */
  results(): Promise<readonly KeptResult[]> {
    this.#results ??= this.#read(RESULTS).then((value) => {
      return history.safeParse(value).data?.results ?? [];
    });
    return this.#results;
  }

  /** Keeps a result, unless it is the one that was kept last. */
  add({ at, figures }: KeptResult): Promise<void> {
    return this.#inTurn(async () => {
      const before = await this.results();
      const kept = Object.fromEntries(Object.entries(figures).slice(0, MOST_FIGURES));
      if (JSON.stringify(before.at(-1)?.figures) === JSON.stringify(kept)) return;
      const results = [...before, { at, figures: kept }].slice(-MOST_RESULTS);
      this.#results = Promise.resolve(results);
      await this.store?.write(RESULTS, jsonText({ version: 1, results }));
    });
  }

  baseline(): Promise<Baseline | undefined> {
    this.#baseline ??= this.#read(BASELINE).then((value) => {
      const report = readReport(value);
      const { at } = (value ?? {}) as { at?: unknown };
      return report && { at: typeof at === 'string' ? at : '', report };
    });
    return this.#baseline;
  }

  /** Takes a report for the one to compare with. It is written as `score --format json` would, for `--baseline`. */
  setBaseline(at: string, report: ScoreReport): Promise<void> {
    return this.#inTurn(async () => {
      const text = jsonText({ ...report, at });
      const parsed = parseJson(text);
      const earlier = parsed.ok ? readReport(parsed.value) : undefined;
      this.#baseline = Promise.resolve(earlier && { at, report: earlier });
      await this.store?.write(BASELINE, text);
    });
  }

  async #read(name: string): Promise<unknown> {
    const text = await this.store?.read(name).catch(() => undefined);
    const parsed = text === undefined ? undefined : parseJson(text);
    return parsed?.ok ? parsed.value : undefined;
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(work);
    return this.#writing;
  }
}

/** The values that a figure has had over the same cases, oldest first, each that differs from the one before. */
export function seriesOf(
  results: readonly KeptResult[],
  name: string,
  cases: string,
): readonly { readonly at: string; readonly value: number }[] {
  const series: { at: string; value: number }[] = [];
  for (const { at, figures } of results) {
    const kept = Object.hasOwn(figures, name) ? figures[name] : undefined;
    if (kept?.cases !== cases || kept.value === series.at(-1)?.value) continue;
    series.push({ at, value: kept.value });
  }
  return series;
}
