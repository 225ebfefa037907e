/**
 * `npm run fuzz [documents] [seed]`: mutated and grown documents through everything that reads them. A
 * document that makes anything throw, or that takes more than a second of processor time, is printed, and
 * the run fails. The same seed makes the same documents.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { documentFrom, exercise, filesBelow, randomFrom } from '../test/hardening/fuzzing.ts';

const [documents = 100_000, seed = 1] = process.argv.slice(2).map(Number);
/** Milliseconds of processor time. */
const MOST = 1_000;
const STEP = 1_000;

const corpora = resolve(process.env.CALLSHEET_CORPORA ?? '../shared/corpora');
const CORPUS = {
  ...filesBelow(join(process.cwd(), 'examples'), 20_000),
  ...(existsSync(corpora) && asTraces(filesBelow(corpora, 20_000))),
};

/** Real manifests and recordings go by names of ours. */
function asTraces(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const kind = path.startsWith('manifests') ? 'tools' : 'trace';
      return [path.replace(/\.(\w+)$/, `.${kind}.$1`), text];
    }),
  );
}

const random = randomFrom(seed);
let failures = 0;
let slowest = 0;
let memory = 0;
for (let i = 0; i < documents; i++) {
  const { path, text, others } = documentFrom(random, CORPUS);
  const before = process.cpuUsage();
  try {
    await exercise(path, text, others, random);
  } catch (error) {
    failures++;
    console.log(`document ${i} as ${path}: ${JSON.stringify(text).slice(0, 4_000)}`, error);
  }
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  slowest = Math.max(slowest, took);
  if (took > MOST) {
    failures++;
    console.log(
      `document ${i} as ${path} took ${Math.round(took)} ms: ${JSON.stringify(text).slice(0, 4_000)}`,
    );
  }
  if ((i + 1) % STEP === 0) {
    globalThis.gc?.();
    memory = process.memoryUsage().heapUsed / 1024 / 1024;
    console.log(
      `${i + 1} documents, slowest ${Math.round(slowest)} ms, heap ${Math.round(memory)} MB`,
    );
  }
}
console.log(`${documents} documents from the seed ${seed}: ${failures} failures`);
process.exitCode = failures > 0 ? 1 : 0;
