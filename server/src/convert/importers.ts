import { importAdk } from './adk.ts';
import { importBfcl } from './bfcl.ts';
import type { Importer } from './imported.ts';
import { importPromptfoo } from './promptfoo-import.ts';
import { importTauBench } from './tau-bench.ts';
import { importTau2 } from './tau2.ts';

/** The formats that can be imported, by their name on the command line. */
export const IMPORTERS = {
  bfcl: importBfcl,
  'tau-bench': importTauBench,
  tau2: importTau2,
  adk: importAdk,
  promptfoo: importPromptfoo,
} as const satisfies Readonly<Record<string, Importer>>;

export type ImportFormat = keyof typeof IMPORTERS;
