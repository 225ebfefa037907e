import { URI, Utils } from 'vscode-uri';

/** Files are named by URI strings throughout, normalised once by `toUri`. */
export type Uri = string;

/** One spelling for one file: editors encode URIs differently (`%3A`, drive letters). */
export const toUri = (uri: string): Uri => URI.parse(uri).toString();

/** The URI of a path of the file system. */
export const fromPath = (path: string): Uri => URI.file(path).toString();

export const parentOf = (uri: Uri): Uri => Utils.dirname(URI.parse(uri)).toString();

export const nameOf = (uri: Uri): string => Utils.basename(URI.parse(uri));

/** Web addresses and other schemes; half a character, which no file is named with. */
const NO_PATH = /^[a-z][a-z0-9+.-]+:|\p{Surrogate}/iu;

/** Where a path written in a file leads; undefined where it is none. */
export function resolvePath(base: Uri, path: string): Uri | undefined {
  if (NO_PATH.test(path)) return undefined;
  return Utils.resolvePath(URI.parse(base), path.replaceAll('\\', '/')).toString();
}

/** Whether a file is the folder or lies below it. */
export function isInside(folder: Uri, uri: Uri): boolean {
  const prefix = folder.endsWith('/') ? folder : `${folder}/`;
  return uri === folder || uri.startsWith(prefix);
}

/** The path from a folder down (or up) to a file, with forward slashes. */
export function relativePath(folder: Uri, uri: Uri): string {
  const from = URI.parse(folder).path.split('/').filter(Boolean);
  const to = URI.parse(uri).path.split('/').filter(Boolean);
  let shared = 0;
  while (shared < from.length && shared < to.length && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
