/**
 * `npm run fuzz [documents] [seed] [first]`: mutated and grown documents through everything that reads
 * them, `first` being the number of the first one. A document that makes anything throw, or that takes more
 * than a second of processor time, is printed, and the run fails; so it does when the heap grows. The same
 * seed and number make the same document, so that a long run can be cut into short ones.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documentOf, filesBelow } from '../test/hardening/fuzzing/documents.ts';
import { exercise } from '../test/hardening/fuzzing/exercise.ts';

const [documents = 100_000, seed = 1, first = 0] = process.argv.slice(2).map(Number);
/** Milliseconds of processor time. */
const MOST = 1_000;
const STEP = 1_000;
/** By how much the heap may be larger after the last step than after the first, in MB. */
const MOST_GROWTH = 60;

const corpora = resolve(process.env.CALLSHEET_CORPORA ?? '../shared/corpora');
const CORPUS = {
  ...filesBelow(join(process.cwd(), 'examples'), 20_000),
  ...(existsSync(corpora) && asOurs(filesBelow(corpora, 20_000))),
};

/** Real manifests and recordings go by names of ours. */
function asOurs(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const kind = path.startsWith('manifests') ? 'tools' : 'trace';
      return [path.replace(/\.(\w+)$/, `.${kind}.$1`), text];
    }),
  );
}

let failures = 0;
let slowest = 0;
const heaps: number[] = [];

function fail(number: number, path: string, text: string, what: unknown): void {
  failures++;
  console.log(`document ${number} as ${path}: ${JSON.stringify(text).slice(0, 4_000)}`, what);
}

for (let done = 0; done < documents; done++) {
  const number = first + done;
  const { random, ...world } = documentOf(seed, number, CORPUS);
  const before = process.cpuUsage();
  try {
    await exercise(world, random);
  } catch (error) {
    fail(number, world.path, world.text, error);
  }
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  slowest = Math.max(slowest, took);
  if (took > MOST) fail(number, world.path, world.text, `took ${Math.round(took)} ms`);
  if ((done + 1) % STEP === 0) {
    globalThis.gc?.();
    heaps.push(Math.round(process.memoryUsage().heapUsed / 1024 / 1024));
    console.log(
      `${number + 1} documents, slowest ${Math.round(slowest)} ms, heap ${heaps.at(-1)} MB`,
    );
  }
}
const growth = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0);
if (growth > MOST_GROWTH) {
  failures++;
  console.log(`the heap grew by ${growth} MB`);
}
console.log(
  `documents ${first} to ${first + documents - 1} from the seed ${seed}: ${failures} failures`,
);
process.exitCode = failures > 0 ? 1 : 0;
