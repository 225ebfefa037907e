import type { Trace } from '../../model/run.ts';
import { readTrace } from '../../trace/index.ts';
import type { FileState } from '../files/file-state.ts';

const cache = new WeakMap<FileState, { pattern: string | undefined; trace: Trace }>();

/**
 * The recorded runs of a trace file; read once for each of its states.
 *
 * @param pattern text outputs that are errors, as the configuration says
 */
export function traceOf(state: FileState, pattern: string | undefined): Trace {
  const known = cache.get(state);
  if (known && known.pattern === pattern) return known.trace;
  const trace = readTrace(state.text, pattern === undefined ? {} : { errorPattern: pattern });
  cache.set(state, { pattern, trace });
  return trace;
}
