import { URI } from 'vscode-uri';
import { knownServers } from '../mcp/index.ts';
import { readServer } from '../mcp/server.ts';
import type { Config } from '../model/config.ts';
import type { JsonObject } from '../model/value.ts';
import type { RunDescription } from '../protocol.ts';
import { evaluatePredicates } from '../runner/evaluate-predicates.ts';
import { fromPath, parentOf, type Uri } from '../workspace/files/uri.ts';
import { runCases } from '../workspace/running/run-cases.ts';
import { RunHistory } from '../workspace/running/run-history.ts';
import type { RunHost } from '../workspace/running/run-host.ts';
import { type PlannedCase, planCase } from '../workspace/running/run-plan.ts';
import type { PredicateRunner } from '../workspace/scores/predicate-answers.ts';
import type { ResultStore } from '../workspace/scores/result-history.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { Session } from '../workspace/session.ts';
import { NodePulling } from './node-pulling.ts';
import type { Pulling } from './pulling.ts';
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
  readonly #histories = new Map<string, RunHistory>();

  readonly predicates: PredicateRunner = (module, questions) =>
    evaluatePredicates(URI.parse(module).fsPath, questions);

  readonly pulling: Pulling;

  constructor(private readonly host: RunHost) {
    this.pulling = new NodePulling(host);
  }

  async describe(target: RunTarget): Promise<RunDescription> {
    const planned = this.#plan(target);
    if (!planned) return { runner: 'replay', trials: 0 };
    const { runnerName: runner, trials, starts, folder } = planned;
    const { commandLine, url, key, servers } = starts;
    const { config } = target.snapshot.around;
    const known = await knownServers(config.servers, (path) =>
      this.host.files.read(this.host.resolve(folder, path)),
    );
    return {
      runner,
      trials,
      ...(commandLine && { command_line: commandLine }),
      ...(url !== undefined && { url }),
      ...(key !== undefined && { key }),
      ...(servers.length > 0 && {
        servers: servers.map((name) => ({ name, ...serverOf(known.get(name)?.value) })),
      }),
    };
  }

  async run(target: RunTarget, storage: Uri | undefined, events: RunEvents): Promise<void> {
    const { session, snapshot } = target;
    const planned = this.#plan(target);
    const { uri } = snapshot.file;
    const { config } = snapshot.around;
    const base = this.#baseOf(config, session.workspace.folders[0] ?? parentOf(uri), storage);
    const history = this.#historyIn(base);
    if (!planned) {
      const id = unitId(target.unit) ?? '';
      session.scoreRuns(uri, id, undefined);
      await history.record(uri, id, null);
      return;
    }
    const stamp = new Date(this.host.now()).toISOString().replaceAll(/[:.]/g, '-');
    const folder = this.host.resolve(history.runs, stamp);
    session.workspace.alsoRead(fromPath(base));
    const [ran] = await runCases([planned], this.host, {
      ...events,
      folder,
      resume: false,
      concurrency: config.concurrency,
    });
    if (!ran) return;
    const trace = URI.parse(ran.trace).fsPath;
    if (events.signal.aborted) {
      // Some of the trials are no verdict: the one before stays.
      await this.host.files.remove(trace);
      return;
    }
    session.workspace.filesChanged([{ uri: ran.trace, deleted: false }]);
    session.scoreRuns(uri, planned.caseId, ran.trace);
    await history.record(uri, planned.caseId, trace);
  }

  resultStore(config: Config, folder: Uri, storage: Uri | undefined): ResultStore | undefined {
    if (config.results === undefined && storage === undefined) return undefined;
    const base = this.#baseOf(config, folder, storage);
    const { files, resolve } = this.host;
    return {
      read: (name) => files.read(resolve(base, name)),
      write: (name, text) => files.write(resolve(base, name), text),
    };
  }

  async restore(session: Session, storage: Uri | undefined, trusted: boolean): Promise<void> {
    const { workspace } = session;
    for (const folder of workspace.folders) {
      const { results, ...config } = await workspace.configOf(folder);
      const named = trusted && results !== undefined && { results };
      const base = this.#baseOf({ ...config, ...named }, folder, storage);
      for (const { file, caseId, trace } of await this.#historyIn(base).newest()) {
        workspace.alsoRead(fromPath(base));
        session.scoreRuns(file, caseId, fromPath(trace));
      }
    }
  }

  #historyIn(base: string): RunHistory {
    const known = this.#histories.get(base) ?? new RunHistory(base, this.host);
    this.#histories.set(base, known);
    return known;
  }

  #plan({ session, snapshot, unit, options, editorModel }: RunTarget): PlannedCase | undefined {
    const host = { ...this.host, ...(editorModel && { editorModel }) };
    return planCase(session.scorer, snapshot, unit, host, options);
  }

  /** The folder for runs: as the configuration says, else the client, else one in the workspace. */
  #baseOf(config: Config, folder: Uri, storage: Uri | undefined): string {
    if (config.results === undefined && storage !== undefined) return URI.parse(storage).fsPath;
    const home = config.uri ? parentOf(config.uri) : folder;
    return this.host.resolve(URI.parse(home).fsPath, config.results ?? '.callsheet');
  }
}
