import type { Connection } from 'vscode-languageserver';
import { CancellationTokenSource } from 'vscode-languageserver';
import { isObject } from '../model/value.ts';
import { type ModelAnswer, type ModelQuestion, methods } from '../protocol.ts';
import type { ChatModel } from '../runner/agent-loop.ts';
import { ToolNames } from '../runner/tool-names.ts';
import type { EditorModelSpec } from '../workspace/running/run-host.ts';

/** The models that a client offers: every message of one is asked for by a request to it. */
export const editorModels =
  (connection: Connection) =>
  (spec: EditorModelSpec): ChatModel => ({
    name: [spec.vendor, spec.family].filter((part) => part !== undefined).join('/') || 'vscode-lm',
    async complete(messages, tools, _seed, signal) {
      const names = new ToolNames(tools);
      const question: ModelQuestion = {
        ...spec,
        messages: messages.map(({ toolCalls, ...message }) => ({
          ...message,
          ...(toolCalls && {
            toolCalls: toolCalls.map((call) => ({ ...call, name: names.sent(call.name) })),
          }),
        })),
        tools: tools.map(({ name, description, inputSchema }) => ({
          name: names.sent(String(name)),
          description: typeof description === 'string' ? description : '',
          ...(isObject(inputSchema) && { inputSchema }),
        })),
      };
      const answer = await ask(connection, question, signal);
      if (!answer.ok) throw new Error(answer.reason);
      const { model, content, calls } = answer;
      return {
        model,
        content,
        calls: calls.map((call) => ({ ...call, name: names.real(call.name) })),
      };
    },
  });

/** Asks until there is an answer or the signal ends it, whether the client hears that or not. */
async function ask(
  connection: Connection,
  question: ModelQuestion,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const cancelling = new CancellationTokenSource();
  const ended = new Promise<never>((_, reject) => {
    const end = () => {
      cancelling.cancel();
      reject(new Error('the question was ended'));
    };
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  const answer = connection.sendRequest<ModelAnswer>(methods.askModel, question, cancelling.token);
  return Promise.race([answer, ended]);
}
