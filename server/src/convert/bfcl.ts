/**
 * The Berkeley Function Calling Leaderboard: questions with the functions on offer, and for each argument
 * the list of values that its checker accepts, where `""` says that the argument may be left out.
 */
import { canonicalJson } from '../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { type Companion, type Importer, Losses, NOTHING } from './imported.ts';
import { oneOf } from './matchers.ts';
import { listOf, objectOf, objectsOf, textOf } from './values.ts';

/** Literal combinations that one argument is spelled out into at most. */
const MAX_LITERALS = 200;

/** Categories whose questions none of the functions answers. */
const IRRELEVANT = /irrelevance/;

/** Reads questions; their accepted answers stand in a file of their own. */
export const importBfcl: Importer = ({ stem, values, answers, tools }) => {
  if (tools) return 'questions bring their own functions: leave out --tools';
  const questions = values.flatMap((value) => (Array.isArray(value) ? value : [value]));
  const entries = questions.filter(isObject).filter(({ question }) => Array.isArray(question));
  if (entries.length === 0) {
    return 'it holds no question of BFCL: lines of JSON with "id", "question" and "function" are read';
  }
  const irrelevant = (entry: JsonObject, index: number) =>
    IRRELEVANT.test(textOf(entry.id) ?? `${stem}_${index}`);
  if (answers === undefined && !entries.some(irrelevant)) {
    return 'the accepted answers stand in a file of their own: name it with --answers';
  }
  const truths = new Map(objectsOf(flat(answers)).map((entry) => [textOf(entry.id), entry]));
  const losses = new Losses();
  const manifests = new Manifests(stem);
  const cases = entries.flatMap((entry, index): JsonObject[] => {
    const id = textOf(entry.id) ?? `${stem}_${index}`;
    losses.unread(id, entry, ['id', 'question', 'function']);
    const functions = objectsOf(
      Array.isArray(entry.function) ? entry.function : [entry.function ?? null],
    );
    const expected = expectationOf(id, truths.get(id)?.ground_truth, functions, losses);
    if (!expected) return [];
    return [
      {
        case_id: id,
        category: categoryOf(id),
        ...conversation(id, listOf(entry.question), losses),
        tools: manifests.pathOf(id, functions),
        expected,
      },
    ];
  });
  return { ...NOTHING, cases, manifests: manifests.files, losses: losses.all };
};

const flat = (values: readonly Json[] | undefined): Json =>
  (values ?? []).flatMap((value) => (Array.isArray(value) ? value : [value]));

const categoryOf = (id: string): string => id.replace(/_\d[\d-]*$/, '');

function expectationOf(
  id: string,
  truth: Json | undefined,
  functions: readonly JsonObject[],
  losses: Losses,
): JsonObject | undefined {
  if (truth === undefined) {
    if (IRRELEVANT.test(id)) return { tool_behavior: 'no_call' };
    losses.add(
      id,
      'ground_truth',
      'there is no accepted answer, so there is no case (--answers names their file)',
    );
    return undefined;
  }
  if (!Array.isArray(truth) || truth.length === 0 || !truth.every(isCall)) {
    losses.add(id, 'ground_truth', 'is no list of calls with accepted values, so there is no case');
    return undefined;
  }
  return bfclExpectation(truth as readonly BfclCall[], functions, (key, reason) =>
    losses.add(id, key, reason),
  );
}

/** A call as BFCL writes it: one key, the function's name. */
export type BfclCall = Readonly<Record<string, JsonObject>>;

const isCall = (value: Json): boolean =>
  isObject(value) && Object.values(value).every((args) => isObject(args));

/**
 * What BFCL accepts, as a case expects it: the calls in one group and no other, values compared loosely.
 *
 * @param functions the functions' documents, as the question gives them
 * @param lose told of what cannot be said
 */
export function bfclExpectation(
  answer: readonly BfclCall[],
  functions: readonly JsonObject[],
  lose: (key: string, reason: string) => void = () => {},
): JsonObject {
  const made = answer.flatMap((call) => Object.entries(call));
  const calls = made.map(([name, args]): JsonObject => {
    const document = functions.find((each) => each.name === name);
    const properties = objectOf(objectOf(document?.parameters).properties);
    const graded = Object.entries(args).filter(
      ([key, accepted]) => !isAbsent(accepted, objectOf(properties[key])),
    );
    return {
      name,
      ...(made.length > 1 && { group: 0 }),
      args: Object.fromEntries(
        graded.map(([key, accepted]) => [
          key,
          accept(accepted, (reason) => lose(`${name}.${key}`, reason)),
        ]),
      ),
    };
  });
  return { calls, match: { compare: 'loose', extra_calls: 'none' } };
}

