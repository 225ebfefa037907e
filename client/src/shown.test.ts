import { describe, expect, it } from 'vitest';
import { PAYLOADS } from '../../test/hardening/payloads.ts';
import { shownLabel, shownLine, shownLines, shownMessage } from './shown.ts';

/** What turns, hides or moves the text around it. */
const DECEIVING = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

describe.each(Object.entries(PAYLOADS))('%s', (_, payload) => {
  it('is text wherever it is shown', () => {
    expect(shownLines(payload)).not.toMatch(DECEIVING);
    expect(shownLine(payload)).not.toMatch(/\n/);
    expect(shownLabel(payload)).not.toMatch(/(?<!\\)\$\(/);
    expect(shownMessage(payload)).not.toMatch(/\]\(/);
  });
});

it('leaves what deceives nobody as it is', () => {
  const text = 'Größe „10“ 👩‍👩‍👧 [1, 2] (see below) $5';
  for (const show of [shownLines, shownLine, shownLabel, shownMessage])
    expect(show(text)).toBe(text);
});
