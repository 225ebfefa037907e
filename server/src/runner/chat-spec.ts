import { say } from '../l10n/say.ts';
import type { JsonObject } from '../model/value.ts';
import type { LoopLimits } from './agent-loop.ts';

/** The model that a `chat` runner of the configuration names. */
export interface ChatSpec {
  readonly baseUrl: string;
  readonly model: string;
  /** Undefined where the address wants none. */
  readonly apiKey?: string;
  readonly temperature: number;
  /** Instead of the trial's own. */
  readonly seed?: number;
}

/** Model messages in a run, where the configuration does not say (format.md, "Configuration"). */
const MAX_TURNS = 20;
/** Seconds for a run of a model, where the configuration does not say. */
const TIMEOUT_S = 120;

const numberOf = <T>(value: unknown, otherwise: T): number | T =>
  typeof value === 'number' ? value : otherwise;

/**
 * Reads a `chat` runner of the configuration. Its key is taken from the environment alone.
 *
 * @returns a reason in words where it cannot be used
 */
export function readChat(
  written: JsonObject,
  environment: Readonly<Record<string, string | undefined>>,
): ChatSpec | string {
  const { base_url: baseUrl, model, api_key_env: keyName } = written;
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl)) {
    return say`its \`base_url\` is no web address`;
  }
  if (typeof model !== 'string') return say`it names no \`model\``;
  const apiKey = typeof keyName === 'string' ? environment[keyName] : undefined;
  if (typeof keyName === 'string' && !apiKey) {
    return say`the variable ${keyName} that holds its key is not set, nor does VS Code keep a key of that name (Callsheet: Store a Model Key)`;
  }
  const seed = numberOf(written.seed, undefined);
  return {
    baseUrl,
    model,
    temperature: numberOf(written.temperature, 0),
    ...(apiKey !== undefined && { apiKey }),
    ...(seed !== undefined && { seed }),
  };
}

/** Reads the limits that a model's runs have. */
export function readLimits({
  max_turns: turns,
  timeout_s: timeout,
  max_cost_usd: cost,
  system,
}: JsonObject): LoopLimits {
  const maxCostUsd = numberOf(cost, undefined);
  return {
    maxTurns: numberOf(turns, MAX_TURNS),
    timeoutS: numberOf(timeout, TIMEOUT_S),
    ...(maxCostUsd !== undefined && { maxCostUsd }),
    ...(typeof system === 'string' && { system }),
  };
}
