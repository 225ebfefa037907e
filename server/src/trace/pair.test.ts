import { expect, it } from 'vitest';
import { Pairing } from './pair.ts';

interface Call {
  readonly id?: string;
  readonly name: string;
  readonly batch: number;
}

const pairing = (...calls: readonly Call[]) => {
  const made = new Pairing<Call>();
  for (const call of calls) made.add(call);
  return made;
};

it('pairs by id, whatever the order of the results', () => {
  const a = { id: 'a', name: 'f', batch: 0 };
  const b = { id: 'b', name: 'f', batch: 0 };
  const calls = pairing(a, b);
  expect(calls.take({ id: 'b' })).toBe(b);
  expect(calls.take({ id: 'a' })).toBe(a);
  expect(calls.take({ id: 'a' })).toBeUndefined();
});

it('takes the nearest of several calls by one id', () => {
  const early = { id: 'a', name: 'f', batch: 0 };
  const late = { id: 'a', name: 'g', batch: 1 };
  const calls = pairing(early, late);
  expect(calls.take({ id: 'a' })).toBe(late);
  expect(calls.take({ id: 'a' })).toBe(early);
});

it('takes results without ids in the order of the nearest batch, by name where it is given', () => {
  const old = { name: 'f', batch: 0 };
  const first = { name: 'f', batch: 1 };
  const second = { name: 'g', batch: 1 };
  const third = { name: 'f', batch: 1 };
  const calls = pairing(old, first, second, third);
  expect(calls.take({ name: 'g' })).toBe(second);
  expect(calls.take({})).toBe(first);
  expect(calls.take({ name: 'f' })).toBe(third);
  expect(calls.take({ name: 'f' })).toBe(old);
});

it('gives a result by an unknown id only to a call without one', () => {
  const named = { id: 'a', name: 'f', batch: 0 };
  const nameless = { name: 'f', batch: 0 };
  expect(pairing(named).take({ id: 'z' })).toBeUndefined();
  expect(pairing(named, nameless).take({ id: 'z' })).toBe(nameless);
});
