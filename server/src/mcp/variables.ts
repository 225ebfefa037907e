import { say } from '../l10n/say.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { McpFailure } from './server.ts';

/** A value that a person is asked for, as `inputs` of `.vscode/mcp.json` describes it. */
export interface McpInput {
  readonly id: string;
  readonly description?: string;
  readonly default?: string;
  /** Not to be shown while it is typed. */
  readonly password: boolean;
  /** The values to choose from. */
  readonly options?: readonly string[];
}

/** What stands behind variables such as `${workspaceFolder}`. */
export interface VariableSources {
  /** Of the workspace folder, an absolute path. */
  readonly folder: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly inputs: readonly McpInput[];
  /** Asks a person; undefined where nobody answers. */
  ask(input: McpInput): Promise<string | undefined>;
}

/** Reads `inputs`. One that a command of an editor would answer is left out. */
export function readInputs(value: Json | undefined): McpInput[] {
  return (Array.isArray(value) ? value : []).filter(isObject).flatMap((input): McpInput[] => {
    const { id, type, description, default: preset, options } = input;
    if (typeof id !== 'string' || type === 'command') return [];
    return [
      {
        id,
        ...(typeof description === 'string' && { description }),
        ...(typeof preset === 'string' && { default: preset }),
        password: input.password === true,
        ...(Array.isArray(options) && { options: options.map(optionValue) }),
      },
    ];
  });
}

const optionValue = (option: Json): string =>
  String(isObject(option) ? (option.value ?? option.label) : option);

const VARIABLE = /\$\{([^{}]+)\}/g;
const PLAIN_NAME = /^([A-Za-z_]\w*)(?::-([\s\S]*))?$/;

type Resolver = (name: string, sources: VariableSources) => Promise<string> | string;

const fixed: Readonly<Record<string, (sources: VariableSources) => string>> = {
  workspaceFolder: ({ folder }) => folder,
  workspaceFolderBasename: ({ folder }) => folder.split(/[\\/]/).findLast(Boolean) ?? '',
  userHome: ({ home }) => home,
};

const prefixed: Readonly<Record<string, Resolver>> = {
  env: (name, { env }) => env[name] ?? '',
  input: askFor,
};

async function askFor(name: string, { inputs, ask }: VariableSources): Promise<string> {
  const input = inputs.find(({ id }) => id === name);
  if (!input) throw new McpFailure(say`no \`inputs\` entry has the id “${name}”`);
  const answer = await ask(input);
  if (answer === undefined) {
    const what = input.description === undefined ? '' : ` (${input.description})`;
    throw new McpFailure(
      say`the input “${name}”${what} has to be asked for: run this in a terminal`,
    );
  }
  return answer;
}

/** `${NAME}` and `${NAME:-default}` are variables of the environment, as `.mcp.json` writes them. */
function fromEnvironment(variable: string, { env }: VariableSources): string {
  const [, name, preset] = PLAIN_NAME.exec(variable) ?? [];
  const value = name === undefined ? undefined : (env[name] ?? preset);
  if (value === undefined)
    throw new McpFailure(say`nothing is known of the variable \${${variable}}`);
  return value;
}

async function lookUp(variable: string, sources: VariableSources): Promise<string> {
  if (Object.hasOwn(fixed, variable)) return fixed[variable]!(sources);
  const colon = variable.indexOf(':');
  const prefix = variable.slice(0, Math.max(colon, 0));
  if (Object.hasOwn(prefixed, prefix)) return prefixed[prefix]!(variable.slice(colon + 1), sources);
  return fromEnvironment(variable, sources);
}

/**
 * Puts values in the place of the variables of a server's texts, at any depth. Each input is asked for once.
 *
 * @throws McpFailure where a variable has no value
 */
export async function substitute(value: JsonObject, sources: VariableSources): Promise<JsonObject> {
  const known = new Map<string, Promise<string>>();
  const visit = async (part: Json): Promise<Json> => {
    if (typeof part === 'string') {
      for (const [, variable] of part.matchAll(VARIABLE)) {
        if (!known.has(variable!)) known.set(variable!, lookUp(variable!, sources));
        await known.get(variable!);
      }
      const values = new Map<string, string>();
      for (const [name, pending] of known) values.set(name, await pending);
      return part.replaceAll(VARIABLE, (_, variable: string) => values.get(variable)!);
    }
    if (Array.isArray(part)) {
      const items: Json[] = [];
      for (const item of part) items.push(await visit(item));
      return items;
    }
    if (!isObject(part)) return part;
    const entries: [string, Json][] = [];
    for (const [key, each] of Object.entries(part)) entries.push([key, await visit(each)]);
    return Object.fromEntries(entries);
  };
  return (await visit(value)) as JsonObject;
}
