import { say } from '../l10n/say.ts';

/** What should not stand in a file that is checked in. */

/** Domains that no person has an address at (RFC 2606, RFC 6761). */
const RESERVED = /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost|local)$/i;
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@((?:[\p{L}\p{N}-]{1,63}\.)+\p{L}{2,24})(?![\p{L}\p{N}@])/gu;

const PRIVATE_KEY = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/;

const KEY_BLOCK =
  /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}-----|$)/g;

/** Shapes of tokens that providers document. */
const TOKENS: readonly RegExp[] = [
  /\bsk-(?:ant-|proj-)?[A-Za-z0-9_-]{24,}/,
  /\b[sr]k_live_[A-Za-z0-9]{16,}/,
  /\bgh[pousr]_[A-Za-z0-9]{36,}/,
  /\bgithub_pat_[A-Za-z0-9_]{40,}/,
  /\bglpat-[A-Za-z0-9_-]{20,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  /\b(?:AKIA|ASIA)(?!\w*EXAMPLE)[A-Z0-9]{16}\b/,
  /\bAIza[A-Za-z0-9_-]{35}/,
  /\bhf_[A-Za-z0-9]{30,}/,
  /\bnpm_[A-Za-z0-9]{36}/,
];

/** By issuer: the first digits, and how many there are in all. */
const CARDS: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 17, 18, 19]],
  [/^3(?:0[0-5]|[689])/, [14]],
  [/^62/, [16, 17, 18, 19]],
];
const DIGITS = /(?<![\p{L}\p{N}.])\d(?:[ -]?\d){12,18}(?![\p{L}\p{N}]|\.\d)/gu;

/** The check digit of card numbers (ISO/IEC 7812-1, Luhn). */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const cardsIn = (text: string): string[] =>
  [...text.matchAll(DIGITS)].flatMap(([found]) => {
    const digits = found.replaceAll(/\D/g, '');
    const known = CARDS.some(
      ([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length),
    );
    return known && !/^(\d)\1+$/.test(digits) && passesLuhn(digits) ? [found] : [];
  });

const addressesIn = (text: string, domains: readonly string[]): string[] =>
  [...text.matchAll(EMAIL)].flatMap(([found, domain = '']) => {
    const lower = domain.toLowerCase();
    const own = domains.some((each) => lower === each || lower.endsWith(`.${each}`));
    return own || RESERVED.test(lower) ? [] : [found];
  });

/** Shorter texts hold nothing but, perhaps, an address: a card number has thirteen digits. */
const MIN_LENGTH = 13;
/** Longer texts are looked at in their first part only. */
const MAX_LENGTH = 200_000;

/**
 * What kind of sensitive data a text holds, in words; undefined where none is found.
 *
 * @param domains e-mail domains, in lower case, that are no finding
 */
export function sensitiveKind(whole: string, domains: readonly string[]): string | undefined {
  const text = whole.slice(0, MAX_LENGTH);
  if (text.length < MIN_LENGTH && !text.includes('@')) return undefined;
  if (PRIVATE_KEY.test(text)) return say`a private key`;
  if (TOKENS.some((token) => token.test(text))) return "a provider's token";
  if (cardsIn(text).length > 0) return say`a card number`;
  const isAddress = text.includes('@') && addressesIn(text, domains).length > 0;
  return isAddress ? say`an e-mail address` : undefined;
}

/** What kinds of sensitive data there are. */
export type SensitiveKind = 'key' | 'token' | 'card' | 'address';

/**
 * The parts of a text that are sensitive, each as it is written there. None stands in another.
 *
 * @param domains e-mail domains, in lower case, that are no finding
 */
export function sensitiveParts(
  text: string,
  domains: readonly string[],
): readonly { readonly kind: SensitiveKind; readonly text: string }[] {
  const found: (readonly [SensitiveKind, string[]])[] = [
    ['key', text.match(KEY_BLOCK) ?? []],
    ['token', TOKENS.flatMap(({ source }) => text.match(new RegExp(source, 'g')) ?? [])],
    ['card', cardsIn(text)],
    ['address', text.includes('@') ? addressesIn(text, domains) : []],
  ];
  const parts = found.flatMap(([kind, texts]) => texts.map((each) => ({ kind, text: each })));
  return parts.filter(
    (part, index) => !parts.some((other, at) => at < index && other.text.includes(part.text)),
  );
}
