import { describe, expect, it } from 'vitest';
import type { Json } from '../../model/value.ts';
import { holdsNumber } from './numbers.ts';

describe('holdsNumber', () => {
  it.each<[rule: string, text: string, value: Json, held: boolean]>([
    ['zeros at the end', 'refund $64.20 of it', 64.2, true],
    ['a fraction of nothing', 'for 5.00 dollars', 5, true],
    ['thousands', 'costs $1,234.50.', 1234.5, true],
    ['millions', 'of 12,345,678 people', 12345678, true],
    ['digits beyond a double', 'id 90,071,992,547,409,931', 90071992547409931n, true],
    ['a fraction below one', 'a tip of 0.50', 0.5, true],
    ['a number below zero', 'it is -3.50 outside', -3.5, true],
    ['no sign that is not there', 'it is 3.50 outside', -3.5, false],
    ['not a part of the thousands', 'costs 1,234.50', 234.5, false],
    ['not a part of a fraction', 'costs 64.20', 64, false],
    ['not a part of a word', 'room A64.20', 64.2, false],
    ['not a part of a version', 'release 64.20.1', 64.2, false],
    ['not a part of a date', 'on 2026-05-04', 5, false],
    ['no text', 'costs 64.20', '64.2', false],
    ['no truth', 'costs 1', true, false],
  ])('finds %s', (_rule, text, value, held) => {
    expect(holdsNumber([text], value)).toBe(held);
  });
});
