import { expect, it } from 'vitest';
import { ModelKeys } from './model-keys.ts';

/** @param answers what the person gives, box by box */
function setUp(answers: readonly (string | undefined)[]) {
  const secrets = new Map<string, string>();
  const state = new Map<string, unknown>();
  const log: string[] = [];
  const given = [...answers];
  const vscode = {
    l10n: { t: (text: string) => text },
    window: {
      showInputBox: async ({ password = false, validateInput }: InputBox) => {
        const answer = given.shift();
        const problem = answer === undefined ? undefined : validateInput?.(answer);
        log.push(problem ?? (password ? 'hidden box' : 'box'));
        return problem === undefined ? answer : undefined;
      },
      showQuickPick: async (names: string[]) => {
        log.push(`pick of ${names.join(', ')}`);
        return given.shift();
      },
      showInformationMessage: (text: string) => log.push(text),
    },
  };
  const keys = new ModelKeys(
    vscode as never,
    {
      secrets: {
        get: async (name) => secrets.get(name),
        store: async (name, key) => void secrets.set(name, key),
        delete: async (name) => void secrets.delete(name),
      },
      globalState: {
        get: ((name: string, otherwise: unknown) => state.get(name) ?? otherwise) as never,
        update: async (name, value) => void state.set(name, value),
      },
    },
    async () => void log.push('restart'),
  );
  return { keys, secrets, state, log };
}

interface InputBox {
  readonly password?: boolean;
  readonly validateInput?: (text: string) => string | undefined;
}

it('keeps keys in the secret storage alone, and hands them to a server that is started anew', async () => {
  const { keys, state, log } = setUp(['MODEL_KEY', 'sk-secret', 'A_KEY', 'sk-other']);
  expect(await keys.environment()).toEqual({});
  await keys.keep();
  await keys.keep();
  expect(await keys.environment()).toEqual({ MODEL_KEY: 'sk-secret', A_KEY: 'sk-other' });
  expect(JSON.stringify([...state])).toBe('[["callsheet.keys",["A_KEY","MODEL_KEY"]]]');
  expect(log).toEqual(['box', 'hidden box', 'restart', 'box', 'hidden box', 'restart']);
});

it('forgets a key that a person chooses', async () => {
  const { keys, secrets, log } = setUp(['MODEL_KEY', 'sk-secret', 'MODEL_KEY']);
  await keys.keep();
  await keys.forget();
  expect(await keys.environment()).toEqual({});
  expect(secrets.size).toBe(0);
  await keys.forget();
  expect(log.slice(3)).toEqual(['pick of MODEL_KEY', 'restart', 'No key of a model is stored.']);
});

it.each([[[undefined]], [['two words']], [['MODEL_KEY', undefined]]])(
  'keeps nothing for %j',
  async (answers) => {
    const { keys, secrets, log } = setUp(answers);
    await keys.keep();
    expect(secrets.size).toBe(0);
    expect(log).not.toContain('restart');
  },
);
