import { readFileSync } from 'node:fs';
import { diffTools, type Manifest, type ToolDrift, toolDefinition } from '../manifest/index.ts';
import { DIFF_FORMATS, type DiffFormat, type DiffReport } from '../report/tools-diff.ts';
import { FileState } from '../workspace/files/file-state.ts';
import { fromPath, type Uri } from '../workspace/files/uri.ts';
import { manifestOf } from '../workspace/links/toolsets.ts';
import { locate } from '../workspace/locate.ts';
import type { Session } from '../workspace/session.ts';
import { type TouchedCase, touchedCases } from '../workspace/touched.ts';
import { EXIT, Failure } from './failure.ts';
import { fileAfter, fileAt, fileName, openRoots } from './roots.ts';
import type { Terminal } from './terminal.ts';

export interface DiffOptions {
  readonly format: DiffFormat;
  readonly config?: string;
}

/**
 * Says what has changed from one manifest to another, and which cases at the paths it concerns.
 *
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export async function toolsDiff(
  terminal: Terminal,
  before: string,
  after: string,
  paths: readonly string[],
  { format, config }: DiffOptions,
): Promise<number> {
  const { drifts, manifests } = compareManifests(terminal.cwd, before, after);
  const name = fileName(terminal.cwd);
  const cases: DiffReport['cases'][number][] = [];
  for (const { session, uris } of await openRoots(terminal, paths, config)) {
    for (const touched of await touchedCases(session, uris, drifts, manifests)) {
      cases.push(reported(session, touched, name));
    }
  }
  terminal.out(DIFF_FORMATS[format]({ before, after, drifts, cases }, terminal.color));
  return EXIT.fine;
}

/**
 * What has changed from one manifest to another: also what `touchedCases` needs to know.
 *
 * @throws Failure where one of them cannot be read
 */
export function compareManifests(
  cwd: string,
  before: string,
  after: string,
): { readonly drifts: readonly ToolDrift[]; readonly manifests: readonly Uri[] } {
  const [old, now] = [before, after].map((path) => readManifestFile(cwd, path));
  return {
    drifts: diffTools(old!.tools.map(toolDefinition), now!.tools.map(toolDefinition)),
    manifests: [old!.uri, now!.uri],
  };
}

/**
 * A manifest that a command was given.
 *
 * @throws Failure where it cannot be read or holds no tool
 */
export function readManifestFile(cwd: string, path: string, flag?: string): Manifest {
  const full = flag === undefined ? fileAt(cwd, path, 'manifest') : fileAfter(cwd, path, flag);
  const manifest = manifestOf(FileState.of(fromPath(full), 'tools', readFileSync(full, 'utf8')));
  if (manifest.tools.length === 0) {
    throw new Failure(`no tool is defined in ${path}`);
  }
  return manifest;
}

function reported(
  { workspace }: Session,
  { uri, id, unit, tools }: TouchedCase,
  name: (uri: Uri) => string,
): DiffReport['cases'][number] {
  const file = workspace.store.peek(uri)!;
  const lines = tools.flatMap((tool) =>
    tool.lines.map(({ node, change, breaks }) => ({
      tool: tool.drift.name,
      change,
      breaks,
      range: locate(workspace, file, { tree: unit.tree, ...node }).range,
    })),
  );
  lines.sort((a, b) => a.range.start.line - b.range.start.line);
  return { id: id ?? '', file: name(uri), lines };
}
