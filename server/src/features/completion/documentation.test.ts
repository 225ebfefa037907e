import { expect, it } from 'vitest';
import { Documentation } from './documentation.ts';
import { HEAD } from './fixtures.ts';
import { completeAt } from './testing.ts';

it('comes when it is asked for, of the last list alone', async () => {
  const kept = new Documentation();
  const { items } = await completeAt(`${HEAD}    - name: ¦`);
  const [first, second] = kept.defer(items);
  expect(first).not.toHaveProperty('documentation');
  expect(kept.resolve(first!).documentation).toEqual(items[0]!.documentation);
  expect(kept.resolve(second!).documentation).toEqual(items[1]!.documentation);
  kept.defer([]);
  expect(kept.resolve(first!)).toBe(first);
  expect(kept.resolve({ label: 'x' })).toEqual({ label: 'x' });
});
