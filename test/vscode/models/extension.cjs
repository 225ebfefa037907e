/** An extension whose language models answer from a script, for tests inside the extension host. */
const vscode = require('vscode');

const CALL = new vscode.LanguageModelToolCallPart('c1', 'get_weather', { city: 'Nairobi' });

/** What each model does with a conversation: the parts of its next message. */
const MODELS = {
  /** Asks for the weather, and tells what it heard. */
  plays(messages) {
    const heard = messages.at(-1).content.find((part) => 'callId' in part && 'content' in part);
    if (!heard) return [new vscode.LanguageModelTextPart('I look. '), CALL];
    const [{ value }] = heard.content;
    return [new vscode.LanguageModelTextPart(`It answered ${value}.`)];
  },
  blocks() {
    throw vscode.LanguageModelError.Blocked('out of quota');
  },
  /** Never answers. */
  async hangs(_, token) {
    hanging = new Promise((resolve) => token.onCancellationRequested(() => resolve('cancelled')));
    await hanging;
    return [];
  },
};

/** How the hanging question came to its end. */
let hanging;

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('scripted', {
      provideLanguageModelChatInformation: async () =>
        Object.keys(MODELS).map((family) => ({
          id: family,
          name: `Scripted ${family}`,
          family,
          version: '1',
          maxInputTokens: 10_000,
          maxOutputTokens: 10_000,
          capabilities: { toolCalling: true },
        })),
      async provideLanguageModelChatResponse({ id }, messages, _options, progress, token) {
        for (const part of await MODELS[id](messages, token)) progress.report(part);
      },
      provideTokenCount: async (_, text) => String(text).length,
    }),
    vscode.commands.registerCommand('scripted.hangs', () => hanging !== undefined),
    vscode.commands.registerCommand('scripted.end', () => hanging),
  );
};
