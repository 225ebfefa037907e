import * as z from 'zod';
import { parseJson } from '../model/json-text.ts';
import { jsonText } from '../report/json.ts';
import type { RunHost } from './run-host.ts';

const NAME = 'latest.json';

const history = z.object({
  version: z.literal(1),
  runs: z.array(z.object({ file: z.string(), case_id: z.string(), trace: z.string() })),
});
type Entry = z.infer<typeof history>['runs'][number];

/** Which runs of each case are the newest, in a file beside them. What it holds and cannot be read is forgotten. */
export class RunHistory {
  #writing: Promise<void> = Promise.resolve();

  /** @param folder that runs are kept in, a path */
  constructor(
    private readonly folder: string,
    private readonly host: RunHost,
  ) {}

  /** The newest runs: the case's file as a URI, its id, and the path of the trace. */
  async entries(): Promise<readonly Entry[]> {
    const { files, resolve } = this.host;
    const text = await files.read(resolve(this.folder, NAME)).catch(() => undefined);
    const parsed = text === undefined ? undefined : parseJson(text);
    const read = parsed?.ok ? history.safeParse(parsed.value) : undefined;
    return (read?.data?.runs ?? []).map((entry) => ({
      ...entry,
      trace: resolve(this.folder, entry.trace),
    }));
  }

  /**
   * Takes runs for the newest of their case. Several at once follow one another.
   *
   * @param trace the path of their file; undefined to forget those that are known
   */
  record(file: string, caseId: string, trace: string | undefined): Promise<void> {
    const { files, resolve } = this.host;
    this.#writing = this.#writing.then(async () => {
      const entries = await this.entries();
      const others = entries.filter((each) => each.file !== file || each.case_id !== caseId);
      if (trace === undefined && others.length === entries.length) return;
      const runs = trace === undefined ? others : [...others, { file, case_id: caseId, trace }];
      await files.write(resolve(this.folder, NAME), `${jsonText({ version: 1, runs })}\n`);
    });
    return this.#writing;
  }
}
