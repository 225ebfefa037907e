/** Generated pairs of golden and emitted calls, the same on every machine. */

export interface Call {
  readonly name: string;
  readonly args: Readonly<Record<string, string | number | readonly number[]>>;
}

export interface Pair {
  readonly golden: readonly Call[];
  readonly emitted: readonly Call[];
}

/** The trajectory match modes of agentevals. */
export const MODES = ['strict', 'unordered', 'subset', 'superset'] as const;

/** A small generator of numbers below a bound (Mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof randomFrom>;

const someCall = (random: Random): Call => ({
  name: `tool_${'abc'[random(3)]}`,
  args: {
    text: ['x', 'X', 'y z'][random(3)]!,
    ...(random(2) === 0 && { count: random(2) }),
    ...(random(4) === 0 && { list: [random(2), random(2)] }),
  },
});

const EDITS: readonly ((calls: Call[], random: Random) => Call[])[] = [
  (calls) => calls,
  (calls) => [...calls].reverse(),
  (calls) => calls.slice(0, -1),
  (calls, random) => [...calls, someCall(random)],
  (calls) => [...calls, ...calls.slice(0, 1)],
  (calls, random) => [someCall(random), ...calls.slice(1)],
  (calls) =>
    calls.map((call, i) => (i === 0 ? { ...call, args: { ...call.args, more: 1 } } : call)),
];

/** A golden trajectory of one to five calls, and what an agent made of it: mostly near it. */
export function generatePair(seed: number): Pair {
  const random = randomFrom(seed);
  const golden = Array.from({ length: 1 + random(5) }, () => someCall(random));
  const once = EDITS[random(EDITS.length)]!([...golden], random);
  const emitted = random(3) === 0 ? EDITS[random(EDITS.length)]!(once, random) : once;
  return { golden, emitted };
}

export const PAIRS = 1000;
