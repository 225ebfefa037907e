import { say } from '../l10n/say.ts';
import { Conversation, type ConversationOptions, type PullResult } from './conversation.ts';
import { McpFailure } from './server.ts';

export { connectServer } from './connect.ts';

/** Seconds until a pull is given up, where nobody says otherwise. */
export const DEFAULT_TIMEOUT_S = 30;

export interface PullOptions extends Omit<ConversationOptions, 'timeoutMs'> {
  /** For the whole pull; 30 where absent. */
  readonly timeoutS?: number;
}

/**
 * Lists the tools of an MCP server, page by page, then ends the conversation, and the server with all that
 * it has started where it was started for this.
 *
 * @param signal ends the pull
 * @throws McpFailure where the tools cannot be listed in time
 */
export async function pullTools(options: PullOptions, signal?: AbortSignal): Promise<PullResult> {
  const timeoutS = options.timeoutS ?? DEFAULT_TIMEOUT_S;
  const clock = AbortSignal.timeout(timeoutS * 1000);
  const ends = signal ? AbortSignal.any([signal, clock]) : clock;
  const conversation = new Conversation({ ...options, timeoutMs: timeoutS * 1000 }, ends);
  try {
    return await untilAborted(ends, conversation.listTools());
  } catch (error) {
    if (signal?.aborted) throw new McpFailure(say`the pull was cancelled`);
    const reason = clock.aborted
      ? say`the server did not answer within ${timeoutS} s`
      : conversation.reasonOf(error);
    throw new McpFailure(conversation.withWords(reason));
  } finally {
    await conversation.end();
  }
}

/** The promise's outcome, or a rejection as soon as the signal says so. */
function untilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
