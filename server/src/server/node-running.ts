import { URI } from 'vscode-uri';
import { readServer } from '../mcp/server.ts';
import type { JsonObject } from '../model/value.ts';
import type { RunDescription } from '../protocol.ts';
import { runCases } from '../workspace/run-cases.ts';
import { CannotRun, type RunHost } from '../workspace/run-host.ts';
import { type PlannedCase, planCase } from '../workspace/run-plan.ts';
import { fromPath, parentOf, type Uri } from '../workspace/uri.ts';
import type { RunEvents, Running, RunTarget } from './running.ts';

type DescribedServer = Omit<NonNullable<RunDescription['servers']>[number], 'name'>;

/** What a server is, as written: what it is not known to be is left out. */
function serverOf(written: JsonObject | undefined): DescribedServer {
  const server = readServer(written);
  if (!server) return {};
  return server.kind === 'http'
    ? { url: server.url }
    : { command_line: [server.command, ...server.args] };
}

/** Runs cases on the machine that the server runs on. */
export class NodeRunning implements Running {
  constructor(private readonly host: RunHost) {}

  describe(target: RunTarget): RunDescription {
    const planned = this.#plan(target);
    if (!planned) return { runner: 'replay', trials: 0 };
    const { runnerName: runner, trials, starts } = planned;
    const { commandLine, url, servers } = starts;
    const { servers: configured } = target.snapshot.around.config;
    return {
      runner,
      trials,
      ...(commandLine && { command_line: commandLine }),
      ...(url !== undefined && { url }),
      ...(servers.length > 0 && {
        servers: servers.map((name) => ({ name, ...serverOf(configured.get(name)) })),
      }),
    };
  }

  async run(target: RunTarget, storage: Uri | undefined, events: RunEvents): Promise<void> {
    const { session, snapshot } = target;
    const planned = this.#plan(target);
    const { uri } = snapshot.file;
    if (!planned) {
      session.scoreRuns(uri, target.unit, undefined);
      return;
    }
    const folder = this.#folderFor(target, storage);
    session.workspace.alsoRead(fromPath(folder));
    const [ran] = await runCases([planned], this.host, {
      ...events,
      folder,
      resume: false,
      concurrency: snapshot.around.config.concurrency,
    });
    if (!ran || ran.finished === 0)
      throw new CannotRun('it was cancelled before a trial had ended');
    session.workspace.filesChanged([{ uri: ran.trace, deleted: false }]);
    session.scoreRuns(uri, target.unit, ran.trace);
  }

  #plan({ session, snapshot, unit, options }: RunTarget): PlannedCase | undefined {
    return planCase(session.scorer, snapshot, unit, this.host, options);
  }

  /** A folder of the run's own, where the configuration, the client, or nobody says. */
  #folderFor({ session, snapshot }: RunTarget, storage: Uri | undefined): string {
    const { config } = snapshot.around;
    const { folders } = session.workspace;
    const stamp = new Date(this.host.now()).toISOString().replaceAll(/[:.]/g, '-');
    const home = config.uri ? parentOf(config.uri) : (folders[0] ?? parentOf(snapshot.file.uri));
    const base =
      config.results === undefined && storage !== undefined
        ? URI.parse(storage).fsPath
        : this.host.resolve(URI.parse(home).fsPath, config.results ?? '.callsheet');
    return this.host.resolve(base, 'runs', stamp);
  }
}
