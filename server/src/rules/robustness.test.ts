import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { fixesFor, lintCase } from './lint.ts';
import type { Setting } from './testing.ts';
import { contextOf } from './testing.ts';
import { TRAVEL } from './testing-tools.ts';

const folder = fileURLToPath(new URL('../../../examples/', import.meta.url));

const HOSTILE = `case_id: &a a
user_message: &m { <<: *m }
tools: [*a, { path: *a, alias: __proto__ }, constructor]
expected: &e
  <<: *e
  calls:
    - &c
      id: constructor
      name: book_flight
      args: { <<: *c, __proto__: { allowed: [*c] }, seats: { from_call: [constructor, *a], path: "$..*" } }
      returns: *c
      after: [constructor, toString]
      group: 99999999999999999999
    - { ? [a, b] : c, name: [], args: [1], match: 7 }
    - name: send_payment
      args: { amount: { allowed: [], predicate: { $ref: "#" } }, recipient: { predicate: { type: 7 } } }
  state: { ignore: ["$[?"], money: [{ path: "$", exponent: x }] }
  any_of: [{ golden: "#" }, 3, { calls: { a: 1 } }]
`;

/** Every how many characters a text is broken; each text begins at another one. */
const STEP = 23;

/** Lints a text that may be anything, asks for every fix, and checks that each can be applied. */
function exercise(text: string, setting: Setting): void {
  let context: ReturnType<typeof contextOf>;
  try {
    context = contextOf(text, setting);
  } catch {
    return;
  }
  const fail = (message: string, error: unknown): never => {
    throw new Error(`${message} on ${JSON.stringify(text)}`, { cause: error });
  };
  for (const finding of lintCase(context, fail)) {
    const { start, end, tree } = finding.place;
    expect(0 <= start && start <= end && end <= tree.text.length, text).toBe(true);
    for (const { edits } of fixesFor(finding, context)) {
      const sorted = [...edits].sort((a, b) => a.start - b.start);
      for (const [index, edit] of sorted.entries()) {
        expect(edit.start <= edit.end && edit.end <= tree.text.length, text).toBe(true);
        expect(index === 0 || sorted[index - 1]!.end <= edit.start, text).toBe(true);
      }
    }
  }
}

const texts = [
  ...readFileSync(join(folder, 'mistakes.case.yaml'), 'utf8').split('\n---\n'),
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.case\.(yaml|json)$/.test(name) && !name.startsWith('mistakes'))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
  HOSTILE,
];

describe('any text', () => {
  it('is linted and mended without an exception, with a character missing or all after it', () => {
    for (const [number, text] of texts.entries()) {
      for (let at = number % STEP; at < text.length; at += STEP) {
        exercise(text.slice(0, at) + text.slice(at + 1), { tools: TRAVEL });
        if (at % 3 === 0) exercise(text.slice(0, at), { tools: TRAVEL });
      }
    }
  });

  it('is linted without tools, and as a golden trajectory', () => {
    for (const text of texts) {
      exercise(text, {});
      exercise(text.replace('expected:\n', ''), { tools: TRAVEL, kind: 'golden' });
    }
  });
});
