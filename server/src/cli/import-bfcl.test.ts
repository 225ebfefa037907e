import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import { type Place, placeWith } from './testing.ts';

interface Diagnostic {
  readonly file: string;
  readonly range: { readonly start: { readonly line: number } };
  readonly severity: string;
  readonly code: string;
  readonly message: string;
}

const CATEGORIES = ['simple_python', 'multiple', 'parallel', 'live_simple', 'irrelevance'];

/** What is wrong with BFCL's own answers, as docs/bfcl-findings.md lists it; looked at one by one. */
const MISTAKES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'optional-required-arg': { simple_python_17: 1, simple_python_200: 1, parallel_88: 1 },
  'arg-enum': {
    simple_python_358: 2,
    multiple_76: 1,
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [
        i < 2 ? `live_simple_${141 + i}-94-${i}` : `live_simple_${141 + i}-95-${i - 2}`,
        1,
      ]),
    ),
  },
  'arg-type': { simple_python_149: 2, simple_python_307: 1, parallel_152: 2 },
  'unsatisfiable-call': { 'live_simple_106-63-0': 2, 'live_simple_112-68-0': 5 },
};

describeCorpora('BFCL, imported and checked', 'bfcl', (folder) => {
  let place: Place;
  let diagnostics: readonly Diagnostic[];

  beforeAll(async () => {
    place = placeWith();
    const files = CATEGORIES.map((category) => join(folder, `BFCL_v4_${category}.json`));
    const imported = await place.run('import', 'bfcl', ...files, '--out', 'cases');
    expect(imported).toMatchObject({ code: 0, err: '' });
    expect(imported.out.match(/\d+ cases/g)).toEqual([
      '400 cases',
      '200 cases',
      '200 cases',
      '258 cases',
      '240 cases',
    ]);
    const checked = await place.run('check', 'cases', '--format', 'json');
    expect(checked.code).toBe(1);
    diagnostics = (JSON.parse(checked.out) as { diagnostics: Diagnostic[] }).diagnostics;
  }, 300_000);

  /** The id of the case that a finding stands in. */
  function caseOf({ file, range }: Diagnostic): string {
    const above = place
      .read(file)
      .split('\n')
      .slice(0, range.start.line + 1);
    return above.findLast((line) => line.startsWith('case_id: '))!.slice('case_id: '.length);
  }

  it('lists the mistakes of its answers, and nothing else that is an error', () => {
    const found: Record<string, Record<string, number>> = {};
    for (const each of diagnostics) {
      const isMistake = each.severity === 'error' || each.code === 'optional-required-arg';
      if (!isMistake) continue;
      const cases = found[each.code] ?? {};
      found[each.code] = { ...cases, [caseOf(each)]: (cases[caseOf(each)] ?? 0) + 1 };
    }
    expect(found).toEqual(MISTAKES);
  });

  it('warns of nothing but addresses of people beside them', () => {
    const warnings = diagnostics.filter(({ severity }) => severity === 'warning');
    const others = warnings.filter(({ code }) => code !== 'optional-required-arg');
    expect(others.map((each) => [caseOf(each), each.code])).toEqual([
      ['live_simple_78-39-0', 'sensitive-data'],
      ['live_simple_78-39-0', 'sensitive-data'],
      ['simple_python_94', 'sensitive-data'],
      ['simple_python_94', 'sensitive-data'],
    ]);
  });

  it('says what is wrong with both values', () => {
    expect(diagnostics.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        '`sculpture.create_custom.material`: expected one of "Bronze", "Marble", "Terracotta", "Wood", "Stone", got "bronze"',
        '`math.power.mod`: expected number, got null',
      ]),
    );
  });
});
