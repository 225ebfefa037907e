import { describe, expect, it } from 'vitest';
import { checkJson, jsonText, scoreJson } from './json.ts';
import { checked, onLine, scored } from './testing.ts';

describe('JSON text', () => {
  it('is what JSON.stringify would write', () => {
    const value = { a: [1, 'x', null, true, {}, []], b: { c: { d: 1.5 } }, gone: undefined };
    expect(jsonText(value)).toBe(`${JSON.stringify(value, null, 2)}\n`);
    expect(jsonText([Number.NaN, undefined])).toBe('[\n  null,\n  null\n]\n');
  });

  it('keeps every digit of a big integer', () => {
    expect(jsonText({ id: 12345678901234567890n })).toBe('{\n  "id": 12345678901234567890\n}\n');
  });

  it('writes deep nesting', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 5000; i++) deep = [deep];
    expect(jsonText(deep).replace(/\s/g, '')).toBe(`${'['.repeat(5000)}1${']'.repeat(5000)}`);
  });
});

describe('check --format json', () => {
  it('has the keys that others read, in place order', () => {
    expect(JSON.parse(checkJson(checked))).toEqual({
      version: 1,
      files: 2,
      diagnostics: [
        {
          file: 'a.case.yaml',
          range: onLine(0, 0, 7),
          severity: 'warning',
          code: 'vacuous-expectation',
          message: 'no such tool',
        },
        {
          file: 'a.case.yaml',
          range: onLine(1, 2, 5),
          severity: 'error',
          code: 'unknown-tool',
          message: 'no such tool',
          data: { nearest: ['search'] },
          related: [{ file: 'b.case.yaml', range: onLine(0, 0, 3), message: 'went here' }],
        },
      ],
      summary: { error: 1, warning: 1, info: 0, hint: 0 },
    });
  });

  it('does not depend on the order in which things were found', () => {
    const turned = { ...checked, findings: [...checked.findings].reverse() };
    expect(checkJson(turned)).toBe(checkJson(checked));
  });
});

describe('score --format json', () => {
  it('is the report at full precision', () => {
    const report = scored();
    expect(JSON.parse(scoreJson(report))).toEqual(report);
    expect(JSON.parse(scoreJson(report)).aggregate.pass_rate).toBe(2 / 3);
  });
});
