import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the service got it. */
export interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly temperature: number;
    readonly seed?: number;
    readonly messages: readonly { readonly role: string; readonly content: string | null }[];
    readonly tools?: readonly { readonly function: { readonly name: string } }[];
  };
}

/** What the service does with one request. */
export type Answer = (response: ServerResponse, asked: Asked) => void;

export interface ChatServer {
  readonly url: string;
  readonly asked: Asked[];
  close(): Promise<void>;
}

/** Speaks chat completions from a script: an answer for each request, the last for all that follow. */
export async function chatServer(script: readonly Answer[]): Promise<ChatServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const one = { headers: request.headers, body };
    asked.push(one);
    (script[asked.length - 1] ?? script.at(-1))?.(response, one);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const event = (response: ServerResponse, value: object) =>
  response.write(`data: ${JSON.stringify(value)}\n\n`);

const delta = (content: object, finish: string | null = null) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: content, finish_reason: finish }],
});

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  event(response, delta({ role: 'assistant', content: '' }));
}

function end(response: ServerResponse, finish: string, usage: object): void {
  event(response, delta({}, finish));
  event(response, { id: 'x', object: 'chat.completion.chunk', choices: [], usage });
  response.end('data: [DONE]\n\n');
}

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15, cost: 0.01 };

/** A message in words. */
export const says =
  (text: string): Answer =>
  (response) => {
    begin(response);
    for (const word of text.split(/(?<= )/)) event(response, delta({ content: word }));
    end(response, 'stop', USAGE);
  };

/** A message that calls tools, all at once; arguments come in pieces. */
export const calls =
  (...made: readonly (readonly [name: string, args: string])[]): Answer =>
  (response, { body }) => {
    begin(response);
    made.forEach(([name], index) => {
      const id = `call_${body.messages.length}_${index}`;
      const call = { index, id, type: 'function', function: { name, arguments: '' } };
      event(response, delta({ tool_calls: [call] }));
    });
    made.forEach(([, args], index) => {
      for (const piece of args.match(/.{1,7}/gs) ?? []) {
        event(response, delta({ tool_calls: [{ index, function: { arguments: piece } }] }));
      }
    });
    end(response, 'tool_calls', USAGE);
  };

/** A message with a call, all at once: `stream` is not heard. */
export const callsAtOnce =
  (name: string, args: string): Answer =>
  (response) => {
    const call = { id: 'call_0', type: 'function', function: { name, arguments: args } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason: 'tool_calls' }],
        usage: USAGE,
      }),
    );
  };

/** A refusal with a status, and what headers come with it. */
export const refuses =
  (status: number, headers: Readonly<Record<string, string>> = {}, message = 'no'): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message } }));
  };

/** Begins a message, and breaks off. */
export const breaksOff: Answer = (response) => {
  begin(response);
  event(response, delta({ content: 'I was about to' }));
  response.write('', () => response.destroy());
};

/** Ends a message that has no end. */
export const endsShort: Answer = (response) => {
  begin(response);
  response.end();
};

/** Begins a message, and never goes on. */
export const hangs: Answer = (response) => begin(response);
