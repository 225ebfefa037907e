import type { Memento, SecretStorage } from 'vscode';
import type { VsCode } from './vscode.ts';

/** The names of the stored keys: a secret storage does not tell them. */
const NAMES = 'callsheet.keys';

const secretOf = (name: string): string => `callsheet.key.${name}`;

/** Where the keys are: the keys themselves in the secret storage alone. */
export interface KeyStore {
  readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>;
  readonly globalState: Pick<Memento, 'get' | 'update'>;
}

/**
 * Keys of model services, by the names that runners give under `api_key_env`. They reach the server as
 * variables of its environment: what it is told in messages can be traced into a log.
 */
export class ModelKeys {
  constructor(
    private readonly vscode: Pick<VsCode, 'l10n' | 'window'>,
    private readonly store: KeyStore,
    /** Has the server started anew, with the keys of then. */
    private readonly restart: () => Promise<void>,
  ) {}

  /** Every stored key, by its name. */
  async environment(): Promise<Readonly<Record<string, string>>> {
    const keys: [string, string][] = [];
    for (const name of this.#names()) {
      const key = await this.store.secrets.get(secretOf(name));
      if (key !== undefined) keys.push([name, key]);
    }
    return Object.fromEntries(keys);
  }

  /** Asks for a name and a key, and keeps it. */
  async keep(): Promise<void> {
    const { l10n, window } = this.vscode;
    const name = await window.showInputBox({
      prompt: l10n.t('The name of the key, as a runner gives it under “api_key_env”'),
      ignoreFocusOut: true,
      validateInput: (text) =>
        /^[A-Za-z_]\w*$/.test(text)
          ? undefined
          : l10n.t('Letters, digits and _, such as MODEL_KEY'),
    });
    if (!name) return;
    const prompt = l10n.t('The key “{0}”: it is kept in the secret storage of this machine', name);
    const key = await window.showInputBox({ prompt, password: true, ignoreFocusOut: true });
    if (!key) return;
    await this.store.secrets.store(secretOf(name), key);
    await this.#remember([...this.#names().filter((each) => each !== name), name]);
  }

  /** Has the person choose a key, and forgets it. */
  async forget(): Promise<void> {
    const { l10n, window } = this.vscode;
    const names = this.#names();
    if (names.length === 0) {
      void window.showInformationMessage(l10n.t('No key of a model is stored.'));
      return;
    }
    const placeHolder = l10n.t('The key to forget');
    const name = await window.showQuickPick(names, { placeHolder });
    if (!name) return;
    await this.store.secrets.delete(secretOf(name));
    await this.#remember(names.filter((each) => each !== name));
  }

  #names(): string[] {
    return this.store.globalState.get<string[]>(NAMES, []);
  }

  async #remember(names: readonly string[]): Promise<void> {
    await this.store.globalState.update(NAMES, [...names].sort());
    await this.restart();
  }
}
