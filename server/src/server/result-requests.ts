import type { Connection } from 'vscode-languageserver';
import * as z from 'zod';
import { methods } from '../protocol.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { ResultStore } from '../workspace/scores/result-history.ts';
import type { Session } from '../workspace/session.ts';
import { parse } from './commands.ts';
import { Results } from './results.ts';
import type { Running } from './running.ts';

export interface ResultRequestsHost {
  trusted(): boolean;
  readonly running?: Running;
  /** The folder that the client keeps for runs. */
  readonly storage?: Uri;
  /** Told after scores were made. */
  changed(): Promise<void>;
}

const reportArguments = z.object({ uri: z.string(), case_id: z.string() }).partial();

/** Answers the client's questions about results. */
export function registerResults(
  connection: Connection,
  session: Session,
  host: ResultRequestsHost,
): Results {
  const results = new Results(session, {
    store: () => storeOf(session, host),
    now: () => new Date().toISOString(),
    changed: host.changed,
  });
  connection.onRequest(methods.scoreboard, () => results.scoreboard());
  connection.onRequest(methods.report, (argument: unknown) => {
    const { uri, case_id } = parse(reportArguments, argument ?? {});
    return results.report(
      uri !== undefined && case_id !== undefined ? { uri, case_id } : undefined,
    );
  });
  return results;
}

/** Where the workspace's results are kept. A folder that its configuration names needs trust. */
async function storeOf(
  session: Session,
  { running, trusted, storage }: ResultRequestsHost,
): Promise<ResultStore | undefined> {
  const { workspace } = session;
  const [folder] = workspace.folders;
  if (!running || folder === undefined) return undefined;
  const config = await workspace.configOf(folder);
  const { results: _named, ...unnamed } = config;
  return running.resultStore(trusted() ? config : unnamed, folder, storage);
}
