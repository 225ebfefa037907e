/** A short run of the fuzzer, always the same; `npm run fuzz` is the long one. */
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { documentFrom, exercise, filesBelow, randomFrom } from './fuzzing.ts';

const CORPUS = filesBelow(join(import.meta.dirname, '../../examples'), 20_000);
const DOCUMENTS_A_SEED = 50;

describe('any document is read, checked, scored and asked about without an exception', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'from the seed %d',
    async (seed) => {
      const random = randomFrom(seed);
      for (let i = 0; i < DOCUMENTS_A_SEED; i++) {
        const { path, text, others } = documentFrom(random, CORPUS);
        try {
          await exercise(path, text, others, random);
        } catch (error) {
          throw new Error(`document ${i} as ${path}: ${JSON.stringify(text)}`, { cause: error });
        }
      }
    },
    60_000,
  );
});
