/** The reports of the examples, as the programs that they are meant for read them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { SaxesParser } from 'saxes';
import { describe, expect, it, vi } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { processTerminal } from '../../server/src/cli/terminal.ts';
import { callsheet } from '../../server/src/cli/testing.ts';

const schemaFile = createRequire(import.meta.url).resolve(
  '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
);
// Written for an older draft, whose `id` the validator refuses.
const { $schema: _dialect, id: _id, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** How often each element stands in a document that a strict parser accepts. */
function countElements(xml: string): Record<string, number> {
  const counts: Record<string, number> = {};
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    counts[name] = (counts[name] ?? 0) + 1;
  });
  parser.write(xml).close();
  return counts;
}

describe.each(['check', 'score'])('callsheet %s over the examples', (command) => {
  const report = async (format: string): Promise<string> => {
    const { code, out, err } = await callsheet(root, command, 'examples', '--format', format);
    expect([code, err]).toEqual([1, '']);
    return out;
  };

  it('writes SARIF that its schema accepts, with the findings of the JSON report', async () => {
    const log = JSON.parse(await report('sarif'));
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    const { results, tool } = log.runs[0];
    expect(results.length).toBeGreaterThan(10);
    const rules = new Set(tool.driver.rules.map(({ id }: { id: string }) => id));
    for (const { ruleId } of results) expect(rules).toContain(ruleId);
  });

  it('writes JUnit with what the JSON report counts', async () => {
    const counts = countElements(await report('junit'));
    const { summary } = JSON.parse(await report('json'));
    if (command === 'score') {
      const { pass, fail, error } = summary;
      expect(counts).toMatchObject({ testcase: pass + fail + error, failure: fail, error });
    } else {
      expect(counts.failure).toBeGreaterThan(0);
    }
  });

  it('writes annotations for GitHub, one a line and nothing else', async () => {
    const lines = (await report('github')).trimEnd().split('\n');
    for (const line of lines) {
      expect(line).toMatch(/^::(error|warning|notice) (file=[^,]+,line=\d+,.*)?title=[a-z-]+::./);
    }
    expect(lines.some((line) => line.startsWith('::error file=examples/'))).toBe(true);
  });
});

describe('colours', () => {
  it.each([
    [{ NO_COLOR: '', TERM: 'xterm' }, true, true],
    [{ NO_COLOR: '1', TERM: 'xterm' }, true, false],
    [{ NO_COLOR: '', TERM: 'dumb' }, true, false],
    [{ NO_COLOR: '', TERM: 'xterm' }, false, false],
  ])('with %j, on a terminal: %s, are shown: %s', (variables, isTerminal, shown) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const { isTTY } = process.stdout;
    process.stdout.isTTY = isTerminal;
    try {
      expect(processTerminal().color).toBe(shown);
    } finally {
      process.stdout.isTTY = isTTY;
      vi.unstubAllEnvs();
    }
  });
});
