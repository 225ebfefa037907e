import { globMatcher } from '../../model/glob.ts';
import type { Language } from '../../syntax/index.ts';
import { nameOf, relativePath, type Uri } from './uri.ts';

export const FILE_KINDS = ['case', 'golden', 'dataset', 'tools', 'trace', 'config'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

export const CONFIG_NAME = 'callsheet.config.yaml';

/** Globs by kind, as `callsheet.files` and the configuration's `files` give them. */
export type FileGlobs = Readonly<Record<string, readonly string[]>>;

/** The globs that the editor's settings give for each workspace folder. */
export type FolderGlobs = ReadonlyMap<Uri, FileGlobs>;

/** File names by kind, in the order in which they are tried. */
const NAMES: readonly (readonly [FileKind, RegExp])[] = [
  ['config', /^callsheet\.config\.ya?ml$/],
  ['case', /\.case\.(ya?ml|json)$/],
  ['case', /\.cases\.jsonl$/],
  ['golden', /\.golden\.(ya?ml|json)$/],
  ['dataset', /\.dataset\.(ya?ml|json)$/],
  ['tools', /\.tools\.(ya?ml|json)$/],
  ['trace', /\.trace\.jsonl?$/],
];

/** The globs by which a file system looks for the files that `NAMES` recognises. */
export const DEFAULT_GLOB =
  '**/{callsheet.config.{yaml,yml},*.{case,golden,dataset,tools}.{yaml,yml,json},*.cases.jsonl,*.trace.{json,jsonl}}';

/** Settings of programs, which nobody takes for a manifest or a trace. */
const SETTINGS =
  /(?:^|\/)(?:\.|(?:package|tsconfig|jsconfig|biome)\b[^/]*\.jsonc?$|[^/]*\block\.(?:ya?ml|json)$)/;

/** Whether a path, relative to a folder, may lead to a manifest or a trace under a name of its own. */
export const isDataFile = (path: string): boolean =>
  /\.(?:ya?ml|jsonl?)$/.test(path) && !SETTINGS.test(path);

const matchers = new WeakMap<FileGlobs, [FileKind, (path: string) => boolean][]>();

function matchersOf(globs: FileGlobs): [FileKind, (path: string) => boolean][] {
  const known = matchers.get(globs);
  if (known) return known;
  const made = FILE_KINDS.flatMap((kind): [FileKind, (path: string) => boolean][] => {
    const patterns = Object.hasOwn(globs, kind) ? globs[kind] : undefined;
    return patterns?.length ? [[kind, globMatcher(patterns)]] : [];
  });
  matchers.set(globs, made);
  return made;
}

/**
 * What a file holds, by its name or by a mapped glob (relative to the folder); undefined where it is
 * none of ours. Untitled documents without an ending are cases.
 */
export function kindOf(uri: Uri, folder: Uri, globs: FileGlobs): FileKind | undefined {
  const name = nameOf(uri);
  const byName = NAMES.find(([, pattern]) => pattern.test(name));
  if (byName) return byName[0];
  if (uri.startsWith('untitled:') && !/\.\w+$/.test(name)) return 'case';
  const path = relativePath(folder, uri);
  return matchersOf(globs).find(([, matches]) => matches(path))?.[0];
}

/** How a file is written, by its ending; YAML where the ending says nothing. */
export function languageOf(uri: Uri): Language {
  if (/\.jsonl$/i.test(uri)) return 'jsonl';
  return /\.json$/i.test(uri) ? 'json' : 'yaml';
}
