import { describe, expect, it } from 'vitest';
import { runDetail } from './run-detail.ts';
import { scoreCase } from './set/case-score.ts';
import {
  call,
  type EmittedSpec,
  type ExpectationSpec,
  expectation,
  made,
  type RunSpec,
  run,
  toolset,
} from './testing.ts';

const TOOLS = toolset([
  { name: 'find', consequence: 'read' },
  { name: 'book', consequence: 'write' },
]);

const BOOKING = {
  calls: [
    call('find', { to: 'JFK' }, { id: 'f' }),
    call('book', { flight: { from_call: 'f', path: '$.flights[*].id' }, seats: 1 }, { after: 'f' }),
  ],
} satisfies ExpectationSpec;

const FOUND: Partial<EmittedSpec> = {
  output: { flights: [{ id: 'UA-9' }, { id: 'UA-12' }] },
  status: 'ok',
};

function detailOf(spec: ExpectationSpec, calls: EmittedSpec[], more: RunSpec = {}) {
  const of = scoreCase({
    expectation: expectation(spec),
    toolset: TOOLS,
    runs: [run(calls, more)],
    file: 'a.case.yaml',
  });
  return runDetail(of, of.trials[0]!);
}

describe('the detail of a run', () => {
  it('sets each golden call beside the call matched to it, argument by argument', () => {
    const { pairs } = detailOf(BOOKING, [
      made('find', { to: 'JFK' }, FOUND),
      made('book', { flight: 'UA-12', seats: 2, window: true }),
    ]);
    expect(pairs.map(({ kind, exact, gates }) => ({ kind, exact, gates }))).toEqual([
      { kind: 'matched', exact: true, gates: false },
      { kind: 'matched', exact: false, gates: true },
    ]);
    expect(pairs[1]!.args.map(({ name, given, outcome }) => [name, given, outcome])).toEqual([
      ['flight', 'UA-12', 'right'],
      ['seats', 2, 'wrong'],
      ['window', true, 'hallucinated'],
    ]);
  });

  it('tells what was missed, and puts an extra call after the call that it follows', () => {
    const { pairs } = detailOf({ ...BOOKING, match: { extra_calls: 'reads' } }, [
      made('find', { to: 'JFK' }, FOUND),
      made('find', { to: 'SFO' }),
      made('cook', {}),
    ]);
    expect(pairs.map(({ kind, emitted }) => [kind, emitted?.index])).toEqual([
      ['matched', 0],
      ['extra', 1],
      ['hallucinated', 2],
      ['missed', undefined],
    ]);
    expect(pairs.map(({ gates }) => gates)).toEqual([false, false, true, true]);
  });

  it('follows a value to the place in the result that it came from', () => {
    const { links } = detailOf(BOOKING, [
      made('find', { to: 'JFK' }, FOUND),
      made('book', { flight: 'UA-12', seats: 1 }),
    ]);
    expect(links).toEqual([
      {
        golden: 0,
        from: 0,
        path: '$.flights[1].id',
        value: 'UA-12',
        to: 1,
        arg: 'flight',
        holds: true,
      },
    ]);
  });

  it('tells a value that came from nowhere, and one whose source was never called', () => {
    const invented = detailOf(BOOKING, [
      made('find', { to: 'JFK' }, FOUND),
      made('book', { flight: 'LH-1', seats: 1 }),
    ]);
    expect(invented.links).toMatchObject([{ from: 0, value: 'LH-1', holds: false }]);
    expect(invented.pairs[1]!.args[0]!.outcome).toBe('broken');
    const guessed = detailOf(BOOKING, [made('book', { flight: 'UA-12', seats: 1 })]);
    expect(guessed.links).toMatchObject([{ golden: 0, value: 'UA-12', holds: false }]);
    expect(guessed.links[0]!.from).toBeUndefined();
  });

  it('tells order, effects, state, facts and claims', () => {
    const detail = detailOf(
      {
        calls: [call('find', {}, { id: 'f' }), call('book', {}, { after: 'f' })],
        final_state: { booked: 1 },
        must_mention: [{ any: ['UA-12', 'United 12'] }],
        must_not_mention: ['refund'],
      },
      [made('book', {}, { status: 'ok' }), made('book', {}, { status: 'ok' }), made('find', {})],
      { final_state: { booked: 2 }, final_message: 'United 12 it is, with a refund.' },
    );
    expect(detail.order).toEqual([{ golden: 1, after: 0 }]);
    expect(detail.ordered).toBe(true);
    expect(detail.effects).toEqual([{ tool: 'book', fired: 2, wanted: 1 }]);
    expect(detail.state).toEqual([{ pointer: '/booked', expected: 1, actual: 2 }]);
    expect(detail.facts).toEqual([{ anyOf: ['UA-12', 'United 12'], said: true }]);
    expect(detail.claims).toEqual([{ text: 'refund', said: true }]);
  });

  it('has nothing to tell where nothing was asked for', () => {
    expect(detailOf({ tool_behavior: 'no_call' }, [])).toEqual({
      pairs: [],
      links: [],
      order: [],
      ordered: false,
      effects: [],
      state: null,
      facts: [],
      claims: [],
    });
  });
});
