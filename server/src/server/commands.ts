import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver';
import * as z from 'zod';
import { commands, methods } from '../protocol.ts';
import { caseJson, type ReportedCase, scoreReport } from '../scoring/score-report.ts';
import { captureFromTrace } from '../workspace/capture.ts';
import { locate } from '../workspace/locate.ts';
import { findingPlace } from '../workspace/placed-findings.ts';
import type { PlacedScore } from '../workspace/scores.ts';
import type { Session } from '../workspace/session.ts';
import { nameOf, toUri, type Uri } from '../workspace/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { describeServers, pullTools } from './pull-tools.ts';
import { describeRun, type RunnersHost, runCase } from './run-case.ts';

export interface CommandHost extends RunnersHost {
  /** Whether a person trusts the workspace. */
  trusted(): boolean;
  /** Told after scores were made or cleared. */
  changed(): Promise<void>;
  /** Has every file read again that no editor holds. */
  reload(): void;
}

const fileArguments = z.object({ uri: z.string() });
const caseArguments = z.object({ uri: z.string(), case_id: z.string() });
const runArguments = caseArguments.extend({
  runner: z.string().optional(),
  trials: z.number().int().min(1).optional(),
});

const pullArguments = z.object({
  server: z.string(),
  folder: z.string().optional(),
  out: z.string().optional(),
  inputs: z.record(z.string(), z.string()).optional(),
});

const captureArguments = z.object({ trace_uri: z.string(), run_id: z.string().optional() });

/** A message for a person, as the answer to a request that cannot be done. */
const refused = (message: string) => new ResponseError(LSPErrorCodes.RequestFailed, message);

type Handler = (
  argument: unknown,
  token: CancellationToken,
  progress: WorkDoneProgressReporter,
) => Promise<unknown>;

/** Answers `workspace/executeCommand`. */
export function registerCommands(
  connection: Connection,
  session: Session,
  host: CommandHost,
): void {
  const pullHost = {
    trusted: host.trusted,
    ...(host.running && { pulling: host.running.pulling }),
  };
  const handlers: Readonly<Record<string, Handler>> = {
    [commands.rescoreCase]: async (argument) => {
      const { uri, case_id } = parse(caseArguments, argument);
      return rescoreCase(session, host, uri, case_id);
    },
    [commands.rescoreFile]: async (argument) => {
      const snapshot = await open(session, parse(fileArguments, argument).uri);
      const made = await session.rescore(snapshot);
      await host.changed();
      const { gates, scoreboard } = snapshot.around.config;
      const placed = [...made.values()];
      return scoreReport(
        placed.map(({ score }) => score),
        {
          gates,
          scoreboard,
          locate: (of, finding) => {
            const found = placed.find(({ score }) => score === of);
            return found && placeInReport(session, snapshot, found, finding);
          },
        },
      );
    },
    [commands.runCase]: async (argument, token, progress) => {
      const choice = parse(runArguments, argument);
      if (host.running && !host.trusted()) {
        throw refused(
          'Running a case starts a process. Trust this workspace first (Manage Workspace Trust).',
        );
      }
      const snapshot = await open(session, choice.uri);
      await runCase(connection, session, snapshot, host, choice, token, progress);
      return rescoreCase(session, host, choice.uri, choice.case_id);
    },
    [commands.clearScores]: async (argument) => {
      session.clearScores(toUri(parse(fileArguments, argument).uri));
      await host.changed();
      return null;
    },
    [commands.reloadManifests]: async () => {
      host.reload();
      return null;
    },
    [commands.pullTools]: async (argument, token, progress) => {
      const choice = parse(pullArguments, argument);
      const pulled = await pullTools(session.workspace, pullHost, choice, token, progress);
      host.reload();
      return pulled;
    },
    [commands.captureGolden]: async (argument) => {
      const { trace_uri, run_id } = parse(captureArguments, argument);
      const uri = toUri(trace_uri);
      const name = nameOf(uri);
      const captured = await captureFromTrace(session.workspace, uri, {
        kind: 'golden',
        trace: `./${name}`,
        stem: name.replace(/(\.trace)?\.[a-z]+$/i, ''),
        runs: run_id === undefined ? [] : [run_id],
      });
      if (typeof captured === 'string') throw refused(`${name}: ${captured}.`);
      return captured.text;
    },
  };
  connection.onRequest(methods.describeRun, async (argument: unknown) => {
    const choice = parse(runArguments, argument);
    return describeRun(session, await open(session, choice.uri), host, choice);
  });
  connection.onRequest(methods.mcpServers, () => describeServers(session.workspace, pullHost));
  connection.onExecuteCommand(({ command, arguments: given = [] }, token, progress) => {
    const handler = Object.hasOwn(handlers, command) ? handlers[command] : undefined;
    if (!handler) throw new ResponseError(ErrorCodes.InvalidParams, `Unknown command: ${command}`);
    return handler(given[0], token, progress);
  });
}

function parse<T>(schema: z.ZodType<T>, argument: unknown): T {
  const result = schema.safeParse(argument);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.');
  throw new ResponseError(
    ErrorCodes.InvalidParams,
    `${path ? `${path}: ` : ''}${issue?.message ?? 'invalid arguments'}`,
  );
}

async function open(session: Session, uri: string): Promise<Snapshot> {
  const snapshot = await session.snapshot(toUri(uri));
  if (snapshot) return snapshot;
  const reason = session.workspace.store.peek(toUri(uri))?.failure ?? 'it holds no cases';
  throw refused(`${nameOf(uri)}: ${reason}.`);
}

async function rescoreCase(
  session: Session,
  host: CommandHost,
  uri: string,
  caseId: string,
): Promise<ReportedCase> {
  const snapshot = await open(session, uri);
  const placed = (await session.rescore(snapshot, new Set([caseId]))).get(caseId);
  if (!placed) throw refused(`There is no case “${caseId}” in ${nameOf(uri)}.`);
  await host.changed();
  const { trials, unscored } = placed.score;
  const bare = trials.length === 0 && unscored.every(({ run_id }) => run_id === '');
  if (bare && !hasTrace(placed)) {
    session.scoresOf(snapshot.file.uri);
    throw refused(`“${caseId}” names no recorded run: add a \`trace\` to rescore it.`);
  }
  return caseJson(placed.score, (_, finding) => placeInReport(session, snapshot, placed, finding));
}

const hasTrace = ({ scored: { subject } }: PlacedScore): boolean =>
  subject.kind === 'case' ? subject.traces.length > 0 : subject.sourceTrace !== undefined;

function placeInReport(
  session: Session,
  snapshot: Snapshot,
  placed: PlacedScore,
  finding: Parameters<typeof findingPlace>[1],
) {
  const { uri, range } = locate(session.workspace, snapshot.file, findingPlace(placed, finding));
  return { file: nameOf(uri), range };
}
