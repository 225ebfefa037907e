import { parentPort, Worker, workerData } from 'node:worker_threads';
import { NodeFileSystem, WAITING_DISK } from '../workspace/files/node-file-system.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { Session } from '../workspace/session.ts';
import { type FileReport, reportOn, type World, worldOf } from './check-file.ts';
import { fileName } from './roots.ts';
import { breathe } from './terminal.ts';

/** The threads that a machine lends. */
export interface Threads {
  /** How many of them work at once, this one included. */
  readonly count: number;
  /** The script that a thread runs; it calls `checkInThread`. */
  readonly script: string;
}

/** Case files of one workspace, to be linted each as if it were the only one. */
export interface ThreadJob {
  readonly cwd: string;
  readonly folders: readonly Uri[];
  readonly config?: Uri;
  /** The files of the workspace, which only one thread needs to look for. */
  readonly listed: readonly Uri[];
  readonly uris: readonly Uri[];
}

export interface Share {
  readonly reports: readonly (readonly [Uri, FileReport])[];
  readonly world: World;
}

/** Files for which a further thread pays: on the first thousand each works at half its speed. */
const FILES_A_THREAD = 2000;
/** Files that a thread takes at once. */
const BATCH = 32;

/** How many threads are worth their while. */
export const threadsFor = ({ count }: Threads, files: number): number =>
  Math.min(count, Math.floor(files / FILES_A_THREAD), 8);

interface Start {
  readonly job: ThreadJob;
  /** How many files have been taken. */
  readonly taken: SharedArrayBuffer;
}

/**
 * Lints files in several threads. What a thread could not do is missing in the answer: whoever asked does it
 * himself, and says what is wrong.
 */
export async function lintInThreads(threads: Threads, job: ThreadJob): Promise<readonly Share[]> {
  const start: Start = { job, taken: new SharedArrayBuffer(4) };
  const others = Array.from({ length: threadsFor(threads, job.uris.length) - 1 }, () =>
    shareOfThread(threads.script, start),
  );
  const shares = await Promise.all([takeShare(start), ...others]);
  return shares.filter((share) => share !== undefined);
}

function shareOfThread(script: string, start: Start): Promise<Share | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(script, { workerData: { check: start } });
    worker.once('message', (share: Share) => {
      resolve(share);
      void worker.terminate();
    });
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
}

/** What a thread's script does; false where this is no thread of a check. */
export function checkInThread(): boolean {
  const start: Start | undefined = workerData?.check;
  if (!start) return false;
  void takeShare(start).then((share) => parentPort?.postMessage(share));
  return true;
}

/** Lints files that nobody has taken yet; undefined where one cannot be read. */
async function takeShare({ job, taken }: Start): Promise<Share | undefined> {
  const { folders, config, listed, uris } = job;
  const disk = new NodeFileSystem(() => session.workspace.readable, WAITING_DISK);
  const fileSystem = {
    read: (uri: Uri) => disk.read(uri),
    problem: (uri: Uri) => disk.problem(uri),
    list: async () => listed,
  };
  const session: Session = new Session(
    { fileSystem, folders, ...(config && { config }) },
    (message) => process.stderr.write(`${message}\n`),
  );
  const name = fileName(job.cwd);
  const counter = new Int32Array(taken);
  const reports: [Uri, FileReport][] = [];
  try {
    for (;;) {
      const from = Atomics.add(counter, 0, BATCH);
      if (from >= uris.length) break;
      for (const uri of uris.slice(from, from + BATCH)) {
        await breathe();
        reports.push([uri, await reportOn(session, uri, name)]);
      }
    }
  } catch {
    return undefined;
  }
  return { reports, world: worldOf(session) };
}
