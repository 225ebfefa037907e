import type { Config } from '../../model/config.ts';
import type { FileState } from '../files/file-state.ts';
import { parentOf, resolvePath, type Uri } from '../files/uri.ts';

/** The predicate module that a configuration names. */
export const predicateModule = ({ uri, predicates }: Config): Uri | undefined =>
  uri && predicates ? resolvePath(parentOf(uri), predicates.value) : undefined;

/** What a module may export, as its text shows: functions and constants, ES modules and CommonJS. */
const EXPORTS = [
  /^\s*export\s+(?:async\s+)?(?:function\*?|const|let|var|class)\s+([A-Za-z_$][\w$]*)/gm,
  /^\s*(?:module\.)?exports\.([A-Za-z_$][\w$]*)\s*=/gm,
];
const LISTS = [/^\s*export\s*\{([^}]*)\}/gm, /^\s*module\.exports\s*=\s*\{([^}]*)\}/gm];
/** Exports that cannot be read off the text. */
const OPAQUE = /^\s*(?:export\s*\*|module\.exports\s*=\s*(?!\{))/m;

const names = new WeakMap<FileState, ReadonlySet<string> | undefined>();

/** The names that a module exports, as far as it is known; the same object as long as the file is the same. */
export function exportedBy(module: FileState | undefined): ReadonlySet<string> | undefined {
  const text = module?.document?.getText();
  if (module === undefined || text === undefined) return undefined;
  if (!names.has(module)) names.set(module, exportedNames(text));
  return names.get(module);
}

/**
 * The names that a predicate module exports, read from its text and never by running it.
 *
 * @returns undefined where the text does not tell them all
 */
function exportedNames(text: string): ReadonlySet<string> | undefined {
  if (OPAQUE.test(text)) return undefined;
  const names = new Set<string>();
  for (const pattern of EXPORTS) {
    for (const match of text.matchAll(pattern)) names.add(match[1] as string);
  }
  for (const pattern of LISTS) {
    for (const match of text.matchAll(pattern)) {
      for (const part of (match[1] as string).split(',')) {
        const name = /([A-Za-z_$][\w$]*)\s*(?::.*)?$/s.exec(part.trim());
        if (part.includes('...')) return undefined;
        if (name) names.add(name[1] as string);
      }
    }
  }
  return names;
}
