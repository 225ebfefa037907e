/**
 * Evaluation files of the Agent Development Kit, in both generations: a list of turns with `query` and
 * `expected_tool_use`, which is one case; or an eval set of `eval_cases`, each a conversation.
 */
import type { Json, JsonObject } from '../model/value.ts';
import { type Importer, type ImportSource, Losses, NOTHING } from './imported.ts';
import { literals } from './tau-bench.ts';
import { objectOf, objectsOf, textOf } from './values.ts';

interface Call {
  readonly name: string;
  readonly args: JsonObject;
  readonly returns?: Json;
}

/** A message of the user with what the agent is to do about it. */
interface Turn {
  readonly said: string;
  readonly calls: readonly Call[];
}

export const importAdk: Importer = (source) => {
  const [whole = null, ...more] = source.values;
  const losses = new Losses();
  const sets = objectsOf([whole, ...more]);
  if (sets.some(({ eval_cases: cases }) => Array.isArray(cases))) {
    const cases = sets.flatMap((set) => {
      losses.unread(undefined, set, SET_KEYS);
      return objectsOf(set.eval_cases).map((each, index) => evalCase(source, each, index, losses));
    });
    return { ...NOTHING, cases, losses: losses.all };
  }
  const turns = objectsOf(whole);
  if (turns.length === 0 || !turns.every((turn) => typeof turn.query === 'string')) {
    return 'it is neither a list of turns with "query" nor an eval set with "eval_cases"';
  }
  if (turns.some(({ reference }) => textOf(reference) !== undefined)) {
    losses.add(source.stem, 'reference', REPLY);
  }
  const read = turns.map((turn, index) => firstGeneration(source.stem, turn, index, losses));
  return { ...NOTHING, cases: [caseOf(source, source.stem, read)], losses: losses.all };
};

const SET_KEYS = ['eval_set_id', 'name', 'description', 'eval_cases', 'creation_timestamp'];
const REPLY = 'replies are compared by the overlap of their words, which no case does';

function firstGeneration(id: string, turn: JsonObject, index: number, losses: Losses): Turn {
  losses.unread(id, turn, ['query', 'expected_tool_use', 'reference'], `[${index}].`);
  return {
    said: String(turn.query),
    calls: objectsOf(turn.expected_tool_use).flatMap(({ tool_name, tool_input }) => {
      const name = textOf(tool_name);
      return name === undefined ? [] : [{ name, args: objectOf(tool_input) }];
    }),
  };
}

function evalCase(
  source: ImportSource,
  each: JsonObject,
  index: number,
  losses: Losses,
): JsonObject {
  const id = textOf(each.eval_id) ?? `${source.stem}-${index}`;
  losses.unread(id, each, ['eval_id', 'conversation', 'creation_timestamp']);
  const conversation = objectsOf(each.conversation);
  if (conversation.some(({ final_response: reply }) => textsOf(reply).length > 0)) {
    losses.add(id, 'final_response', REPLY);
  }
  const turns = conversation.map((invocation, turn) =>
    secondGeneration(id, invocation, turn, losses),
  );
  return caseOf(source, id, turns);
}

const INVOCATION_KEYS = [
  'invocation_id',
  'user_content',
  'final_response',
  'intermediate_data',
  'creation_timestamp',
];

function secondGeneration(id: string, invocation: JsonObject, turn: number, losses: Losses): Turn {
  const key = `conversation[${turn}].`;
  losses.unread(id, invocation, INVOCATION_KEYS, key);
  const data = objectOf(invocation.intermediate_data);
  losses.unread(
    id,
    data,
    ['tool_uses', 'tool_responses', 'invocation_events'],
    `${key}intermediate_data.`,
  );
  const said = partsOf(invocation.user_content);
  if (said.some((part) => textOf(part.text) === undefined)) {
    losses.add(id, `${key}user_content`, 'parts that are no text are left out');
  }
  return { said: textsOf(invocation.user_content).join('\n'), calls: callsOf(data) };
}

const partsOf = (content: Json | undefined): readonly JsonObject[] =>
  objectsOf(objectOf(content).parts);

const textsOf = (content: Json | undefined): string[] =>
  partsOf(content).flatMap(({ text }) => textOf(text) ?? []);

/** Calls and answers, as two lists or as events that hold parts of both. */
function callsOf({
  tool_uses: uses,
  tool_responses: answers,
  invocation_events: events,
}: JsonObject) {
  const parts = objectsOf(events).flatMap(({ content }) => partsOf(content));
  const under = (key: string) =>
    parts.map((part) => objectOf(part[key])).filter(({ name }) => name);
  const made = Array.isArray(events) ? under('function_call') : objectsOf(uses);
  const given = [...(Array.isArray(events) ? under('function_response') : objectsOf(answers))];
  return made.flatMap(({ id, name: written, args }): Call[] => {
    const name = textOf(written);
    if (name === undefined) return [];
    const at = given.findIndex(
      (answer) => answer.name === name && (answer.id ?? null) === (id ?? null),
    );
    const [answer] = at < 0 ? [] : given.splice(at, 1);
    const returns = answer?.response;
    return [{ name, args: objectOf(args), ...(returns !== undefined && { returns }) }];
  });
}

/** A conversation with its calls: the kit asks for the same calls in the same order, turn by turn. */
function caseOf({ tools }: ImportSource, id: string, turns: readonly Turn[]): JsonObject {
  const [first, ...later] = turns;
  const calls = turns.flatMap(({ calls: made }, turn) =>
    made.map(
      ({ name, args, returns }): JsonObject => ({
        name,
        ...(turns.length > 1 && { turn }),
        args: literals(args),
        ...(returns !== undefined && { returns }),
      }),
    ),
  );
  return {
    case_id: id,
    user_message: first?.said ?? '',
    ...(later.length > 0 && { replies: later.map(({ said }) => ({ content: said })) }),
    ...(tools && { tools: tools.path }),
    expected:
      calls.length > 0
        ? { calls, match: { calls: 'exact', compare: 'exact' } }
        : { tool_behavior: 'no_call' },
  };
}
