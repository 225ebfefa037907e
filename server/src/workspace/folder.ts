import type { Config } from '../model/config.ts';
import { readConfig } from '../model/read-config.ts';
import type { FileState } from './file-state.ts';
import { CONFIG_NAME, DEFAULT_GLOB, type FileGlobs } from './kinds.ts';
import { isInside, parentOf, resolvePath, type Uri } from './uri.ts';

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

/** The globs of the files to look for in a folder: the names of the format, and those that are mapped. */
export const globsToList = (...mapped: readonly FileGlobs[]): string[] => [
  DEFAULT_GLOB,
  ...mapped.flatMap((globs) => Object.values(globs).flat()),
];
