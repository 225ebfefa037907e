import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { completer } from './testing.ts';

const EXAMPLES = fileURLToPath(new URL('../../../../examples', import.meta.url));

const examples: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:ya?ml|json)$/.test(path))
    .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(EXAMPLES, path), 'utf8')]),
);

const written = Object.keys(examples).filter((path) =>
  /\.(?:case|golden|dataset)\.|callsheet\.config/.test(path),
);

/** Every so many characters, so that a long file takes no longer than a short one. */
const STEPS = 60;

describe('completion in broken texts', () => {
  for (const path of written) {
    it(`answers at every offset of ${path}, truncated and with a character missing`, async () => {
      const completeIn = await completer(examples[path]!, { name: path, files: examples });
      const text = examples[path]!;
      const step = Math.max(1, Math.floor(text.length / STEPS));
      let offered = 0;
      for (let at = 0; at <= text.length; at += step) {
        for (const broken of [text.slice(0, at), text.slice(0, at) + text.slice(at + 1)]) {
          const labels = completeIn(broken, at).map(({ label }) => label);
          expect(new Set(labels).size).toBe(labels.length);
          offered += labels.length;
        }
      }
      expect(offered).toBeGreaterThan(STEPS);
    });
  }

  it('survives texts that are nothing of ours', async () => {
    const completeIn = await completer('tools: f.tools.json');
    for (const text of [
      '[]',
      '- - -\n',
      '"',
      '{',
      '? [a]\n: b\n',
      '&a {<<: *a, b: }',
      'expected: &e\n  calls:\n    - *e\n    - ',
      '__proto__:\n  constructor: \n',
      'expected: { calls: [{ name: constructor, args: { __proto__: { ',
      '\uFEFFcase_id: a\n',
      '<<<<<<< a\ncase_id: x\n=======\n',
    ]) {
      for (let at = 0; at <= text.length; at++) completeIn(text, at);
    }
  });
});
