import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/value.ts';
import { satisfies } from './predicates.ts';

describe('predicates', () => {
  it.each<[name: string, right: Json[], wrong: Json[]]>([
    ['any', [null, '', 0, {}], []],
    ['iso_date', ['2024-02-29'], ['2023-02-29', '29.2.2024', 20240229]],
    ['iso_datetime', ['2026-01-01T10:00:00Z', '2026-01-01T10:00:00'], ['2026-01-01', 'now']],
    ['iso_duration', ['P1D', 'PT15M'], ['P', '15m']],
    ['email', ['a@example.org'], ['a@', 'example.org']],
    ['uri', ['https://example.org/x', 'mailto:a@example.org'], ['/x', 'example']],
    ['uuid', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567']],
    ['ipv4', ['192.0.2.1'], ['192.0.2.256', '::1']],
    ['ipv6', ['2001:db8::1'], ['192.0.2.1']],
    ['non_empty', ['a', [0], { a: 1 }, 0, false], ['', ' ', [], {}, null]],
    ['positive', [1, 0.5, 10n ** 20n], [0, -1, '1']],
    ['non_negative', [0, 1], [-1, '0']],
    ['integer', [1, 1.0, 10n ** 20n], [1.5, '1', true]],
  ])('%s', (name, right, wrong) => {
    for (const value of right) expect(satisfies(name, value)).toBe(true);
    for (const value of wrong) expect(satisfies(name, value)).toBe(false);
  });

  it('knows no others, not even names of the language', () => {
    expect(satisfies('constructor', 'x')).toBeUndefined();
    expect(satisfies('is_prime', 7)).toBeUndefined();
  });
});
