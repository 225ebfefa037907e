import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { checkSarif, scoreSarif } from './sarif.ts';
import { checked, finding, HOSTILE, scored } from './testing.ts';

const schemaFile = createRequire(import.meta.url).resolve(
  '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
);
// Written for an older draft, whose `id` the validator refuses.
const { $schema: _dialect, id: _id, ...schema } = JSON.parse(readFileSync(schemaFile, 'utf8'));
const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function parsed(text: string) {
  const log = JSON.parse(text);
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  return log.runs[0];
}

const describeRule = (code: string) =>
  code === 'unknown-tool' ? 'No manifest has it.' : undefined;

describe('SARIF', () => {
  it('has a result for each finding, with one-based places and its rule', () => {
    const run = parsed(checkSarif(checked, describeRule));
    expect(run.tool.driver.rules).toEqual([
      { id: 'unknown-tool', shortDescription: { text: 'No manifest has it.' } },
      { id: 'vacuous-expectation' },
    ]);
    expect(run.columnKind).toBe('utf16CodeUnits');
    expect(run.results.map((result: { ruleId: string }) => result.ruleId)).toEqual([
      'vacuous-expectation',
      'unknown-tool',
    ]);
    expect(run.results[1]).toEqual({
      ruleId: 'unknown-tool',
      ruleIndex: 0,
      level: 'error',
      message: { text: 'no such tool' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a.case.yaml' },
            region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 6 },
          },
        },
      ],
      relatedLocations: [
        {
          id: 0,
          physicalLocation: {
            artifactLocation: { uri: 'b.case.yaml' },
            region: { startLine: 1, startColumn: 1, endLine: 1, endColumn: 4 },
          },
          message: { text: 'went here' },
        },
      ],
    });
  });

  it('writes any file name as a URI, and any text', () => {
    const odd = finding({
      file: 'my cases\\50% #1\ud800.yaml',
      message: HOSTILE,
      severity: 'hint',
    });
    const run = parsed(checkSarif({ files: [], findings: [odd] }, describeRule));
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toBe(
      'my%20cases/50%25%20%231%EF%BF%BD.yaml',
    );
    expect(run.results[0].message.text).toBe(HOSTILE);
    expect(run.results[0].level).toBe('note');
  });

  it('tells a score, with what has no place left without one', () => {
    const { results } = parsed(scoreSarif(scored(), describeRule));
    expect(results.map((result: { ruleId: string }) => result.ruleId)).toEqual([
      'wrong-arg',
      'trace-unreadable',
      'gate',
    ]);
    expect(results[0].locations[0].physicalLocation.region.startLine).toBe(5);
    expect(results[1].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'b.case.yaml' },
    });
    expect(results[2].locations).toEqual([]);
  });

  it('is valid with nothing to say', () => {
    expect(parsed(checkSarif({ files: [], findings: [] }, describeRule)).results).toEqual([]);
  });
});
