/** promptfoo: configurations, or lists of tests, with assertions on the trajectory. */
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { type Companion, type Importer, type ImportSource, Losses, NOTHING } from './imported.ts';
import { expectationOf } from './promptfoo-assertions.ts';
import { listOf, objectOf, objectsOf, textOf } from './values.ts';

const CONFIG_KEYS = ['description', 'prompts', 'providers', 'targets', 'tests', 'defaultTest'];
const TEST_KEYS = ['description', 'vars', 'assert', 'metadata'];

export const importPromptfoo: Importer = (source) => {
  const [whole = null] = source.values;
  const isConfig =
    isObject(whole) && (Object.hasOwn(whole, 'tests') || Object.hasOwn(whole, 'prompts'));
  const config: JsonObject = isConfig ? whole : { tests: whole };
  const tests = Array.isArray(config.tests) ? objectsOf(config.tests) : [];
  const known =
    isConfig || tests.some(({ assert, vars }) => Array.isArray(assert) || isObject(vars));
  if (!known) return 'it is neither a configuration of promptfoo nor a list of tests';

  const losses = new Losses();
  losses.unread(undefined, config, CONFIG_KEYS);
  if (!Array.isArray(config.tests) && config.tests !== undefined) {
    losses.add(undefined, 'tests', 'tests in files of their own are imported from those files');
  }
  const manifests = manifestsOf(source, config, losses);
  const tools = source.tools?.path ?? (manifests[0] && `./${manifests[0].path}`);
  const names = source.tools?.names ?? manifests.slice(0, 1).flatMap(({ value }) => namesOf(value));
  const byDefault = objectOf(config.defaultTest);
  losses.unread(undefined, byDefault, ['assert', 'vars'], 'defaultTest.');
  const prompts = promptsOf(config, losses);

  const cases = tests.flatMap((test, index) => {
    const { testCaseId } = objectOf(test.metadata);
    const id = textOf(testCaseId) ?? `${source.stem}-${index + 1}`;
    losses.unread(id, test, TEST_KEYS);
    losses.unread(id, objectOf(test.metadata), ['testCaseId', 'tracingEnabled'], 'metadata.');
    const asserted = [...objectsOf(byDefault.assert), ...objectsOf(test.assert)];
    const lose = (key: string, reason: string) => losses.add(id, key, reason);
    const expected = expectationOf(asserted, names, lose);
    if (!expected) {
      losses.add(id, 'assert', 'nothing of it can be expected in a case, so there is no case');
      return [];
    }
    const vars = { ...objectOf(byDefault.vars), ...objectOf(test.vars) };
    return prompts.map((prompt, at): JsonObject => {
      const title = textOf(test.description);
      return {
        case_id: prompts.length > 1 ? `${id}-${at + 1}` : id,
        ...(title !== undefined && { title }),
        ...messageOf(id, prompt, vars, losses),
        ...(tools !== undefined && { tools }),
        expected,
      };
    });
  });
  return { ...NOTHING, cases, manifests, losses: losses.all };
};

/** The texts of prompts; one that stands for itself where there is none to be read. */
function promptsOf(config: JsonObject, losses: Losses): (string | undefined)[] {
  const prompts = [...listOf(config.prompts)].flatMap((prompt) => {
    const text = typeof prompt === 'string' ? prompt : textOf(objectOf(prompt).raw);
    if (text !== undefined && !/^file:|\.(txt|json|ya?ml|md|py|js)$/.test(text)) return [text];
    losses.add(undefined, 'prompts', 'a prompt in a file of its own is not read');
    return [];
  });
  return prompts.length > 0 ? prompts : [undefined];
}

const VARIABLE = /\{\{\s*([\w.]+)\s*\}\}/g;

/** The prompt with its variables filled in; without a prompt, the one variable, or the script of turns. */
function messageOf(
  id: string,
  prompt: string | undefined,
  vars: JsonObject,
  losses: Losses,
): JsonObject {
  if (prompt !== undefined) {
    if (/\{%|\{\{[^}]*[^\w\s.}{][^}]*\}\}/.test(prompt)) {
      losses.add(id, 'prompts', 'the template does more than name variables: it stands as written');
      return { user_message: prompt };
    }
    return {
      user_message: prompt.replaceAll(VARIABLE, (whole, name: string) => {
        const value = Object.hasOwn(vars, name) ? vars[name] : undefined;
        return typeof value === 'object' || value === undefined ? whole : String(value);
      }),
    };
  }
  const texts = Object.values(vars).filter((value) => typeof value === 'string');
  if (texts.length === 1 && Object.keys(vars).length === 1) {
    losses.add(id, 'vars', 'the one variable stands as the message');
    return { user_message: texts[0]! };
  }
  if (texts.length > 0) losses.add(id, 'vars', 'without a prompt they make no message');
  return {};
}

/** The tools that each provider is given, as it is given them. */
function manifestsOf({ stem }: ImportSource, config: JsonObject, losses: Losses): Companion[] {
  const providers = [...listOf(config.providers ?? config.targets)];
  const given = providers.flatMap((provider, index): { id: string; tools: Json }[] => {
    const own = objectOf(provider);
    const id = textOf(own.id) ?? `provider ${index + 1}`;
    const { tools } = objectOf(own.config);
    if (tools === undefined) return [];
    if (Array.isArray(tools)) return [{ id, tools }];
    losses.add(
      undefined,
      `providers[${index}].config.tools`,
      `${id}: tools in a file are not read`,
    );
    return [];
  });
  return given.map(({ id, tools }, index) => {
    if (index > 0) {
      losses.add(
        undefined,
        'providers',
        `${id} has its own definition of the tools, which no case names: ${stem}.${index + 1}.tools.json`,
      );
    }
    return { path: `${stem}${index > 0 ? `.${index + 1}` : ''}.tools.json`, value: tools };
  });
}

const namesOf = (tools: Json): string[] =>
  objectsOf(tools).flatMap((tool) => textOf(tool.name ?? objectOf(tool.function).name) ?? []);
