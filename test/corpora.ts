import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';

const repository = dirname(dirname(fileURLToPath(import.meta.url)));

/** The corpora's folder; a relative CALLSHEET_CORPORA is meant from the repository's root. */
const folder = resolve(repository, process.env.CALLSHEET_CORPORA ?? '../shared/corpora');

/**
 * Finds real data to test against, which is kept outside the repository.
 *
 * @param sub a path inside the corpora, such as `manifests`
 * @returns the absolute path; undefined where it is absent
 */
export function corpora(sub: string): string | undefined {
  const path = join(folder, sub);
  return existsSync(path) ? path : undefined;
}

/**
 * A `describe` over real data. Where the data is absent, the suite is skipped under its name,
 * and in CI it fails, so that a run without data is never taken for a run with it.
 *
 * @param name the suite's name
 * @param sub a path inside the corpora, such as `manifests`
 * @param suite declares the tests; it is given the absolute path
 */
export function describeCorpora(name: string, sub: string, suite: (path: string) => void): void {
  const path = corpora(sub);
  if (path !== undefined) {
    describe(name, () => suite(path));
    return;
  }
  describe.skipIf(!process.env.CI)(name, () => {
    it(`has the corpora's ${sub}`, () => {
      throw new Error(`${join(folder, sub)} is missing: set CALLSHEET_CORPORA to its folder`);
    });
  });
}
