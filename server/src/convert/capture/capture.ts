/** A golden trajectory, or a case, from recorded runs. */
import { equalJson, parseJson } from '../../model/json-text.ts';
import type { EmittedCall, Message, Run } from '../../model/run.ts';
import type { Toolset } from '../../model/tool.ts';
import type { Json, JsonObject } from '../../model/value.ts';
import { type Plain, toYaml } from '../../syntax/index.ts';
import { ArgumentWriter, type Proposal } from './arguments.ts';
import { type Chosen, chooseRuns, groupsOf, isLeftOut } from './choose.ts';
import { callIds } from './ids.ts';
import { Origins } from './origins.ts';
import { Redactor } from './redact.ts';

export interface CaptureOptions {
  /** Where absent, a golden trajectory, or a case for a run without calls, of which no golden can be made. */
  readonly kind?: 'golden' | 'case';
  /** The trace's path as the captured file writes it. */
  readonly trace: string;
  /** Names the captured file where the run names no case. */
  readonly stem: string;
  /** Only these runs; the first passing or else the first where empty. */
  readonly runs: readonly string[];
  /** What the captured file names as its manifest. */
  readonly tools?: string;
  /** Where values may be listed by a schema. */
  readonly toolset?: Toolset;
  /** E-mail domains, in lower case, that are not sensitive. */
  readonly domains: readonly string[];
}

export interface Captured {
  /** YAML, with what a reader has to know in comments. */
  readonly text: string;
  readonly document: JsonObject;
  /** Sentences: calls left out, runs not used, values replaced. */
  readonly notes: readonly string[];
  /** Values that were found in earlier outputs. */
  readonly proposals: readonly Proposal[];
}

/**
 * Captures what a run did, so that scoring the result against that run passes. Further passing runs that
 * took the same way widen the values that are allowed.
 *
 * @returns a sentence where there is nothing to capture
 */
