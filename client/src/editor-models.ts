import type {
  CancellationToken,
  LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelChatResponse,
} from 'vscode';
import type { ModelAnswer, ModelCall, ModelQuestion } from '../../server/src/protocol.ts';
import type { VsCode } from './vscode.ts';

type Part = Pick<
  VsCode,
  | 'l10n'
  | 'LanguageModelChatMessage'
  | 'LanguageModelTextPart'
  | 'LanguageModelToolCallPart'
  | 'LanguageModelToolResultPart'
  | 'lm'
>;
type Message = ModelQuestion['messages'][number];

/** Asks a person's own models, those that other extensions offer through VS Code, for the server. */
export class EditorModels {
  constructor(private readonly vscode: Part) {}

  /**
   * The next message of the first model that fits. VS Code itself asks the person whether this extension
   * may use it. Never rejects: a model that cannot be asked is an answer too.
   */
  async ask(question: ModelQuestion, token: CancellationToken): Promise<ModelAnswer> {
    const { vendor, family, messages, tools } = question;
    const { l10n, lm } = this.vscode;
    const wanted = { ...(vendor && { vendor }), ...(family && { family }) };
    let model: LanguageModelChat | undefined;
    try {
      [model] = await lm.selectChatModels(wanted);
      if (!model) return failed(await this.#missing([vendor, family]));
      const response = await model.sendRequest(
        this.#conversation(messages),
        {
          justification: l10n.t('It plays the cases that you run.'),
          modelOptions: { temperature: 0 },
          tools: [...tools],
        },
        token,
      );
      return { ok: true, model: `${model.vendor}/${model.id}`, ...(await this.#read(response)) };
    } catch (error) {
      return failed(this.#reason(error, model?.name ?? [vendor, family].join('/')));
    }
  }

  /** The results of calls that were made together go back together. */
  #conversation(messages: readonly Message[]): LanguageModelChatMessage[] {
    const { LanguageModelChatMessage: Chat, LanguageModelToolResultPart: Result } = this.vscode;
    const text = (content: string) => new this.vscode.LanguageModelTextPart(content);
    const list: LanguageModelChatMessage[] = [];
    let results: InstanceType<typeof Result>[] | undefined;
    for (const { role, content, toolCalls = [], toolCallId = '' } of messages) {
      if (role === 'tool') {
        if (!results) {
          results = [];
          list.push(Chat.User(results));
        }
        results.push(new Result(toolCallId, [text(content)]));
        continue;
      }
      results = undefined;
      if (role !== 'assistant') list.push(Chat.User(content));
      else {
        const calls = toolCalls.map(({ id, name, arguments: written }) => {
          return new this.vscode.LanguageModelToolCallPart(id, name, objectOf(written));
        });
        list.push(Chat.Assistant([...(content === '' ? [] : [text(content)]), ...calls]));
      }
    }
    return list;
  }

  async #read({ stream }: LanguageModelChatResponse) {
    const { LanguageModelTextPart: Text, LanguageModelToolCallPart: Call } = this.vscode;
    let content = '';
    const calls: ModelCall[] = [];
    for await (const part of stream) {
      if (part instanceof Text) content += part.value;
      else if (part instanceof Call) {
        const { callId: id, name, input } = part;
        calls.push({ id, name, arguments: JSON.stringify(input) });
      }
    }
    return { content, calls };
  }

  async #missing(wanted: readonly (string | undefined)[]): Promise<string> {
    const { l10n, lm } = this.vscode;
    const there = (await lm.selectChatModels({})).map(
      ({ vendor, family }) => `${vendor}/${family}`,
    );
    const name = wanted.filter(Boolean).join('/');
    if (there.length > 0) {
      const list = [...new Set(there)].join(', ');
      return l10n.t(
        'VS Code has no model “{0}”: change `vendor` and `family` of the runner; there are {1}',
        name,
        list,
      );
    }
    return l10n.t(
      'VS Code has no language model: install an extension that offers one, such as GitHub Copilot Chat, and sign in',
    );
  }

  #reason(error: unknown, model: string): string {
    const { l10n } = this.vscode;
    const said = error instanceof Error ? error.message : String(error);
    const words = Object.entries(REASONS).find(([code]) => code === codeOf(error))?.[1];
    return words ? words(l10n, model, said) : `${model}: ${said}`;
  }
}

/** What to do, by the code of a `LanguageModelError`. */
const REASONS: Readonly<
  Record<string, (l10n: Part['l10n'], model: string, said: string) => string>
> = {
  NoPermissions: (l10n, ...values) =>
    l10n.t(
      '{0} may not be used: allow Callsheet to use it (Manage Language Model Access), and run the case again ({1})',
      ...values,
    ),
  NotFound: (l10n, ...values) =>
    l10n.t(
      '{0} is no longer there: see that its extension is active and signed in ({1})',
      ...values,
    ),
  Blocked: (l10n, ...values) =>
    l10n.t(
      '{0} does not answer: its quota is used up, or its filter refused the conversation ({1})',
      ...values,
    ),
};

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

const failed = (reason: string): ModelAnswer => ({ ok: false, reason });

function objectOf(written: string): object {
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
