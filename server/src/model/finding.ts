import type { SegmentTree, Span } from '../syntax/node.ts';
import type { Json } from './value.ts';

export const SEVERITIES = ['error', 'warning', 'info', 'hint'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A span of a segment of a file; `uri` is absent where it is the file that the finding is in. */
export interface Place extends Span {
  readonly tree: SegmentTree;
  readonly uri?: string;
}

/** One thing that a rule or a score has to say, on the token it is about. */
export interface Finding {
  /** The rule id, as in the rules page. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly place: Place;
  readonly related?: readonly { readonly message: string; readonly place: Place }[];
  /** What a quick fix needs to know, e.g. the nearest names. */
  readonly data?: Json;
  /** Shown faded out: the text can go. */
  readonly unnecessary?: boolean;
  /** Shown struck through. */
  readonly deprecated?: boolean;
}