export function capture(runs: readonly Run[], options: CaptureOptions): Captured | string {
  const chosen = chooseRuns(runs, options.runs);
  if (typeof chosen === 'string') return chosen;
  const { run, calls } = chosen.base;
  const { kind = calls.length > 0 ? 'golden' : 'case' } = options;
  if (calls.length === 0 && kind === 'golden') {
    return `run “${run.runId}” has no call that succeeded: capture it as a case instead`;
  }
  const redactor = new Redactor(options.domains);
  const ids = callIds(calls);
  const writer = new ArgumentWriter({
    runs: [chosen.base, ...chosen.alike].map((kept) => new Origins(kept.run, kept.calls)),
    redactor,
    isListed: (call, place) => isListed(options.toolset, calls[call]!.name, place),
    idOf: (call) => ids[call]!,
  });
  const written = writeCalls(chosen, writer, redactor, ids);
  const document = (kind === 'golden' ? goldenOf : caseOf)(chosen, written, redactor, options);
  const notes = notesOf(chosen, redactor);
  const comments = [`Captured from ${options.trace}, run ${run.runId}. Review before you commit.`];
  return {
    text: toYaml([document as Plain], { comments: [...comments, ...notes].map(oneLine) }),
    document,
    notes,
    proposals: writer.proposals,
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Whether a schema says by name which values may stand at a place. */
function isListed(
  toolset: Toolset | undefined,
  name: string,
  place: readonly (string | number)[],
): boolean {
  const schema = toolset?.schema(name)?.at(place);
  return typeof schema === 'object' && (schema.enum !== undefined || schema.const !== undefined);
}

function writeCalls(
  { base, alike }: Chosen,
  writer: ArgumentWriter,
  redactor: Redactor,
  ids: readonly string[],
): JsonObject[] {
  const groups = groupsOf(base.calls);
  const args = base.calls.map((_, index) => writer.write(index));
  const referred = new Set(writer.proposals.map(({ producer }) => producer));
  return base.calls.map((call, index): JsonObject => {
    const isKnown = [base, ...alike].every(({ calls }) => calls[index]!.arguments !== undefined);
    return {
      ...(referred.has(index) && { id: ids[index]! }),
      name: call.name,
      group: groups[index]!,
      ...(isKnown && { args: args[index]! }),
      ...(!isKnown && isUngraded(call) && { match: { args: 'ignore' } }),
      ...(isUnfinished(call) && { optional: true }),
      ...returnsOf(call, redactor),
    };
  });
}

/** Arguments that the record lacks, or that are no object, cannot be asked for. */
const isUngraded = ({ argumentsUnknown, rawArguments }: EmittedCall): boolean =>
  argumentsUnknown === true || rawArguments !== undefined;

/** A call that never came to an end can be asked of nobody. */
const isUnfinished = ({ status }: EmittedCall): boolean =>
  status === 'working' || status === 'input_required';

/** Levels of nesting that a recorded output may have; what reads files stops far beyond. */
const MAX_DEPTH = 100;

function returnsOf({ output }: EmittedCall, redactor: Redactor): JsonObject {
  if (output === undefined) return {};
  const parsed = typeof output === 'string' ? parseJson(output) : undefined;
  const isWhole = parsed?.ok && typeof parsed.value === 'object' && parsed.value !== null;
  const value = isWhole ? parsed.value : output;
  return depthOf(value) > MAX_DEPTH ? {} : { returns: redactor.value(value) };
}

function depthOf(value: Json): number {
  let depth = 0;
  for (let level: Json[] = [value]; level.length > 0 && depth <= MAX_DEPTH; depth++) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return depth;
}

type Write = (
  chosen: Chosen,
  calls: readonly JsonObject[],
  redactor: Redactor,
  options: CaptureOptions,
) => JsonObject;

const goldenOf: Write = ({ base, alike }, calls, redactor, { trace, stem, tools }) => {
  const { run } = base;
  return {
    golden_id: redactor.text(run.caseId ?? stem),
    ...taskOf(run, redactor),
    ...(tools !== undefined && { tools }),
    calls: [...calls],
    ...(run.finalMessage !== undefined && { final_message: redactor.text(run.finalMessage) }),
    ...stateOf(run, redactor),
    ...baselineOf(
      run,
      alike.map((each) => each.run),
    ),
    source: { trace, run_id: run.runId },
  };
};

const caseOf: Write = ({ base }, calls, redactor, { trace, stem, tools }) => {
  const { run } = base;
  const later = laterUserTexts(run.messages);
  return {
    case_id: redactor.text(run.caseId ?? stem),
    ...taskOf(run, redactor),
    ...(later.length > 0 && {
      replies: later.map((content) => ({ content: redactor.text(content) })),
    }),
    ...(tools !== undefined && { tools }),
    trace,
    expected: {
      ...(calls.length > 0 ? { calls: [...calls] } : { tool_behavior: silence(run) }),
      ...stateOf(run, redactor),
    },
  };
};

/** What a run did that made no call that counts: it asked, or did without tools. */
function silence({ clarified, finalMessage = '', calls }: Run): string {
  if (clarified === true || /[?？؟]/.test(finalMessage)) return 'clarify';
  return calls.length > 0 ? 'no_write' : 'no_call';
}

/** The messages of the user up to the assistant's first. */
function openingOf(messages: readonly Message[]): readonly Message[] {
  const end = messages.findIndex(({ role }) => role === 'assistant');
  const opening = end < 0 ? messages : messages.slice(0, end);
  return opening.filter(({ role }) => role === 'user');
}

const laterUserTexts = (messages: readonly Message[]): string[] =>
  messages
    .filter(({ role }) => role === 'user')
    .slice(openingOf(messages).length)
    .map(({ content }) => content)
    .filter((content) => content !== '');

function taskOf({ messages }: Run, redactor: Redactor): JsonObject {
  const opening = openingOf(messages).map(({ content }) => redactor.text(content));
  const [only] = opening;
  if (only === undefined) return {};
  if (opening.length === 1) return { user_message: only };
  return { messages: opening.map((content) => ({ role: 'user', content })) };
}

/** The end state, where all of it may be told: a placeholder in it would never match. */
const stateOf = (run: Run, redactor: Redactor): JsonObject =>
  run.finalState === undefined || isSecret(run, redactor) ? {} : { final_state: run.finalState };

const isSecret = ({ finalState }: Run, redactor: Redactor): boolean =>
  finalState !== undefined &&
  (depthOf(finalState) > MAX_DEPTH || !equalJson(finalState, redactor.value(finalState)));

function baselineOf(run: Run, alike: readonly Run[]): JsonObject {
  const { calls, latencyMs, costUsd, usage } = run;
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  const spread = alike.reduce(
    (most, each) => Math.max(most, Math.abs(each.calls.length - calls.length)),
    0,
  );
  return {
    baseline: {
      calls: calls.length,
      ...(latencyMs !== undefined && { latency_ms: latencyMs }),
      ...(costUsd !== undefined && { cost_usd: costUsd }),
      ...(tokens > 0 && { tokens }),
    },
    ...(spread > 1 && { tolerance: { calls: spread } }),
  };
}

function notesOf({ base, alike, others }: Chosen, redactor: Redactor): string[] {
  const failed = base.run.calls.flatMap((call, index) =>
    isLeftOut(call) ? [`Left out: call ${index + 1}, ${call.name}, which failed.`] : [],
  );
  return [
    ...failed,
    ...alike.map(({ run }) => `Widened by run ${run.runId}, which passed as well.`),
    ...others.map(({ runId }) => `Not used: run ${runId}, which passed another way.`),
    ...(isSecret(base.run, redactor)
      ? ['Left out: the end state, which holds sensitive values or is nested too deeply.']
      : []),
    ...redactor.placeholders.map((each) => `Replaced: ${each} stands for a sensitive value.`),
  ];
}
