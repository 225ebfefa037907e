import { phrase, say } from '../l10n/say.ts';
import { parseJson } from '../model/json-text.ts';
import { linearPattern } from '../model/pattern.ts';
import type { Run, Trace, TraceProblem } from '../model/run.ts';
import type { Json } from '../model/value.ts';
import type { Context } from './dialect.ts';
import { DIALECTS } from './dialects/index.ts';
import { fromEventStream, isEventStream } from './event-stream.ts';

export interface ReadTraceOptions {
  /** Text outputs that it matches are errors, e.g. `^Error`. */
  readonly errorPattern?: string;
  /** What the file is called, for messages. */
  readonly name?: string;
}

const ARCHIVE = phrase`is a zip archive: a log of Inspect can be read once it is converted to JSON (inspect log convert --to json)`;
const UNKNOWN_SHAPE = phrase`no dialect of a trace has this shape`;

/** A value of the file, and the line it stands on where the file is lines of JSON. */
interface Item {
  readonly value: Json;
  readonly line?: number;
}

/**
 * Reads the runs that a file records, in any dialect of the format, told by shape. JSON, lines of JSON,
 * or a stream of server-sent events. Never throws: what cannot be read is a problem.
 */
export function readTrace(text: string, options: ReadTraceOptions = {}): Trace {
  const problems: TraceProblem[] = [];
  const context: Context = {
    ...errorTest(options.errorPattern, problems),
    report: (message) => problems.push({ message }),
  };
  const items = parse(text, problems);
  const found = guarded(() => readItems(items, context, problems), problems);
  if (found.runs.length === 0 && problems.length === 0) {
    problems.push({
      message: items.length === 0 ? say`the file is empty` : say`no run was found in it`,
    });
  }
  const read = found.runs.map((run) => bounded(run, problems));
  const runs = distinctIds(withLosses({ ...found, runs: read }, problems));
  const named = options.name === undefined ? problems : problems.map(withName(options.name));
  const [caseId, ...others] = new Set(runs.map((run) => run.caseId));
  return {
    dialect: found.dialect,
    ...(caseId !== undefined && others.length === 0 && { caseId }),
    runs,
    problems: named,
  };
}

const withName =
  (name: string) =>
  (problem: TraceProblem): TraceProblem => ({ ...problem, message: `${name}: ${problem.message}` });

function errorTest(source: string | undefined, problems: TraceProblem[]): Pick<Context, 'isError'> {
  if (source === undefined) return {};
  const pattern = linearPattern(source);
  if (pattern) return { isError: (output) => pattern.test(output) };
  problems.push({
    message: say`the error pattern /${source}/ cannot be matched, so no text output is an error`,
  });
  return {};
}

/** Calls of one run, far above real use: all are held against each other. */
const MAX_CALLS = 3_000;

/** A run of more calls than are scored keeps none of them, and says why. */
function bounded(run: Run, problems: TraceProblem[]): Run {
  const { runId, calls } = run;
  if (calls.length <= MAX_CALLS) return run;
  const failure = say`the run ${runId} holds ${calls.length} calls: no more than ${MAX_CALLS} are scored`;
  problems.push({ message: failure });
  return { ...run, calls: [], failure };
}

/**
 * Where something of the file is lost, what was in it cannot be scored as if nothing had been there. Of a
 * log any run may lack something; of runs that stand one a line, the lost ones are runs without an answer,
 * as long as it is known whose.
 */
function withLosses({ runs, isLog }: Found, problems: readonly TraceProblem[]): readonly Run[] {
  const lost = problems.filter(({ isLoss }) => isLoss);
  if (lost.length === 0 || runs.length === 0) return runs;
  if (isLog) return runs.map((run) => ({ ...run, failure: run.failure ?? lost[0]!.message }));
  const [caseId, ...others] = new Set(runs.map((run) => run.caseId));
  if (others.length > 0) return runs;
  const owner = caseId === undefined ? {} : { caseId };
  const failed = lost.map(
    ({ message, line = 0 }): Run => ({
      runId: `line ${line + 1}`,
      ...owner,
      calls: [],
      messages: [],
      failure: message,
    }),
  );
  return [...runs, ...failed];
}

/** A first line that looks whole, and more behind it: to read all of such a text as one value is in vain. */
const LIKELY_LINES = /^\s*[[{].*[\]}][ \t]*\r?\n\s*\S/;

