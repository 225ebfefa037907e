/** Where the values of arguments came from, as far as the golden asks: for drawing. */
import { shortestPaths } from '../model/json-path-of.ts';
import type { Json } from '../model/value.ts';
import type { Analysis } from './analysis/analysis.ts';
import { matchedContext } from './matching/align.ts';
import type { CompiledArgument, CompiledCall } from './matching/compile.ts';
import { gradeArgument } from './matching/grade.ts';
import { BROKEN } from './matching/match.ts';
import { openOutput, type Scalar, scalarsOf } from './matching/outputs.ts';
import type { CallView } from './matching/run-view.ts';

/** A value's way from the result of a call to an argument of a later one. */
export interface ProvenanceLink {
  /** The golden call that is asked to yield it, by index. */
  readonly golden: number;
  /** The emitted call matched to that; undefined where there is none. */
  readonly from?: number;
  /** Where in its output the value stands; undefined where it is not found, or in plain text. */
  readonly path?: string;
  readonly value: Json;
  /** The emitted call and its argument. */
  readonly to: number;
  readonly arg: string;
  /** Whether the value comes from there. */
  readonly holds: boolean;
}

/** Values of one argument that are drawn; a list of hundreds is one source all the same. */
const MOST_VALUES = 5;

/** Every `from_call` of the matched calls, with where its values were found. */
export function provenanceLinks(a: Analysis): ProvenanceLink[] {
  return a.path.calls.flatMap((golden) => {
    const matched = a.alignment.match[golden.index]!;
    const emitted = matched < 0 ? undefined : a.run.calls[matched];
    if (!golden.traced || !emitted?.args) return [];
    return golden.args
      .filter(({ traced, name }) => traced && Object.hasOwn(emitted.args!, name))
      .flatMap((arg) => linksTo(a, golden, arg, emitted));
  });
}

function linksTo(
  a: Analysis,
  golden: CompiledCall,
  arg: CompiledArgument,
  emitted: CallView,
): ProvenanceLink[] {
  const value = emitted.args![arg.name]!;
  const context = matchedContext(a.run, a.env, a.alignment.match, emitted.index);
  const broken = (gradeArgument(golden, arg, emitted, context) & BROKEN) !== 0;
  const scalars = scalarsOf(value).slice(0, MOST_VALUES);
  const at = { to: emitted.index, arg: arg.name };
  const found = scalars.flatMap((scalar) => {
    const source = sourceOf(a, arg.producers, scalar, emitted);
    return source ? [{ ...at, ...source, value: scalar, holds: true }] : [];
  });
  const [producer] = arg.producers;
  if (producer === undefined || (found.length > 0 && !broken)) return found;
  const matched = a.alignment.match[producer]!;
  const from = matched < 0 ? {} : { from: matched };
  return [...found, { ...at, golden: producer, ...from, value, holds: !broken }];
}

/** The earlier call of the producers in whose output a value stands, and where. */
function sourceOf(
  a: Analysis,
  producers: readonly number[],
  value: Scalar,
  by: CallView,
): Pick<ProvenanceLink, 'golden' | 'from' | 'path'> | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  for (const golden of producers) {
    const from = a.alignment.match[golden]!;
    const output = from < 0 ? undefined : a.run.calls[from]!.call.output;
    if (output === undefined || !a.run.later(by.index, from)) continue;
    for (const part of openOutput(output).values) {
      const path = shortestPaths(part).get(value);
      if (path !== undefined) return { golden, from, path };
    }
  }
  return undefined;
}
