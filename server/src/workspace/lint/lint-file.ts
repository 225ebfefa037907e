import { say } from '../../l10n/say.ts';
import type { Finding } from '../../model/finding.ts';
import type { DatasetNode } from '../../model/located.ts';
import {
  emptyInclude,
  findSensitiveData,
  lintConfig,
  lintDatasetFrame,
  lintManifest,
  type RuleLogger,
  settle,
  structureFindings,
  syntaxFindings,
} from '../../rules/index.ts';
import type { SourceDocument } from '../../syntax/index.ts';
import { brokenFrames } from '../files/broken-frames.ts';
import type { Unit } from '../files/contents.ts';
import type { FileState } from '../files/file-state.ts';
import { configOf } from '../files/folder.ts';
import type { FileKind } from '../files/kinds.ts';
import { emptyIncludes } from '../links/includes.ts';
import { manifestOf } from '../links/toolsets.ts';
import type { Snapshot, Workspace } from '../workspace.ts';
import { traceFindings } from './trace-findings.ts';

type LintWhole = (snapshot: Snapshot, workspace: Workspace, log?: RuleLogger) => readonly Finding[];

/** Files without cases, looked at as a whole and once for each of their states. */
export const WHOLE_FILES: Partial<Record<FileKind, LintWhole>> = {
  tools: oncePerState(({ file, around }, _, log) => [
    ...syntaxErrors(file),
    ...lintManifest(manifestOf(file), around.config, log),
  ]),
  trace: oncePerState(({ file, around: { config } }) => [
    ...settle(traceFindings(file, config), config),
    ...file.source.documents.flatMap(({ frame }) => findSensitiveData(frame.tree, config)),
  ]),
  // With a configuration named by hand, the folder's own is still judged as itself.
  config: ({ file, around: { uri } }, workspace) => {
    const config = configOf(file);
    const lookups = workspace.lookups(uri);
    return lintConfig({ config, toolset: workspace.knownTools.all(config), ...lookups });
  },
};

function oncePerState(lint: LintWhole): LintWhole {
  const cache = new WeakMap<FileState, { config: unknown; findings: readonly Finding[] }>();
  return (snapshot, workspace, log) => {
    const { file, around } = snapshot;
    const known = cache.get(file);
    if (known?.config === around.config) return known.findings;
    const findings = lint(snapshot, workspace, log);
    cache.set(file, { config: around.config, findings });
    return findings;
  };
}

/** The findings of what a dataset writes around its cases. */
export function lintFrame(
  { file, around }: Snapshot,
  dataset: DatasetNode,
  workspace: Workspace,
): readonly Finding[] {
  const { manifest } = workspace.lookups(around.uri);
  const empty = emptyIncludes(file, workspace.listed).map(emptyInclude);
  return [...lintDatasetFrame(dataset, around.config, manifest), ...settle(empty, around.config)];
}

/** The key that each kind begins with. */
const FIRST_KEYS = { case: 'case_id', golden: 'golden_id', dataset: 'dataset' } as const;

/** A file that holds nothing would pass every check; one that was not saved yet may still be begun. */
function emptyFinding(kind: keyof typeof FIRST_KEYS, { uri, source }: FileState): Finding[] {
  const [first] = source.documents;
  const isEmpty = source.documents.every(
    ({ frame: { tree } }) => tree.root === null && tree.problems.length === 0,
  );
  if (!first || !isEmpty || uri.startsWith('untitled:')) return [];
  const message = say`this file holds no ${kind}: one begins with \`${FIRST_KEYS[kind]}\``;
  const place = { tree: first.frame.tree, start: 0, end: 0 };
  return [{ code: 'missing-key', severity: 'error', message, place }];
}

/** A document that holds neither case nor golden nor dataset: it says what it should be. */
export function lintStray({ file, contents, around }: Snapshot): readonly Finding[] {
  const { kind } = file;
  if (kind !== 'case' && kind !== 'golden' && kind !== 'dataset') return [];
  const empty = emptyFinding(kind, file);
  if (empty.length > 0) return settle(empty, around.config);
  const held = new Set(contents.datasets.map(({ tree }) => tree));
  for (const { frame } of contents.units) held.add(frame);
  const broken = brokenFrames(file.source);
  return file.source.documents
    .filter(({ frame: { tree } }) => !held.has(tree) && !broken.has(tree))
    .flatMap(({ frame: { tree } }) =>
      settle([...syntaxFindings(tree), ...structureFindings(kind, tree)], around.config),
    );
}

const segmentsOf = (document: SourceDocument) => [document.frame, ...document.items];

/** The cases and goldens of a file that stand in documents without a syntax error. */
export function soundUnits({ file, contents }: Snapshot): readonly Unit[] {
  const frames = brokenFrames(file.source);
  if (frames.size === 0) return contents.units;
  return contents.units.filter(({ frame }) => !frames.has(frame));
}

/** What the parser says of every part of a document. */
export const syntaxOf = (document: SourceDocument): Finding[] =>
  segmentsOf(document).flatMap(({ tree }) => syntaxFindings(tree));

const syntaxErrors = (file: FileState): Finding[] => file.source.documents.flatMap(syntaxOf);