/** The file's values: its one value, or one a line. */
function parse(text: string, problems: TraceProblem[]): Item[] {
  if (text.trim() === '') return [];
  if (isEventStream(text)) return fromEventStream(text, problems).map((value) => ({ value }));
  const likelyWhole = LIKELY_LINES.test(text) ? undefined : parseJson(text);
  if (likelyWhole?.ok) return [{ value: likelyWhole.value }];
  const lines = text.split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (!parseJson(lines[first] ?? '').ok) {
    if (text.startsWith('PK')) {
      problems.push({ message: say(ARCHIVE) });
      return [];
    }
    const whole = likelyWhole ?? parseJson(text);
    if (whole.ok) return [{ value: whole.value }];
    const line = text.slice(0, whole.offset).split('\n').length - 1;
    problems.push({ message: say`is no JSON: ${whole.message}`, line });
    return [];
  }
  return lines.flatMap((source, line) => {
    if (source.trim() === '') return [];
    const parsed = parseJson(source);
    if (parsed.ok) return [{ value: parsed.value, line }];
    const message = say`line ${line + 1} is no JSON: ${parsed.message}`;
    problems.push({ message, line, isLoss: true });
    return [];
  });
}

interface Found {
  readonly dialect: string;
  /** All values together are the runs: a log, a stream. */
  readonly isLog: boolean;
  readonly runs: readonly Run[];
}

/** Values may be nested as deep as the file is long, deeper than the stack. */
function guarded(read: () => Found, problems: TraceProblem[]): Found {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.push({ message: say`its values are nested too deeply` });
    return { dialect: 'unknown', isLog: false, runs: [] };
  }
}

/** Lines together first, as a log has them; where they are no log, each for itself. */
function readItems(items: readonly Item[], context: Context, problems: TraceProblem[]): Found {
  const [only] = items;
  if (only === undefined) return { dialect: 'unknown', isLog: false, runs: [] };
  if (items.length > 1 || only.line !== undefined) {
    const together = readOne(
      items.map(({ value }) => value),
      context,
    );
    return together ?? readEach(items, context, problems);
  }
  const found = readOne(only.value, context);
  if (found) return found;
  if (Array.isArray(only.value)) {
    return readEach(
      only.value.map((value) => ({ value })),
      context,
      problems,
    );
  }
  problems.push({ message: say(UNKNOWN_SHAPE) });
  return { dialect: 'unknown', isLog: false, runs: [] };
}

function readEach(items: readonly Item[], context: Context, problems: TraceProblem[]): Found {
  const found = items.map(({ value }) => readOne(value, context));
  const dialect = found.find((each) => each !== null)?.dialect;
  if (dialect === undefined) {
    problems.push({ message: say(UNKNOWN_SHAPE) });
    return { dialect: 'unknown', isLog: false, runs: [] };
  }
  for (const [index, { line }] of items.entries()) {
    if (found[index]) continue;
    const where = line === undefined ? say`item ${index}` : say`line ${line + 1}`;
    const place = line === undefined ? { path: [index] } : { line };
    problems.push({ message: `${where}: ${say(UNKNOWN_SHAPE)}`, ...place });
  }
  return { dialect, isLog: false, runs: found.flatMap((each) => each?.runs ?? []) };
}

function readOne(value: Json, context: Context): Found | null {
  for (const { id, read } of DIALECTS) {
    const runs = read(value, context);
    if (runs)
      return { dialect: id, isLog: true, runs: runs.filter((run) => isAnswered(run, id, context)) };
  }
  return null;
}

/** A request alone is no run: that nothing was called in it says nothing of the agent. */
function isAnswered(run: Run, dialect: string, context: Context): boolean {
  const { calls, messages } = run;
  const isRequest =
    dialect !== 'native' &&
    calls.length === 0 &&
    messages.length > 0 &&
    messages.every(({ role }) => role !== 'assistant');
  if (isRequest) context.report(say`it holds a request to an agent, and no answer`);
  return !isRequest;
}

/** Runs of several records may bear the same id; a case's trials are told apart by it. */
function distinctIds(runs: readonly Run[]): Run[] {
  const seen = new Set<string>();
  return runs.map((run, index) => {
    let { runId } = run;
    const taken = (id: string) => seen.has(`${run.caseId ?? ''}\n${id}`);
    if (taken(runId)) runId = String(index + 1);
    for (let i = 2; taken(runId); i++) runId = `${run.runId}-${i}`;
    seen.add(`${run.caseId ?? ''}\n${runId}`);
    return runId === run.runId ? run : { ...run, runId };
  });
}
