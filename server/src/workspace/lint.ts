import type { Finding } from '../model/finding.ts';
import type { DatasetNode } from '../model/located.ts';
import {
  caseContext,
  findMissingTools,
  lintCase,
  type RuleLogger,
  settle,
  structureFindings,
  syntaxFindings,
} from '../rules/index.ts';
import { MAX_SIZE, type MapNode, type SourceDocument } from '../syntax/index.ts';
import { type CaseIndex, caseIds } from './case-index.ts';
import type { Unit } from './contents.ts';
import { duplicateCaseIds } from './duplicates.ts';
import type { FileState } from './file-state.ts';
import { manifestFindings } from './manifest-findings.ts';
import type { TrackedScope } from './scopes.ts';
import { traceFindings } from './trace-findings.ts';
import type { Snapshot, Workspace } from './workspace.ts';

interface Linted {
  readonly scope: TrackedScope;
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

  /** Every finding of a file. */
  lint(snapshot: Snapshot): readonly Finding[] {
    const { file, around } = snapshot;
    if (file.text.length > MAX_SIZE) return this.#lintHuge(snapshot);
    if (file.kind === 'trace') return settle(traceFindings(file, around.config), around.config);
    const broken = new Set(file.source.documents.filter(doesNotParse));
    const findings: Finding[] = [];
    for (const document of file.source.documents) {
      if (broken.has(document)) findings.push(...syntaxOf(document));
      else findings.push(...lintFrame(snapshot, document));
    }
    for (const unit of snapshot.contents.units) {
      if (!broken.has(unit.document)) findings.push(...this.lintUnit(snapshot, unit));
    }
    if (file.kind === 'tools') findings.push(...settle(manifestFindings(file), around.config));
    findings.push(...this.lintSet(snapshot));
    return findings;
  }

  /** The findings of one case or golden trajectory. */
  lintUnit(snapshot: Snapshot, unit: Unit): readonly Finding[] {
    return this.#lintUnit(snapshot, unit).findings;
  }

  #lintUnit(snapshot: Snapshot, unit: Unit): Linted {
    const { uri, includedBy } = snapshot.around;
    const dataset = unit.dataset ?? includedBy?.node;
    const revision = this.workspace.store.foreignRevision(uri);
    const known = this.#cases.get(unit.subject.node);
    if (
      known &&
      known.dataset === dataset &&
      (known.revision === revision || known.scope.holds())
    ) {
      known.revision = revision;
      return known;
    }
    const scope = snapshot.scopeOf(unit);
    const context = caseContext(scope, unit.subject);
    const linted: Linted = {
      scope,
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

const segmentsOf = (document: SourceDocument) => [document.frame, ...document.items];

const parses = new WeakMap<SourceDocument, boolean>();

/** Whether any part of a document has a syntax error; looked up once for all of its cases. */
function doesNotParse(document: SourceDocument): boolean {
  let fine = parses.get(document);
  if (fine === undefined) {
    fine = segmentsOf(document).every(({ tree }) =>
      tree.problems.every(({ code }) => code !== 'yaml-syntax'),
    );
    parses.set(document, fine);
  }
  return !fine;
}

const syntaxOf = (document: SourceDocument): Finding[] =>
  segmentsOf(document).flatMap(({ tree }) => syntaxFindings(tree));

/** What is written around the cases of a file: a dataset's own keys, or a configuration's. */
function lintFrame({ file, around }: Snapshot, { frame }: SourceDocument): readonly Finding[] {
  if (file.kind !== 'dataset' && file.kind !== 'config') return [];
  return settle(
    [...syntaxFindings(frame.tree), ...structureFindings(file.kind, frame.tree)],
    around.config,
  );
}
