import { importBfcl } from './bfcl.ts';
import type { Importer } from './imported.ts';

/** The formats that can be imported, by their name on the command line. */
export const IMPORTERS = {
  bfcl: importBfcl,
} as const satisfies Readonly<Record<string, Importer>>;

export type ImportFormat = keyof typeof IMPORTERS;
