import type { Finding } from '../model/finding.ts';
import type { DatasetNode } from '../model/located.ts';
import {
  type CaseContext,
  caseContext,
  findMissingTools,
  lintCase,
  lintDataset,
  type RuleLogger,
  settle,
} from '../rules/index.ts';
import { MAX_SIZE, type MapNode } from '../syntax/index.ts';
import { type CaseIndex, caseIds } from './case-index.ts';
import type { Unit } from './contents.ts';
import { duplicateCaseIds } from './duplicates.ts';
import type { FileState } from './file-state.ts';
import { includedFiles } from './includes.ts';
import { doesNotParse, lintFrame, lintStray, syntaxOf, WHOLE_FILES } from './lint-file.ts';
import type { TrackedScope } from './scopes.ts';
import type { Snapshot, Workspace } from './workspace.ts';

interface Linted {
  readonly scope: TrackedScope;
  readonly context: CaseContext;
  readonly dataset: DatasetNode | undefined;
  /** The revision of all other files at which the findings were last known to hold. */
  revision: number;
  readonly findings: readonly Finding[];
  /** What the file would say of its missing manifest, were this its first case without one. */
  readonly toolsMissing: Finding | undefined;
}

/** Lints files. A case is linted again only when its text, or something that it asked about, has changed. */
export class Linter {
  readonly #cases = new WeakMap<MapNode, Linted>();
  readonly #sets = new WeakMap<FileState, { revision: number; findings: readonly Finding[] }>();
  /** How many cases have been linted so far. */
  linted = 0;

  constructor(
    private readonly workspace: Workspace,
    private readonly index: CaseIndex,
    private readonly log?: RuleLogger,
  ) {}

  /** Every finding of a file but what its dataset lacks as a whole (`lintSuite`). */
  lint(snapshot: Snapshot): readonly Finding[] {
    const { file, around, contents } = snapshot;
    if (file.text.length > MAX_SIZE) return this.#lintHuge(snapshot);
    const whole = file.kind && WHOLE_FILES[file.kind];
    if (whole) return whole(snapshot, this.workspace, this.log);
    const findings: Finding[] = [];
    for (const document of file.source.documents) {
      if (doesNotParse(document)) findings.push(...settle(syntaxOf(document), around.config));
    }
    for (const dataset of contents.datasets) {
      findings.push(...lintFrame(snapshot, dataset, this.workspace));
    }
    for (const unit of contents.units) {
      if (!doesNotParse(unit.document)) findings.push(...this.lintUnit(snapshot, unit));
    }
    findings.push(...lintStray(snapshot));
    findings.push(...this.lintSet(snapshot));
    return findings;
  }

  /** What the datasets of a file do not cover. Looks at every case: for pauses, not for keystrokes. */
  lintSuite(snapshot: Snapshot): readonly Finding[] {
    const { file, around, contents } = snapshot;
    if (file.kind !== 'dataset' || file.text.length > MAX_SIZE) return [];
    return contents.datasets.flatMap((dataset) => {
      const own = contents.units
        .filter((unit) => unit.dataset === dataset && !doesNotParse(unit.document))
        .map((unit) => this.#lintUnit(snapshot, unit).context);
      const included = includedFiles(file, this.workspace.listed).flatMap((uri) => {
        const other = this.workspace.peek(uri);
        return (other?.contents.units ?? [])
          .filter((unit) => !doesNotParse(unit.document))
          .map((unit) => this.#lintUnit(other!, unit).context);
      });
      const context = {
        uri: file.uri,
        dataset,
        config: around.config,
        toolset: this.workspace.toolsetOf(dataset, around),
        cases: [...own, ...included],
      };
      return lintDataset(context, this.log);
    });
  }

  /** The findings of one case or golden trajectory. */
  lintUnit(snapshot: Snapshot, unit: Unit): readonly Finding[] {
    return this.#lintUnit(snapshot, unit).findings;
  }

  #lintUnit(snapshot: Snapshot, unit: Unit): Linted {
    const { uri, config, includedBy } = snapshot.around;
    const dataset = unit.dataset ?? includedBy?.node;
    const revision = this.workspace.store.foreignRevision(uri);
    const known = this.#cases.get(unit.subject.node);
    if (
      known?.dataset === dataset &&
      known?.scope.config === config &&
      (known.revision === revision || known.scope.holds())
    ) {
      known.revision = revision;
      return known;
    }
    const scope = snapshot.scopeOf(unit);
    const context = caseContext(scope, unit.subject);
    const linted: Linted = {
      scope,
      context,
      dataset,
      revision,
      findings: lintCase(context, this.log),
      toolsMissing: findMissingTools([context]),
    };
    this.linted += 1;
    this.#cases.set(unit.subject.node, linted);
    return linted;
  }

  /** What only the file, or its set of cases, as a whole can show. */
  lintSet(snapshot: Snapshot): readonly Finding[] {
    const { file, around } = snapshot;
    const revision = this.workspace.store.foreignRevision(around.uri);
    const known = this.#sets.get(file);
    if (known?.revision === revision) return known.findings;
    const missing = this.#toolsMissing(snapshot);
    const findings = settle(
      [...duplicateCaseIds(snapshot, this.workspace, this.index), ...(missing ? [missing] : [])],
      around.config,
    );
    this.#sets.set(file, { revision, findings });
    return findings;
  }

  #toolsMissing(snapshot: Snapshot): Finding | undefined {
    for (const unit of snapshot.contents.units) {
      if (doesNotParse(unit.document)) continue;
      const { toolsMissing } = this.#lintUnit(snapshot, unit);
      if (toolsMissing) return toolsMissing;
    }
    return undefined;
  }

  /** A file beyond the size that is worth its time: syntax and ids only, and a word about the rest. */
  #lintHuge(snapshot: Snapshot): readonly Finding[] {
    const { file, around } = snapshot;
    const { documents } = file.source;
    const tree = documents[0]?.frame.tree;
    const gaveUp: Finding[] = tree
      ? [
          {
            code: 'gave-up',
            severity: 'info',
            message: `this file is over ${MAX_SIZE / 1024 / 1024} MB: only its syntax and duplicate ids are checked`,
            place: { tree, start: 0, end: Math.min(1, tree.text.length) },
          },
        ]
      : [];
    const duplicates = caseIds(file).length
      ? duplicateCaseIds(snapshot, this.workspace, this.index)
      : [];
    return settle([...documents.flatMap(syntaxOf), ...duplicates, ...gaveUp], around.config);
  }
}
