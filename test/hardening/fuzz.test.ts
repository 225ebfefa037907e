/** A short run of the fuzzer, always the same; `npm run fuzz` is the long one. */
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { documentOf, filesBelow } from './fuzzing/documents.ts';
import { exercise } from './fuzzing/exercise.ts';
import { FOUND } from './fuzzing/found.ts';
import { randomFrom } from './fuzzing/random.ts';

const CORPUS = filesBelow(join(import.meta.dirname, '../../examples'), 20_000);
const DOCUMENTS_A_SEED = 50;

describe('any document is read, checked, scored and asked about without an exception', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'from the seed %d',
    async (seed) => {
      for (let number = 0; number < DOCUMENTS_A_SEED; number++) {
        const { random, ...world } = documentOf(seed, number, CORPUS);
        try {
          await exercise(world, random);
        } catch (cause) {
          throw new Error(`document ${number} as ${world.path}: ${JSON.stringify(world.text)}`, {
            cause,
          });
        }
      }
    },
    60_000,
  );
});

describe('what broke us once', () => {
  it.each(Object.entries(FOUND))('is read, checked and scored: %s', async (_, world) => {
    for (let seed = 1; seed <= 5; seed++) await exercise(world, randomFrom(seed));
  });
});
