import type { Language } from './node.ts';
import { scanJson, scanJsonLine } from './scan-json.ts';
import { scanYaml } from './scan-yaml.ts';

/**
 * What a piece of a file is. A file is cut into pieces without gaps: a document's head (`start` where
 * it also is the file's), then, where its list was cut, the items and the tail after them.
 */
export type State = 'start' | 'document' | 'tail' | `item:${number}`;

/** Where the piece that was scanned ends, and what begins there. */
export interface Step {
  readonly end: number;
  readonly next: State;
  /** Where a merge conflict's marker stands in the piece. */
  readonly conflict?: number;
}

/**
 * Finds the end of the piece that begins at `start` in `state`. The answer depends on nothing but
 * these and the text from `start` on, and looks no further than the first line of content (JSON:
 * the first token) behind the end: that is what lets an edit be scanned again from just before it.
 */
export type Scanner = (text: string, start: number, state: State, splitKey?: string) => Step;

export const scannerOf: Record<Language, Scanner> = {
  yaml: scanYaml,
  json: scanJson,
  jsonl: scanJsonLine,
};