/** Whether an argument is to be left out: nothing but `""` is accepted, and it is no value of its own. */
function isAbsent(accepted: Json, { type, enum: members }: JsonObject): boolean {
  if (!Array.isArray(accepted) || accepted.length === 0) return false;
  const isValue = type === 'string' && (!Array.isArray(members) || members.includes(''));
  return !isValue && accepted.every((value) => value === '');
}

/** The accepted values of one argument, or of one key of an object inside it, as a matcher. */
function accept(accepted: Json, lose: (reason: string) => void): Json {
  if (!Array.isArray(accepted)) {
    lose('the accepted values are no list; the one value is taken');
    return oneOf([accepted]);
  }
  const optional = accepted.includes('');
  const values = accepted.filter((value) => value !== '');
  const [only] = values;
  if (only === undefined) return optional ? oneOf([''], true) : { allowed: [] };
  if (!values.some(holdsObject)) return oneOf(values, optional);
  // The keys of an object, and of the objects of a list, hold lists of accepted values again.
  if (values.length === 1 && !optional) return inside(only, lose);
  const literals = values.flatMap(spellOut);
  if (literals.length > MAX_LITERALS) {
    lose(`of ${literals.length} accepted combinations the first ${MAX_LITERALS} are taken`);
  }
  return oneOf(literals.slice(0, MAX_LITERALS), optional);
}

const holdsObject = (value: Json): boolean =>
  isObject(value) || (Array.isArray(value) && value.some(isObject));

const inside = (value: Json, lose: (reason: string) => void): Json =>
  Array.isArray(value)
    ? value.map((item) => inside(item, lose))
    : isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, accept(each, lose)]))
      : value;

/** Every value that an object of accepted values stands for: a choice among objects holds literals. */
function spellOut(value: Json): Json[] {
  if (Array.isArray(value)) return combine(value.map(spellOut)).map((items) => [...items]);
  if (!isObject(value)) return [value];
  const choices = Object.entries(value).map(([key, accepted]) =>
    listOf(accepted).flatMap((each): (readonly [string, Json])[][] =>
      each === '' ? [[]] : spellOut(each).map((one) => [[key, one]]),
    ),
  );
  return combine(choices).map((entries) => Object.fromEntries(entries.flat()));
}

/** One of each list, in every combination, as far as they are of use. */
function combine<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  return choices.reduce<readonly (readonly T[])[]>(
    (made, next) =>
      made.flatMap((row) => next.map((each) => [...row, each])).slice(0, 2 * MAX_LITERALS),
    [[]],
  );
}

function conversation(id: string, turns: readonly Json[], losses: Losses): JsonObject {
  const [first = [], ...later] = turns.map((turn) =>
    objectsOf(Array.isArray(turn) ? turn : [turn]),
  );
  const messages = first.map(({ role, content }) => ({
    role: textOf(role) ?? 'user',
    content: typeof content === 'string' ? content : '',
  }));
  const [only] = messages;
  const replies = later.flat().flatMap(({ role, content }) => {
    if (role === 'user' && typeof content === 'string') return [{ content }];
    losses.add(id, 'question', `a later message of ${textOf(role) ?? 'nobody'} cannot be a reply`);
    return [];
  });
  return {
    ...(messages.length === 1 && only?.role === 'user'
      ? { user_message: only.content }
      : { messages }),
    ...(replies.length > 0 && { replies }),
  };
}

/** One manifest for each list of functions: the same name means another function in another question. */
class Manifests {
  readonly files: Companion[] = [];
  private readonly known = new Map<string, string>();

  constructor(private readonly stem: string) {}

  pathOf(id: string, functions: readonly JsonObject[]): string {
    const key = canonicalJson([...functions]);
    let path = this.known.get(key);
    if (path === undefined) {
      path = `${this.stem}.tools/${id.replaceAll(/[^\w.-]/g, '_')}.tools.json`;
      this.known.set(key, path);
      this.files.push({ path, value: functions.map(objectOf) });
    }
    return `./${path}`;
  }
}
