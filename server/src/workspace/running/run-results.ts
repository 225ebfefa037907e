import { parseJson } from '../../model/json-text.ts';
import type { Run } from '../../model/run.ts';
import { isObject } from '../../model/value.ts';
import { jsonText } from '../../report/json.ts';
import { nativeTrace, WRITTEN_BY } from '../../runner/native.ts';
import { readTrace } from '../../trace/index.ts';
import type { ResultFiles, RunHost } from './run-host.ts';

/** A name that every file system takes, as near to the id as it can be. */
const fileSafe = (id: string): string =>
  id
    .replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 100) || '_';

/** Short, and the same on every machine (FNV-1a). */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return (value >>> 0).toString(16).padStart(8, '0');
}

/**
 * File names for cases, each its own on every file system. An id that makes a name of its own keeps it;
 * others get a mark of the file that the case stands in.
 */
export function resultNames(cases: readonly { caseId: string; file: string }[]): string[] {
  const wanted = cases.map(({ caseId }) => fileSafe(caseId));
  const count = new Map<string, number>();
  for (const name of wanted) {
    count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1);
  }
  return wanted.map((name, index) => {
    const { caseId, file } = cases[index]!;
    const isOwn = name === caseId && count.get(name.toLowerCase()) === 1;
    return `${isOwn ? name : `${name}-${hash(`${file}#${caseId}`)}`}.trace.json`;
  });
}

/**
 * Whether a file may be written anew: it is not there, or an earlier run left it. What a person has put
 * there may be all that is left of a run in production.
 */
export async function isOurs(path: string, files: ResultFiles): Promise<boolean> {
  const text = await files.read(path);
  if (text === undefined) return true;
  const parsed = parseJson(text);
  return parsed.ok && isObject(parsed.value) && parsed.value.written_by === WRITTEN_BY;
}

/** The recorded trials of one case, in a trace file that is written anew with each of them. */
export class CaseResults {
  readonly #runs = new Map<string, Run>();
  #writing: Promise<void> = Promise.resolve();

  private constructor(
    readonly path: string,
    private readonly caseId: string,
    private readonly files: ResultFiles,
  ) {}

  /** @param keep whether trials that an earlier run has left in the file stay */
  static async open(
    path: string,
    caseId: string,
    host: RunHost,
    keep: boolean,
  ): Promise<CaseResults> {
    const results = new CaseResults(path, caseId, host.files);
    const text = keep ? await host.files.read(path) : undefined;
    for (const run of text === undefined ? [] : readTrace(text).runs) {
      if (run.failure === undefined) results.#runs.set(run.runId, run);
    }
    return results;
  }

  /** Whether a trial has come to an answer. */
  has(trial: number): boolean {
    return this.#runs.has(String(trial));
  }

  get runs(): readonly Run[] {
    return [...this.#runs.values()].sort((a, b) => Number(a.runId) - Number(b.runId));
  }

  /** Keeps a run; the file is there, whole, once the promise is fulfilled. */
  add(run: Run): Promise<void> {
    this.#runs.set(run.runId, run);
    this.#writing = this.#writing.then(() =>
      this.files.write(this.path, `${jsonText(nativeTrace(this.caseId, this.runs))}\n`),
    );
    return this.#writing;
  }
}
