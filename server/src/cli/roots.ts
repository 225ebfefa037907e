import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { URI } from 'vscode-uri';
import { CONFIG_NAME, type FileKind } from '../workspace/files/kinds.ts';
import { NodeFileSystem, WAITING_DISK } from '../workspace/files/node-file-system.ts';
import { fromPath, isInside, type Uri } from '../workspace/files/uri.ts';
import { manifestOf } from '../workspace/links/toolsets.ts';
import { traceOf } from '../workspace/links/traces.ts';
import { Session } from '../workspace/session.ts';
import { Failure } from './failure.ts';
import type { Terminal } from './terminal.ts';

/** Files of one workspace that a command was pointed at. */
export interface Root {
  readonly session: Session;
  readonly uris: readonly Uri[];
  /** The configuration that was named, instead of the workspace's own. */
  readonly config?: Uri;
}

/** The workspace of a path: the nearest folder above with a configuration, else the repository, else `cwd`. */
function workspaceOf(path: string, cwd: string): string {
  const start = statSync(path).isDirectory() ? path : dirname(path);
  let repository: string | undefined;
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, CONFIG_NAME))) return folder;
    if (!repository && existsSync(join(folder, '.git'))) repository = folder;
    if (folder === dirname(folder)) break;
  }
  if (repository) return repository;
  return (start + sep).startsWith(cwd + sep) ? cwd : start;
}

/** How a file is named in reports: relative to the current folder, with forward slashes. */
export const fileName =
  (cwd: string) =>
  (uri: Uri): string =>
    relative(cwd, URI.parse(uri).fsPath).split(sep).join('/');

/**
 * The files at the paths, each with the workspace it belongs to. A folder stands for the files of ours
 * below it; a file that is named is read whatever its name, by what it holds.
 *
 * @throws Failure where a path does not exist or a named file holds nothing of ours
 */
export async function openRoots(
  terminal: Terminal,
  paths: readonly string[],
  config: string | undefined,
): Promise<Root[]> {
  const { cwd, err } = terminal;
  const configPath = config === undefined ? undefined : fileAfter(cwd, config, '--config');
  const named = configPath !== undefined && { config: fromPath(configPath) };
  const roots = new Map<string, { session: Session; uris: Set<Uri> }>();
  for (const path of paths.length > 0 ? paths : ['.']) {
    const full = resolve(cwd, path);
    if (!existsSync(full)) throw new Failure(`there is no file or folder ${path}`);
    const folder = workspaceOf(full, cwd);
    let root = roots.get(folder);
    if (!root) {
      const folders = [fromPath(folder)];
      const session: Session = new Session(
        {
          fileSystem: new NodeFileSystem(() => session.workspace.readable, WAITING_DISK),
          folders,
          ...named,
        },
        (message) => err(`${message}\n`),
      );
      root = { session, uris: new Set() };
      roots.set(folder, root);
    }
    for (const uri of await filesAt(root.session, full, path)) root.uris.add(uri);
  }
  return [...roots.values()].map(({ session, uris }) => ({
    session,
    uris: [...uris].sort(),
    ...named,
  }));
}

async function filesAt(session: Session, full: string, shown: string): Promise<readonly Uri[]> {
  const { workspace } = session;
  const uri = fromPath(full);
  const listed = await workspace.files();
  if (statSync(full).isDirectory()) return listed.filter((each) => isInside(uri, each));
  if (!workspace.kindOf(uri)) {
    const kind = await kindByContent(session, uri);
    if (!kind) {
      throw new Failure(
        `${shown} is no file of Callsheet by its name or content: name it *.case.yaml, or map it under \`files\` in ${CONFIG_NAME}`,
      );
    }
    workspace.nameKind(uri, kind);
  }
  return [uri];
}

/** What a file of any name holds: tools, recorded runs, or nothing of ours. */
async function kindByContent(session: Session, uri: Uri): Promise<FileKind | undefined> {
  const state = await session.workspace.store.load(uri);
  if (!state.document) return undefined;
  if (manifestOf(state).tools.length > 0) return 'tools';
  return traceOf(state, undefined).runs.length > 0 ? 'trace' : undefined;
}

/**
 * A path that a flag was given.
 *
 * @throws Failure where nothing is there
 */
export function existing(cwd: string, path: string, flag: string): string {
  const full = resolve(cwd, path);
  if (!existsSync(full)) throw new Failure(`there is no ${path}: check the path after ${flag}`);
  return full;
}

/**
 * A file that a flag was given.
 *
 * @throws Failure where nothing is there, or a folder
 */
export const fileAfter = (cwd: string, path: string, flag: string): string =>
  noFolder(existing(cwd, path, flag), path);

/**
 * A file that an argument names.
 *
 * @param what is looked for, in a word
 * @throws Failure where nothing is there, or a folder
 */
export function fileAt(cwd: string, path: string, what = 'file'): string {
  const full = resolve(cwd, path);
  if (!existsSync(full)) throw new Failure(`there is no ${what} ${path}`);
  return noFolder(full, path);
}

function noFolder(full: string, path: string): string {
  if (statSync(full).isDirectory()) throw new Failure(`${path} is a folder, and a file is needed`);
  return full;
}
