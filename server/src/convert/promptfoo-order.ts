import type { ExpectedCall, ExpectedPath } from '../model/expectation.ts';

type Lose = (key: string, reason: string) => void;

/** What of a call no test can ask for, by the key that it is written under. */
const CALL_KEYS: readonly (readonly [string, (call: ExpectedCall) => boolean, string])[] = [
  ['optional', ({ optional }) => optional, 'a call that may be left out cannot be said'],
  ['turn', ({ turn }) => turn !== undefined, 'the turn of a call cannot be said'],
  ['after', ({ hasAfter }) => hasAfter, 'an order of some calls alone cannot be said'],
  ['fails', ({ fails }) => fails !== undefined, 'an injected failure cannot be said'],
  [
    'idempotency_key',
    ({ idempotencyKey }) => idempotencyKey !== undefined,
    'effects are not counted',
  ],
];

/**
 * How the calls of a trajectory are ordered, as far as a test can say it: as they are listed, or not at
 * all. What it cannot is told.
 */
export function orderOf({ calls, callMode }: ExpectedPath, lose: Lose): 'listed' | 'none' {
  for (const [index, call] of calls.entries()) {
    for (const [key, isWritten, reason] of CALL_KEYS) {
      if (isWritten(call)) lose(`expected.calls[${index}].${key}`, reason);
    }
  }
  if (callMode === 'any_order' || calls.length === 1) return 'none';
  if (callMode !== 'groups') return 'listed';
  const groups = calls.map(({ group }) => group);
  const distinct = new Set(groups);
  if (distinct.size === 1 && groups[0] !== undefined) return 'none';
  const rises = groups.every(
    (group, index) => index === 0 || (groups[index - 1] ?? 0) < (group ?? 0),
  );
  if (groups[0] !== undefined && !rises) {
    lose('expected.calls[].group', 'groups of several calls in an order cannot be said');
  }
  return 'listed';
}
