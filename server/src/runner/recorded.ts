import { equalJson } from '../model/json-text.ts';
import type { EmittedCall, Run } from '../model/run.ts';
import type { JsonObject } from '../model/value.ts';
import type { OpenTools, ToolAnswer } from './runner.ts';

/**
 * Tools that answer as they did in a recorded run: a call of the same tool with the same arguments gets
 * what came then, of several the next in their order, and the last of them again.
 */
export function recordedTools(run: Run, same: (a: string, b: string) => boolean): OpenTools {
  const used = new Set<EmittedCall>();
  const find = (name: string, args: JsonObject) => {
    const alike = run.calls.filter(
      (call) => same(call.name, name) && call.arguments && equalJson(call.arguments, args),
    );
    return alike.find((call) => !used.has(call)) ?? alike.at(-1);
  };
  return {
    async call(name, args) {
      const found = find(name, args);
      // It must not seem to have failed: a call that failed is harmless, and this one may not be.
      if (!found) return { status: 'ok', output: null };
      used.add(found);
      return answerOf(found);
    },
  };
}

function answerOf({ status, output, error, effects }: EmittedCall): ToolAnswer {
  const failedThen = status === 'error' || status === 'denied' || status === 'cancelled';
  return {
    status: failedThen ? 'error' : status === 'timeout' ? 'timeout' : 'ok',
    ...(output !== undefined && { output }),
    ...(error !== undefined && { error }),
    ...(effects !== undefined && { effects }),
  };
}
