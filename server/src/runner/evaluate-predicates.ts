import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { say } from '../l10n/say.ts';
import type { Json } from '../model/value.ts';

/** A value for a function that the module exports under `name`. */
export interface PredicateCall {
  readonly name: string;
  readonly value: Json;
}

export type PredicateResults =
  | { readonly ok: true; readonly answers: readonly boolean[] }
  | { readonly ok: false; readonly reason: string };

/** How long a module may take over all its answers, in milliseconds. */
export const PREDICATE_TIME_LIMIT_MS = 5_000;

/**
 * The worker's program. It imports the module and answers call by call; big integers reach the predicate
 * as they are.
 */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
(async () => {
  const module = await import(workerData.url);
  const exported = { ...module.default, ...module };
  const answers = [];
  for (const { name, value } of workerData.calls) {
    const predicate = Object.hasOwn(exported, name) ? exported[name] : undefined;
    if (typeof predicate !== 'function') throw new Error('it exports no predicate ' + name);
    answers.push(Boolean(await predicate(value)));
  }
  parentPort.postMessage({ ok: true, answers });
})().catch((error) => parentPort.postMessage({ ok: false, reason: String(error?.message ?? error) }));
`;

/**
 * Runs the predicates of a module, in a thread of its own with little memory, no environment and a time
 * limit. Only for a trusted workspace: the module's code runs.
 *
 * @param path of the module
 * @param calls what to ask, answered in the same order
 * @param limitMs how long it may take
 */
export function evaluatePredicates(
  path: string,
  calls: readonly PredicateCall[],
  limitMs = PREDICATE_TIME_LIMIT_MS,
): Promise<PredicateResults> {
  return new Promise((resolve) => {
    const worker = new Worker(PROGRAM, {
      eval: true,
      workerData: { url: pathToFileURL(path).href, calls },
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: 128 },
    });
    const finish = (results: PredicateResults) => {
      clearTimeout(timer);
      void worker.terminate();
      resolve(results);
    };
    const timer = setTimeout(
      () => finish({ ok: false, reason: say`it took longer than ${limitMs / 1000} s` }),
      limitMs,
    );
    worker.on('message', finish);
    worker.on('error', (error: Error) => finish({ ok: false, reason: error.message }));
    worker.on('exit', () => finish({ ok: false, reason: say`it ended without an answer` }));
  });
}
