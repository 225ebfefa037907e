import type { Run } from '../model/run.ts';
import type { Json } from '../model/value.ts';
import { RunBuilder } from './builder.ts';

/** What a reader knows besides the value it reads. */
export interface Context {
  /** Tells texts that are errors, as the configuration says. */
  readonly isError?: (output: string) => boolean;
  /** Says what was not understood, in words for a person. */
  report(message: string): void;
}

export interface TraceDialect {
  readonly id: string;
  /**
   * Reads a value of this dialect.
   *
   * @returns null where the value has another shape; no runs where it has this one and holds none
   */
  read(value: Json, context: Context): readonly Run[] | null;
}

export const newRun = (context: Context): RunBuilder => new RunBuilder(context.isError);
