import type { Config } from '../../model/config.ts';
import { globMatcher } from '../../model/glob.ts';
import { readConfig } from '../../model/read-config.ts';
import type { FileState } from './file-state.ts';
import type { FileSystem } from './file-system.ts';
import { CONFIG_NAME, DEFAULT_GLOB, type FileGlobs, isDataFile } from './kinds.ts';
import { isInside, parentOf, relativePath, resolvePath, type Uri } from './uri.ts';

/** The configuration of a folder that has none. */
const NO_CONFIG = readConfig(undefined);

const configs = new WeakMap<FileState, Config>();

/** What a configuration file says; the same object as long as the file is the same. */
export function configOf(state: FileState | undefined): Config {
  if (!state?.document) return NO_CONFIG;
  const known = configs.get(state);
  if (known) return known;
  const made = readConfig(state.source.documents[0]?.frame.tree, state.uri);
  configs.set(state, made);
  return made;
}

export const configUri = (folder: Uri): Uri => resolvePath(folder, CONFIG_NAME) as Uri;

/** The workspace folder that a file belongs to: the deepest that holds it, else the file's own folder. */
export function folderOf(folders: readonly Uri[], uri: Uri): Uri {
  if (uri.startsWith('untitled:')) return folders[0] ?? parentOf(uri);
  const holding = folders.filter((folder) => isInside(folder, uri));
  return holding.sort((a, b) => b.length - a.length)[0] ?? parentOf(uri);
}

const schemeOf = (uri: Uri): string => uri.slice(0, uri.indexOf(':'));

/**
 * Whether a document is a file, or one that is going to be. Others are views of files, such as the left side
 * of a diff: what they name is not beside them.
 */
export function isFile(folders: Iterable<Uri>, uri: Uri): boolean {
  const scheme = schemeOf(uri);
  if (scheme === 'file' || scheme === 'untitled') return true;
  for (const folder of folders) if (schemeOf(folder) === scheme) return true;
  return false;
}

/**
 * The files of a folder: those that are ours by the names of the format or by what is mapped, and files of
 * data under names of their own, which a case may name.
 */
export async function* filesIn(
  folder: Uri,
  fileSystem: FileSystem,
  mapped: readonly FileGlobs[],
): AsyncGenerator<{ readonly uri: Uri; readonly isOurs: boolean }> {
  const globs = mapped.flatMap((each) => Object.values(each).flat());
  const isOurs = globMatcher([DEFAULT_GLOB, ...globs]);
  const wanted = (path: string) => isOurs(path) || isDataFile(path);
  for (const uri of await fileSystem.list(folder, wanted)) {
    yield { uri, isOurs: isOurs(relativePath(folder, uri)) };
  }
}
