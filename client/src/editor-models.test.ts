import { expect, it } from 'vitest';
import type { ModelQuestion } from '../../server/src/protocol.ts';
import { EditorModels } from './editor-models.ts';
import { cancellation } from './testing/fake-vscode.ts';

class Text {
  constructor(readonly value: string) {}
}
class Call {
  constructor(
    readonly callId: string,
    readonly name: string,
    readonly input: object,
  ) {}
}
class Result {
  constructor(
    readonly callId: string,
    readonly content: readonly Text[],
  ) {}
}

const model = (family: string) => ({ id: `${family}-2`, name: 'Small', vendor: 'acme', family });
const QUESTION: ModelQuestion = {
  family: 'small',
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Both, please.' },
    {
      role: 'assistant',
      content: 'Well.',
      toolCalls: [
        { id: 'a', name: 'look', arguments: '{"at":1}' },
        { id: 'b', name: 'look', arguments: 'no JSON' },
      ],
    },
    { role: 'tool', content: 'one', toolCallId: 'a' },
    { role: 'tool', content: 'two', toolCallId: 'b' },
  ],
  tools: [{ name: 'look', description: '', inputSchema: { type: 'object' } }],
};

/** An editor whose models give the parts prepared, or fail. */
function setUp(parts: readonly unknown[] | Error, families = ['large', 'small']) {
  const sent: { messages: unknown; options: unknown; token: unknown }[] = [];
  const vscode = {
    l10n: {
      t: (text: string, ...given: string[]) =>
        text.replace(/\{(\d)\}/g, (_, index) => given[index] ?? ''),
    },
    LanguageModelTextPart: Text,
    LanguageModelToolCallPart: Call,
    LanguageModelToolResultPart: Result,
    LanguageModelChatMessage: {
      User: (content: unknown) => ({ user: content }),
      Assistant: (content: unknown) => ({ assistant: content }),
    },
    lm: {
      selectChatModels: async ({ family }: { family?: string }) =>
        families
          .filter((each) => family === undefined || family === each)
          .map((each) => ({
            ...model(each),
            async sendRequest(messages: unknown, options: unknown, token: unknown) {
              sent.push({ messages, options, token });
              if (parts instanceof Error) throw parts;
              return {
                stream: (async function* () {
                  yield* parts;
                })(),
              };
            },
          })),
    },
  };
  return { models: new EditorModels(vscode as never), sent };
}

it('asks the first model that fits, results of one message together', async () => {
  const token = cancellation();
  const { models, sent } = setUp([new Text('Both '), new Text('are there.'), { odd: true }]);
  expect(await models.ask(QUESTION, token as never)).toEqual({
    ok: true,
    model: 'acme/small-2',
    content: 'Both are there.',
    calls: [],
  });
  expect(sent[0]?.messages).toEqual([
    { user: 'Be kind.' },
    { user: 'Both, please.' },
    { assistant: [new Text('Well.'), new Call('a', 'look', { at: 1 }), new Call('b', 'look', {})] },
    { user: [new Result('a', [new Text('one')]), new Result('b', [new Text('two')])] },
  ]);
  expect(sent[0]?.options).toMatchObject({
    tools: QUESTION.tools,
    modelOptions: { temperature: 0 },
  });
  expect(sent[0]?.token).toBe(token);
});

it('gives calls back as JSON', async () => {
  const { models } = setUp([new Call('c', 'look', { at: 2 })]);
  expect(await models.ask(QUESTION, cancellation() as never)).toMatchObject({
    calls: [{ id: 'c', name: 'look', arguments: '{"at":2}' }],
  });
});

it.each([
  ['NoPermissions', 'Small may not be used: allow Callsheet to use it'],
  ['NotFound', 'Small is no longer there'],
  ['Blocked', 'Small does not answer: its quota is used up'],
  ['Unknown', 'Small: it said no'],
])('says what to do where it fails with %s', async (code, reason) => {
  const { models } = setUp(Object.assign(new Error('it said no'), { code }));
  const answer = await models.ask(QUESTION, cancellation() as never);
  expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});

it.each([
  [['large'], 'no model “small”: change `vendor` and `family` of the runner; there are acme/large'],
  [[], 'no language model: install an extension that offers one'],
])('says what there is where no model fits: %j', async (families, reason) => {
  const { models } = setUp([], families);
  const answer = await models.ask(QUESTION, cancellation() as never);
  expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});
