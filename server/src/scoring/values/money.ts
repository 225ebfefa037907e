import type { Json } from '../../model/value.ts';

/** An amount between a currency's name or sign, or in an accountant's parentheses. */
const AMOUNT = /^([^\d.,]{0,12})([\d.,'\u00a0\u202f ]*\d)([^\d.,]{0,12})$/;
const GROUPED = /^\d{1,3}([,.' \u00a0\u202f]\d{3})+$/;

/** Splits the digits of an amount: the last separator is the decimal one, unless it groups thousands. */
function split(digits: string): [whole: string, fraction: string] {
  const separator = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (separator < 0) return [digits, ''];
  const sign = digits[separator]!;
  const head = digits.slice(0, separator);
  const mixed = head.includes(sign === '.' ? ',' : '.');
  const groups = !mixed && GROUPED.test(digits) && (sign === ',' || head.includes('.'));
  return groups ? [digits, ''] : [head, digits.slice(separator + 1)];
}

/**
 * An amount of money in whole minor units: 128.4 and "$128.40" with exponent 2 are both 12840.
 * Undefined for what is no amount, or has digits beyond the minor unit.
 */
export function minorUnits(value: Json, exponent: number): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    return undefined;
  }
  const match = AMOUNT.exec(String(value).trim());
  if (!match) return undefined;
  const [, before = '', digits = '', after = ''] = match;
  if (/e/i.test(after) && typeof value === 'number') return undefined;
  const [whole, fraction] = split(digits);
  const minor = fraction.replace(/0+$/, '');
  if (minor.length > exponent || /\D/.test(minor)) return undefined;
  const units = BigInt(whole.replace(/\D/g, '') + minor.padEnd(exponent, '0') || '0');
  return /[-\u2212]/.test(before) || (before.includes('(') && after.includes(')')) ? -units : units;
}
