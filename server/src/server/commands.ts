import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  ResponseError,
  type WorkDoneProgressReporter,
} from 'vscode-languageserver';
import * as z from 'zod';
import { say } from '../l10n/say.ts';
import { commands, methods } from '../protocol.ts';
import { scoreReport } from '../scoring/set/score-report.ts';
import { captureFromTrace } from '../workspace/capture.ts';
import { nameOf, toUri } from '../workspace/files/uri.ts';
import type { Session } from '../workspace/session.ts';
import { describeServers, pullTools } from './pull-tools.ts';
import { locateIn, open, refused, rescoreCase } from './rescoring.ts';
import { describeRun, type RunnersHost, runCase } from './run-case.ts';
import { forWire } from './wire.ts';

export interface CommandHost extends RunnersHost {
  /** Whether a person trusts the workspace. */
  trusted(): boolean;
  /** Told after scores were made or cleared. */
  changed(): Promise<void>;
  /** Takes the scores of now for what later ones are compared with. */
  setBaseline(): Promise<void>;
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
      return rescoreCase(session, host.changed, uri, case_id);
    },
    [commands.rescoreFile]: async (argument) => {
      const snapshot = await open(session, parse(fileArguments, argument).uri);
      const made = await session.rescore(snapshot);
      await host.changed();
      const { gates, scoreboard } = snapshot.around.config;
      const placed = [...made.values()];
      const report = scoreReport(
        placed.map(({ score }) => score),
        { gates, scoreboard, locate: locateIn(session, placed) },
      );
      return forWire(report);
    },
    [commands.runCase]: async (argument, token, progress) => {
      const choice = parse(runArguments, argument);
      if (host.running && !host.trusted()) {
        throw refused(
          say`Running a case starts a process. Trust this workspace first (Manage Workspace Trust).`,
        );
      }
      const snapshot = await open(session, choice.uri);
      await runCase(connection, session, snapshot, host, choice, token, progress);
      return rescoreCase(session, host.changed, choice.uri, choice.case_id);
    },
    [commands.clearScores]: async (argument) => {
      session.scores.clear(toUri(parse(fileArguments, argument).uri));
      await host.changed();
      return null;
    },
    [commands.setBaseline]: async () => {
      await host.setBaseline();
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

/**
 * What a client gave.
 *
 * @throws ResponseError, `InvalidParams`, that names what is wrong with it
 */
export function parse<T>(schema: z.ZodType<T>, argument: unknown): T {
  const result = schema.safeParse(argument);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = issue?.path.join('.');
  throw new ResponseError(
    ErrorCodes.InvalidParams,
    `${path ? `${path}: ` : ''}${issue?.message ?? 'invalid arguments'}`,
  );
}
