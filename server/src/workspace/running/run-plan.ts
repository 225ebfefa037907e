import { URI } from 'vscode-uri';
import { say } from '../../l10n/say.ts';
import { conversationOf } from '../../model/conversation.ts';
import { withDefaults } from '../../model/defaults.ts';
import type { CaseNode, GoldenNode } from '../../model/located.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { type Offer, OwnWords, underOffer } from '../../runner/offer.ts';
import type { Reply, Runner, RunRequest } from '../../runner/runner.ts';
import type { Unit } from '../files/contents.ts';
import { parentOf } from '../files/uri.ts';
import { type ChangeOfTools, ownOffer } from '../scores/offers.ts';
import { type Scorer, unitId } from '../scores/scores.ts';
import type { Snapshot } from '../workspace.ts';
import { CannotRun, type RunHost } from './run-host.ts';
import { makeDryRun, makeRunner, type RunnerContext, type Starts } from './runners.ts';

/** A case made ready to run. */
export interface PlannedCase {
  readonly snapshot: Snapshot;
  readonly unit: Unit;
  readonly caseId: string;
  /** Its file from the workspace's folder. */
  readonly caseFile: string;
  readonly runnerName: string;
  readonly runner: Runner;
  readonly starts: Starts;
  /** That relative paths of the configuration start from. */
  readonly folder: string;
  readonly trials: number;
  /** Whether a sandbox is shared by all trials, which then run one after the other. */
  readonly alone: boolean;
  readonly request: Omit<RunRequest, 'trial' | 'seed'>;
  /** What agents are offered instead of the case's own tools, by a trial's seed. */
  readonly offer?: (seed: number) => Offer;
}

export interface PlanOptions {
  /** The runner to use instead of the case's own or the configuration's. */
  readonly runner?: string;
  readonly trials?: number;
  /** Make the golden's own calls, once, instead of running an agent. */
  readonly dryRun?: boolean;
  /** Other tools for the agent than the case's own. */
  readonly change?: ChangeOfTools;
}

/** The runner that is always there: it starts nothing, the recorded runs of a case are its runs. */
export const REPLAY = 'replay';

/**
 * Makes a case ready to run.
 *
 * @returns undefined where its runner is `replay`, and its recorded runs are scored as they are
 * @throws CannotRun where it has no id or its runner is not known or not usable here
 */
export function planCase(
  scorer: Scorer,
  snapshot: Snapshot,
  unit: Unit,
  host: RunHost,
  options: PlanOptions,
): PlannedCase | undefined {
  const caseId = unitId(unit);
  if (caseId === undefined) throw new CannotRun(say`a case without an id cannot be run`);
  const { config } = snapshot.around;
  const scope = snapshot.scopeOf(unit);
  const subject =
    unit.subject.kind === 'case' ? withDefaults(unit.subject, scope.dataset) : unit.subject;
  const folder = folderOf(snapshot);
  const { dryRun, change } = options;
  const { tools } = scope.toolset;
  const own = ownOffer(tools).map(({ tool }) => tool);
  const ownNames = own.map(({ name }) => name);
  const offer = change && ((seed: number) => change.offer(tools, seed));
  const context: RunnerContext = {
    snapshot,
    toolset: scope.toolset,
    folder,
    expectation: () => scorer.describe(snapshot, unit).expectation,
    recorded: () => scorer.recorded(snapshot, unit),
    ...(offer && { words: (seed: number) => new OwnWords(offer(seed), ownNames) }),
  };
  const runnerName = options.runner ?? runnerOf(subject) ?? config.defaultRunner;
  if (!dryRun && runnerName === REPLAY) return undefined;
  const made = dryRun ? makeDryRun(context, host) : makeRunner(runnerName, context, host);
  return {
    snapshot,
    unit,
    caseId,
    caseFile: scorer.fileOf(snapshot),
    runnerName: dryRun ? 'golden' : runnerName,
    ...made,
    folder,
    ...(change &&
      offer && { offer, runner: underOffer(made.runner, change.label, ownNames, offer) }),
    trials: dryRun ? 1 : (options.trials ?? trialsOf(subject) ?? 1),
    alone: config.sandbox !== undefined,
    request: {
      caseId,
      messages: conversationOf(subject),
      replies: subject.kind === 'case' ? repliesOf(subject.replies?.value) : [],
      tools: own,
      ...(config.servers.size > 0 && { servers: serversOf(config.servers, folder, host) }),
    },
  };
}

const runnerOf = (subject: CaseNode | GoldenNode): string | undefined =>
  subject.kind === 'case' ? subject.runner?.value : undefined;

const trialsOf = (subject: CaseNode | GoldenNode): number | undefined =>
  subject.kind === 'case' ? subject.trials?.value : undefined;

/** The folder that relative paths of the configuration start from. */
const folderOf = ({ around: { uri, config } }: Snapshot): string =>
  URI.parse(parentOf(config.uri ?? uri)).fsPath;

const repliesOf = (value: Json | undefined): Reply[] =>
  (Array.isArray(value) ? value : []).flatMap((reply): Reply[] => {
    if (!isObject(reply) || typeof reply.content !== 'string') return [];
    const { content, when } = reply;
    return [{ content, ...(typeof when === 'string' && { when }) }];
  });

/** Servers as written, each program with the folder that it starts in. */
const serversOf = (
  servers: ReadonlyMap<string, JsonObject>,
  folder: string,
  { resolve }: RunHost,
): JsonObject =>
  Object.fromEntries(
    [...servers].map(([name, server]) => [
      name,
      server.command === undefined
        ? server
        : { ...server, cwd: resolve(folder, typeof server.cwd === 'string' ? server.cwd : '.') },
    ]),
  );
