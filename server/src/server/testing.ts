import type { Connection } from 'vscode-languageserver';
import { LastGood } from '../features/last-good.ts';
import { labelOf, toolDigest } from '../manifest/index.ts';
import { type CaseItem, type CaseResult, type FileCases, methods } from '../protocol.ts';
import { scoreSummary } from '../scoring/set/summary.ts';
import type { Unit } from '../workspace/files/contents.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { TrackedScope } from '../workspace/links/scopes.ts';
import { inFile, locate } from '../workspace/locate.ts';
import { pause } from '../workspace/pause.ts';
import { placedFindings } from '../workspace/scores/placed-findings.ts';
import { isSame, type PlacedScore } from '../workspace/scores/scores.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { forWire } from './wire.ts';

type Place = Pick<CaseItem, 'category' | 'consequence'>;

/** How long cases wait for more changes before they are told, in milliseconds. */
const PAUSE_MS = 150;

/** Tells a client that shows cases as tests which there are, and how the last score of each came out. */
export class Testing {
  readonly #changed = new Set<Uri>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #places = new WeakMap<object, { scope: TrackedScope; place: Place }>();
  /** What the client was told last. */
  readonly #lastCases = new Map<Uri, readonly CaseItem[]>();
  readonly #good = new LastGood<CaseItem>((item, move) => ({
    ...item,
    range: move(item.range),
    idRange: move(item.idRange),
  }));

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly wanted: boolean,
  ) {}

  /** The cases of the whole workspace. */
  async all(): Promise<FileCases[]> {
    const files: FileCases[] = [];
    for (const uri of await this.session.loadCases()) {
      const cases = await this.#casesOf(uri);
      if (cases.length > 0) files.push({ uri, cases });
      const snapshot = this.session.workspace.peek(uri);
      if (snapshot) this.session.letGo(snapshot);
    }
    return files;
  }

  /** A file was edited, or changed on disk: what that means for its cases is told at the next pause. */
  casesChanged(uri: Uri): void {
    if (!this.wanted) return;
    this.#changed.add(uri);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#tell(), PAUSE_MS);
  }

  async #tell(): Promise<void> {
    const uris = [...this.#changed];
    this.#changed.clear();
    for (const uri of uris) {
      const before = this.#lastCases.get(uri);
      const cases = await this.#casesOf(uri);
      if (JSON.stringify(before) === JSON.stringify(cases)) continue;
      void this.connection.sendNotification(methods.casesChanged, { uri, cases });
      await pause();
    }
  }

  async #casesOf(uri: Uri): Promise<readonly CaseItem[]> {
    const first = await this.session.snapshot(uri);
    // Thousands of cases are placed bit by bit; the list is then made of what is there at that moment.
    for (const unit of first?.contents.units ?? []) {
      this.#placeInSet(first!, unit);
      await pause();
    }
    const snapshot = await this.session.snapshot(uri);
    if (snapshot) return this.casesIn(snapshot);
    this.#lastCases.delete(uri);
    this.#good.forget(uri);
    return [];
  }

  /** The cases of a file. While its text does not parse, the last good ones stay in place. */
  casesIn(snapshot: Snapshot): readonly CaseItem[] {
    const cases = this.#good.of(snapshot, () =>
      snapshot.contents.units.flatMap((unit) => this.#item(snapshot, unit) ?? []),
    );
    this.#lastCases.set(snapshot.file.uri, cases);
    return cases;
  }

  #item(snapshot: Snapshot, unit: Unit): CaseItem | undefined {
    const { subject, tree } = unit;
    const id = subject.kind === 'case' ? subject.caseId : subject.goldenId;
    if (!id) return undefined;
    const range = snapshot.file.rangeOf(tree, subject.node);
    const idRange = snapshot.file.rangeOf(tree, id.node);
    if (!range || !idRange) return undefined;
    const tags =
      subject.kind === 'case'
        ? [...(subject.tags?.items ?? []), ...(subject.riskTags?.items ?? [])]
        : [];
    return {
      case_id: id.value,
      ...(subject.title && { title: subject.title.value }),
      tags: [...new Set(tags.map(({ value }) => value))],
      ...this.#placeInSet(snapshot, unit),
      range,
      idRange,
    };
  }

  /** Worked out once for each case and scope: a case's tools may be another's to read. */
  #placeInSet(snapshot: Snapshot, unit: Unit): Place {
    const known = this.#places.get(unit.subject.node);
    if (known && isSame(known.scope, snapshot, unit)) return known.place;
    const scope = snapshot.scopeOf(unit);
    const { category, consequence } = this.session.scorer.describe(snapshot, unit, scope).profile;
    const place = { ...(category !== undefined && { category }), consequence };
    this.#places.set(unit.subject.node, { scope, place });
    return place;
  }

  /** The scores of a file were made, refreshed or cleared. */
  scoresChanged(uri: Uri): void {
    if (!this.wanted) return;
    const snapshot = this.session.workspace.peek(uri);
    const results = [...this.session.scoresOf(uri).values()].map((placed) =>
      this.#result(snapshot, placed),
    );
    void this.connection.sendNotification(methods.scoresChanged, { uri, results });
  }

  #result(snapshot: Snapshot | undefined, placed: PlacedScore): CaseResult {
    const { score } = placed;
    const failures = placedFindings(placed).filter(({ finding }) => finding.severity === 'error');
    const messages = snapshot
      ? inFile(
          failures.map(({ finding }) => finding),
          snapshot.file.uri,
        ).map((finding) => {
          const {
            expected,
            actual,
            runs = [],
          } = failures.find((each) => each.finding === finding) ?? {};
          return {
            message: finding.message,
            range: locate(this.session.workspace, snapshot.file, finding.place).range,
            ...(expected !== undefined && { expected: shown(expected) }),
            ...(actual !== undefined && { actual: shown(actual) }),
            runs,
          };
        })
      : [];
    return {
      case_id: score.case_id,
      verdict: score.verdict,
      summary: scoreSummary(score).message,
      passed: score.reliability.c,
      trials: score.reliability.n,
      flaky: score.reliability.flaky,
      messages,
      runs: [
        ...score.trials.map(({ score: { run_id, verdict } }) => ({ run_id, verdict })),
        ...score.unscored.map(({ run_id }) => ({ run_id, verdict: 'error' as const })),
      ],
      ...(this.session.hasRuns(placed.scored.uri, score.case_id) && {
        made: true,
        ...(this.#isOutdated(placed) && { outdated: true }),
      }),
    };
  }

  /** Whether an agent would be offered other tools now. */
  #isOutdated({ score }: PlacedScore): boolean {
    const now = new Map(score.toolset.tools.map((tool) => [tool.name, labelOf(toolDigest(tool))]));
    return score.trials.some(({ run: { toolsDigest = now } }) => {
      const names = new Set([...toolsDigest.keys(), ...now.keys()]);
      return [...names].some((name) => toolsDigest.get(name) !== now.get(name));
    });
  }
}

const shown = (value: unknown): string => JSON.stringify(forWire(value), null, 2);

/** Answers the client's questions about cases. */
export function registerTesting(
  connection: Connection,
  testing: Testing,
  onTrusted: () => void,
): void {
  connection.onRequest(methods.cases, () => testing.all());
  connection.onNotification(methods.trusted, onTrusted);
}
