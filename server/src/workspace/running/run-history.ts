import * as z from 'zod';
import { parseJson } from '../../model/json-text.ts';
import { jsonText } from '../../report/json.ts';
import { fromPath, isInside } from '../files/uri.ts';
import type { RunHost } from './run-host.ts';

const NAME = 'runs.json';

/** Runs of one case that are kept; the oldest go first, with their files. */
export const KEPT_RUNS = 10;

const history = z.object({
  version: z.literal(1),
  /** Oldest first. `trace` is null where the runs that the case itself names count again. */
  runs: z.array(z.object({ file: z.string(), case_id: z.string(), trace: z.string().nullable() })),
});
type Entry = z.infer<typeof history>['runs'][number];

/** The newest runs of a case: the case's file as a URI, its id, and the path of the trace. */
export interface NewestRuns {
  readonly file: string;
  readonly caseId: string;
  readonly trace: string;
}

/** Which runs of each case there are, in a file beside them. What it holds and cannot be read is forgotten. */
export class RunHistory {
  #writing: Promise<void> = Promise.resolve();

  /** @param folder that runs are kept in, a path */
  constructor(
    private readonly folder: string,
    private readonly host: Pick<RunHost, 'files' | 'resolve'>,
  ) {}

  /** The folder in which every run has one of its own. */
  get runs(): string {
    return this.host.resolve(this.folder, 'runs');
  }

  /** The cases whose newest runs are there. */
  async newest(): Promise<readonly NewestRuns[]> {
    const last = new Map((await this.#entries()).map((entry) => [keyOf(entry), entry]));
    const there = await Promise.all(
      [...last.values()].map(async ({ file, case_id: caseId, trace }) =>
        trace !== null && (await this.host.files.has(trace)) ? { file, caseId, trace } : undefined,
      ),
    );
    return there.filter((each) => each !== undefined);
  }

  /**
   * Takes runs for the newest of their case, and clears the oldest away. Several at once follow one another.
   *
   * @param trace the path of their file; null where those that the case names count from now on
   */
  record(file: string, caseId: string, trace: string | null): Promise<void> {
    const added = { file, case_id: caseId, trace };
    const work = async () => {
      const entries = await this.#entries();
      const own = entries.filter((each) => keyOf(each) === keyOf(added));
      if (trace === null && (own.at(-1)?.trace ?? null) === null) return;
      const old = new Set([...own, added].slice(0, -KEPT_RUNS));
      await this.#write([...entries, added].filter((each) => !old.has(each)));
      for (const each of old) if (each.trace !== null) await this.host.files.remove(each.trace);
    };
    this.#writing = this.#writing.catch(() => undefined).then(work);
    return this.#writing;
  }

  /** A list that comes with a workspace may name any file: only those that runs are written to are meant. */
  async #entries(): Promise<readonly Entry[]> {
    const { files, resolve } = this.host;
    const text = await files.read(resolve(this.folder, NAME)).catch(() => undefined);
    const parsed = text === undefined ? undefined : parseJson(text);
    const read = parsed?.ok ? history.safeParse(parsed.value) : undefined;
    const runs = fromPath(this.runs);
    return (read?.data?.runs ?? []).flatMap((entry): Entry[] => {
      if (entry.trace === null) return [entry];
      const trace = resolve(this.folder, entry.trace);
      return isInside(runs, fromPath(trace)) ? [{ ...entry, trace }] : [];
    });
  }

  #write(runs: readonly Entry[]): Promise<void> {
    const { files, resolve } = this.host;
    return files.write(
      resolve(this.folder, NAME),
      `${jsonText({ version: 1, runs: [...runs] })}\n`,
    );
  }
}

const keyOf = ({ file, case_id }: Entry): string => `${file}#${case_id}`;
