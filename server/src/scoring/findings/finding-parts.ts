import { say } from '../../l10n/say.ts';
import type { CallView } from '../matching/run-view.ts';
import type { GateTarget, ScoreFinding } from '../score.ts';
import { show } from '../values/show.ts';

/** What a gate that holds finds. */
export const NONE: readonly ScoreFinding[] = [];

/** Stands for the trajectory as a whole. */
export const CALLS: GateTarget = { kind: 'expected', key: 'calls' };

/** A finding that fails the run. */
export const error = (
  code: string,
  target: GateTarget,
  message: string,
  rest: Partial<ScoreFinding> = {},
): ScoreFinding => ({ code, severity: 'error', message, target, ...rest });

/** The same, on a golden call. */
export const onGolden = (
  code: string,
  golden: number,
  message: string,
  rest: Partial<ScoreFinding> = {},
): ScoreFinding => error(code, { kind: 'call', golden }, message, { golden, ...rest });

const argsOf = ({ call, args }: CallView) => show(args ?? call.rawArguments ?? {});

/** An emitted call in words. */
export const described = (call: CallView): string => say`${call.call.name} with ${argsOf(call)}`;
