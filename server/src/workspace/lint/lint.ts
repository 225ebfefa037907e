import { say } from '../../l10n/say.ts';
import type { Config } from '../../model/config.ts';
import type { Finding } from '../../model/finding.ts';
import type { DatasetNode } from '../../model/located.ts';
import {
  type CaseContext,
  caseContext,
  findMissingTools,
  lintCase,
  lintDataset,
  type RuleLogger,
  settle,
} from '../../rules/index.ts';
import { MAX_SIZE, type MapNode } from '../../syntax/index.ts';
import { brokenFrames } from '../files/broken-frames.ts';
import type { Unit } from '../files/contents.ts';
import { Derived, DerivedLists } from '../files/derived.ts';
import type { FileState } from '../files/file-state.ts';
import { type CaseIndex, caseIds } from '../links/case-index.ts';
import { includedFiles } from '../links/includes.ts';
import type { TrackedScope } from '../links/scopes.ts';
import type { Snapshot, Workspace } from '../workspace.ts';
import { duplicateCaseIds } from './duplicates.ts';
import { lintFrame, lintStray, soundUnits, syntaxOf, WHOLE_FILES } from './lint-file.ts';

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

/** The cases of a file as they were last linted, and what that depended on besides their text. */
interface LintedFile {
  readonly revision: number;
  readonly config: Config;
  /** The dataset that includes the file. */
  readonly dataset: DatasetNode | undefined;
  readonly cases: Derived<Unit, Linted>;
}

const NONE: readonly Finding[] = [];
/** Most cases have none: all of them the same, so that a walk over thousands touches little memory. */
const findingsOf = ({ findings }: Linted) => (findings.length === 0 ? NONE : findings);

/** Lints files. A case is linted again only when its text, or something that it asked about, has changed. */
export class Linter {
  readonly #cases = new WeakMap<MapNode, Linted>();
  readonly #files = new WeakMap<FileState['owner'], LintedFile>();
  readonly #findings = new DerivedLists<Linted, readonly Finding[]>();
  readonly #missing = new DerivedLists<Linted, Finding | undefined>();
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
    if (file.isAside) return settle(file.source.documents.flatMap(syntaxOf), around.config);
    if (file.text.length > MAX_SIZE) return this.#lintHuge(snapshot);
    const whole = file.kind && WHOLE_FILES[file.kind];
    if (whole) return whole(snapshot, this.workspace, this.log);
    const findings: Finding[] = [];
    const broken = brokenFrames(file.source);
    for (const document of broken.size > 0 ? file.source.documents : []) {
      if (broken.has(document.frame.tree)) {
        for (const each of settle(syntaxOf(document), around.config)) findings.push(each);
      }
    }
    for (const dataset of contents.datasets) {
      for (const each of lintFrame(snapshot, dataset, this.workspace)) findings.push(each);
    }
    for (const found of this.#findings.of(file.owner, this.#lintUnits(snapshot), findingsOf)) {
      for (const finding of found) findings.push(finding);
    }
    for (const each of lintStray(snapshot)) findings.push(each);
    for (const each of this.lintSet(snapshot)) findings.push(each);
    return findings;
  }

  /** What the datasets of a file do not cover. Looks at every case: for pauses, not for keystrokes. */
  lintSuite(snapshot: Snapshot): readonly Finding[] {
    const { file, around, contents } = snapshot;
    if (file.kind !== 'dataset' || file.text.length > MAX_SIZE) return [];
    return contents.datasets.flatMap((dataset) => {
      const own = soundUnits(snapshot)
        .filter((unit) => (unit.dataset ?? around.includedBy?.node) === dataset)
        .map((unit) => this.#contextOf(snapshot, unit));
      const included = includedFiles(file, this.workspace.listed).flatMap((uri) => {
        const other = this.workspace.peek(uri);
        return other ? soundUnits(other).map((unit) => this.#contextOf(other, unit)) : [];
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

  /** Forgets what was found in a file: it is linted again when somebody asks. */
  forget({ file, contents }: Snapshot): void {
    for (const { subject } of contents.units) this.#cases.delete(subject.node);
    this.#files.delete(file.owner);
    this.#findings.forget(file.owner);
    this.#missing.forget(file.owner);
    this.#sets.delete(file);
  }

  /** The findings of one case or golden trajectory. */
  lintUnit(snapshot: Snapshot, unit: Unit): readonly Finding[] {
    return this.#lintUnit(snapshot, unit).findings;
  }

  /** Every case and golden whose document parses. After an edit only the touched ones are looked at. */
  #lintUnits(snapshot: Snapshot): readonly Linted[] {
    const { file, around } = snapshot;
    const units = soundUnits(snapshot);
    // What was known stays known while the text does not parse.
    if (units.length === 0) return [];
    const revision = this.workspace.store.foreignRevision(around.uri);
    let known = this.#files.get(file.owner);
    if (
      known?.revision !== revision ||
      known.config !== around.config ||
      known.dataset !== around.includedBy?.node
    ) {
      known = {
        revision,
        config: around.config,
        dataset: around.includedBy?.node,
        cases: new Derived(),
      };
      this.#files.set(file.owner, known);
    }
    return known.cases.of(units, (unit) => this.#lintUnit(snapshot, unit));
  }

  /** What a case is linted with; it need not be linted for that. */
  #contextOf(snapshot: Snapshot, unit: Unit): CaseContext {
    return this.#cases.has(unit.subject.node)
      ? this.#lintUnit(snapshot, unit).context
      : caseContext(snapshot.scopeOf(unit), unit.subject);
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
    return this.#missing
      .of(snapshot.file.owner, this.#lintUnits(snapshot), ({ toolsMissing }) => toolsMissing)
      .find((finding) => finding);
  }

  /** A file beyond the size that is worth its time: syntax and ids only, and a word about the rest. */
  #lintHuge(snapshot: Snapshot): readonly Finding[] {
    const { file, around } = snapshot;
    const { documents } = file.source;
    const tree = documents[0]?.frame.tree;
    // A file that was not even parsed says so itself.
    const gaveUp: Finding[] = tree?.text
      ? [
          {
            code: 'gave-up',
            severity: 'info',
            message: say`this file is over ${MAX_SIZE / 1024 / 1024} MB: only its syntax and duplicate ids are checked`,
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
