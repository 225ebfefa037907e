import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../server/src/model/value.ts';
import { scoreRun } from '../../server/src/scoring/score-run.ts';
import {
  type ExpectationSpec,
  expectation,
  run,
  toolset,
} from '../../server/src/scoring/testing.ts';
import { generatePair, MODES, PAIRS, type Pair } from './agentevals.ts';

/** What agentevals 0.0.7 said of each pair, `1` for a match (see record-agentevals.mjs). */
const recorded = JSON.parse(
  readFileSync(new URL('agentevals.json', import.meta.url), 'utf8'),
) as Record<(typeof MODES)[number], string>;

/** The words of a case that ask for the same as each mode. */
const MATCH: Record<(typeof MODES)[number], ExpectationSpec['match'] & { optional?: boolean }> = {
  strict: { calls: 'exact', extra_calls: 'none' },
  unordered: { calls: 'any_order', extra_calls: 'none' },
  superset: { calls: 'any_order', extra_calls: 'any' },
  subset: { calls: 'any_order', extra_calls: 'none', optional: true },
};

const tools = toolset(['tool_a', 'tool_b', 'tool_c']);

function passes({ golden, emitted }: Pair, mode: (typeof MODES)[number]): boolean {
  const { optional = false, ...match } = MATCH[mode];
  const expected = expectation({
    calls: golden.map(({ name, args }) => ({ name, args: args as JsonObject, optional })),
    match: { ...match, compare: 'exact' },
  });
  const calls = emitted.map(({ name, args }) => ({ name, arguments: args as Json }));
  return scoreRun(expected, tools, run(calls)).verdict === 'pass';
}

describe('agentevals', () => {
  it.each(MODES)('is agreed with in mode %s on every generated pair', (mode) => {
    const pairs = Array.from({ length: PAIRS }, (_, seed) => generatePair(seed));
    expect(recorded[mode]).toHaveLength(PAIRS);
    const matches = [...recorded[mode]].filter((bit) => bit === '1').length;
    // Both answers must occur often, or agreement says little.
    expect(Math.min(matches, PAIRS - matches)).toBeGreaterThan(100);
    const ours = pairs.map((pair) => (passes(pair, mode) ? '1' : '0')).join('');
    expect(ours).toBe(recorded[mode]);
  });
});
