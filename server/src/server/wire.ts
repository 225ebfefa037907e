/** Levels of a value that an answer holds: what is below is told, not sent. */
const MAX_LEVELS = 100;

/**
 * A value as it can be sent: whatever a recording holds, the protocol's writer neither goes too deep nor
 * meets an integer that it cannot write.
 */
export function forWire<T>(value: T): T {
  return bearable(value, 0) as T;
}

function bearable(value: unknown, level: number): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level === MAX_LEVELS) return '…';
  if (Array.isArray(value)) return value.map((each) => bearable(each, level + 1));
  const entries = Object.entries(value).map(([key, each]) => [key, bearable(each, level + 1)]);
  return Object.fromEntries(entries);
}
