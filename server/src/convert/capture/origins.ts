/** Where the values of a run's arguments came from. */
import { shortestPaths } from '../../model/json-path-of.ts';
import type { EmittedCall, Run } from '../../model/run.ts';
import type { Json } from '../../model/value.ts';
import { openOutput, scalarsOf } from '../../scoring/matching/outputs.ts';
import { holdsNumber } from '../../scoring/values/numbers.ts';
import { fold, occursIn } from '../../scoring/values/text.ts';

/** An earlier call that gave a value, and where in its output; no path in plain text. */
export interface Origin {
  /** Index among the captured calls. */
  readonly producer: number;
  readonly path?: string;
}

interface Produced {
  readonly paths: ReadonlyMap<string | number, string>;
  /** Folded. */
  readonly texts: readonly string[];
}

/** What an output is searched by; worked out when first asked. */
function produce({ output }: EmittedCall): Produced {
  if (output === undefined || output === null) return { paths: new Map(), texts: [] };
  const { values, texts } = openOutput(output);
  const paths = new Map<string | number, string>();
  for (const value of values) {
    for (const [scalar, path] of shortestPaths(value)) {
      const known = paths.get(scalar);
      if (known === undefined || path.length < known.length) paths.set(scalar, path);
    }
  }
  return { paths, texts: texts.map(fold) };
}

/**
 * Words of one letter and single digits equal something everywhere: nothing is concluded from them.
 */
export const isTelling = (value: Json): value is string | number =>
  (typeof value === 'string' && value.trim().length > 1) ||
  (typeof value === 'number' && Math.abs(value) > 9);

/** Whether a value stands in one of some folded texts. */
function mentions(texts: readonly string[], value: Json): boolean {
  const sought = fold(String(value).trim());
  return texts.some((text) => occursIn(text, sought)) || holdsNumber(texts, value);
}

/** The values of one run with what is known of their origin. */
export class Origins {
  private readonly produced: (Produced | undefined)[];
  private readonly said: readonly string[];

  /** @param calls those of the run that are captured */
  constructor(
    run: Run,
    readonly calls: readonly EmittedCall[],
  ) {
    this.produced = calls.map(() => undefined);
    this.said = run.messages
      .filter(({ role }) => role === 'user')
      .map((each) => fold(each.content));
  }

  /** Whether the user said it, at word boundaries, whatever the case. */
  isSaid(value: Json): boolean {
    return mentions(this.said, value);
  }

  /** Every earlier call that gave the value; none where the user said it, or where it tells nothing. */
  of(value: Json, consumer: number): readonly Origin[] {
    if (!isTelling(value) || this.isSaid(value)) return [];
    const found: Origin[] = [];
    for (let producer = 0; producer < consumer; producer++) {
      if (!this.isEarlier(producer, consumer)) continue;
      const { paths, texts } = this.producedBy(producer);
      const path = paths.get(value);
      if (path !== undefined && path !== '$') found.push({ producer, path });
      else if (path !== undefined || mentions(texts, value)) {
        found.push({ producer });
      }
    }
    return found;
  }

  /** How many of a call's values each earlier call gave. */
  supportOf(consumer: number): ReadonlyMap<number, number> {
    const support = new Map<number, number>();
    for (const value of scalarsOf(this.calls[consumer]!.arguments ?? {})) {
      for (const { producer } of this.of(value, consumer)) {
        support.set(producer, (support.get(producer) ?? 0) + 1);
      }
    }
    return support;
  }

  /** Calls of one batch are simultaneous. */
  private isEarlier(producer: number, consumer: number): boolean {
    const { batch } = this.calls[producer]!;
    return batch === undefined || batch !== this.calls[consumer]!.batch;
  }

  private producedBy(index: number): Produced {
    const known = this.produced[index] ?? produce(this.calls[index]!);
    this.produced[index] = known;
    return known;
  }
}

/**
 * The origin that says most: one with a path before one without, the shortest path, then the call that
 * gave most of the consumer's values, then the latest.
 *
 * @param support how many of the consumer's values each call gave
 */
export function bestOrigin(
  origins: readonly Origin[],
  support: ReadonlyMap<number, number>,
): Origin | undefined {
  const rank = ({ producer, path }: Origin): readonly number[] => [
    -(path?.length ?? Number.POSITIVE_INFINITY),
    support.get(producer) ?? 0,
    producer,
  ];
  return [...origins].sort((a, b) => compareRanks(rank(b), rank(a)))[0];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1;
}

/** A path with any index in place of each index, so that it selects all the members of lists. */
export const withoutIndexes = (path: string): string =>
  path.replaceAll(/\[\d+\]|'(?:[^'\\]|\\.)*'/g, (part) => (part.startsWith('[') ? '[*]' : part));
