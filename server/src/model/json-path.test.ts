import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJsonPath, select, selectNodes, stepsOf } from './json-path.ts';
import type { Json } from './value.ts';

const query = (text: string) => {
  const parsed = parseJsonPath(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
  return parsed.query;
};

interface ComplianceCase {
  readonly name: string;
  readonly selector: string;
  readonly document?: Json;
  readonly result?: Json[];
  readonly results?: Json[][];
  readonly invalid_selector?: boolean;
}

const suite = 'node_modules/jsonpath-rfc9535/src/__tests__/jsonpath-compliance-test-suite/cts.json';

describe('against the compliance suite of the RFC', () => {
  it('exists beside the library', () => expect(existsSync(suite)).toBe(true));

  const cases = (JSON.parse(readFileSync(suite, 'utf8')) as { tests: ComplianceCase[] }).tests;
  it.each(cases.map((test) => [test.name, test] as const))('%s', (_, test) => {
    const parsed = parseJsonPath(test.selector);
    expect(parsed.ok).toBe(test.invalid_selector !== true);
    if (!parsed.ok) return;
    expect(test.results ?? [test.result]).toContainEqual(select(parsed.query, test.document!));
  });
});

describe('parseJsonPath', () => {
  it.each([
    ['$.resource-group', 10, 'unexpected "-"'],
    ['$.', 2, 'the path ends too early'],
    ['user.id', 0, 'a JSONPath begins with "$"'],
    ['', 0, 'a JSONPath begins with "$"'],
    ['$.a ', 4, 'the path ends too early'],
    ['$[?nope(@.a)]', 0, 'there is no function nope()'],
    ['$[?length(@.a)]', 0, 'the result of length() must be compared'],
  ])('refuses %j', (text, offset, message) => {
    expect(parseJsonPath(text)).toEqual({ ok: false, offset, message });
  });

  it('answers for hostile texts too', () => {
    expect(parseJsonPath(`$${'[?(@'.repeat(400)}`).ok).toBe(false);
    expect(parseJsonPath(`$[?${'!('.repeat(300)}@.a${')'.repeat(300)}]`)).toBeDefined();
    expect(parseJsonPath(`$${'.a'.repeat(5000)}`).ok).toBe(false);
  });

  it('gives the same object for the same text', () => {
    expect(parseJsonPath('$.a')).toBe(parseJsonPath('$.a'));
  });
});

describe('select', () => {
  it('carries integers beyond a double, in filters too', () => {
    const big = 12345678901234567890n;
    const value: Json = { items: [{ id: big }, { id: 2 }] };
    expect(select(query('$.items[?@.id > 2].id'), value)).toEqual([big]);
    expect(select(query('$.items[?@.id == 2].id'), value)).toEqual([2]);
  });

  it('knows own keys alone, whatever their names', () => {
    const value = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}') as Json;
    expect(select(query('$.__proto__.x'), value)).toEqual([1]);
    expect(select(query('$.constructor'), value)).toEqual([2]);
    expect(select(query('$.constructor'), {})).toEqual([]);
    expect(select(query('$.length'), [])).toEqual([]);
  });

  it('names the place of each value', () => {
    const value: Json = { user: { cards: [{ id: 'a' }, { id: 'b' }] } };
    expect(selectNodes(query('$..id'), value)).toEqual([
      { path: ['user', 'cards', 0, 'id'], value: 'a' },
      { path: ['user', 'cards', 1, 'id'], value: 'b' },
    ]);
  });

  it('stops at its budget instead of blowing up', () => {
    const wide: Json = Array.from({ length: 2000 }, (_, i) => i);
    expect(select(query('$[?count($[?count($[*]) > 1]) > 1]'), wide)).toEqual([]);
    let deep: Json = 1;
    for (let i = 0; i < 20_000; i++) deep = [deep];
    expect(select(query('$..x'), deep)).toEqual([]);
    expect(select(query('$..[*]..[*]..[*]'), deep)).toEqual([]);
  });

  it('runs patterns in linear time', () => {
    const value: Json = ['a'.repeat(50_000)];
    expect(select(query("$[?match(@, '(a+)+b')]"), value)).toEqual([]);
    expect(select(query("$[?search(@, '[b')]"), value)).toEqual([]);
  });
});

describe('stepsOf', () => {
  it('tells names, indexes and the rest apart', () => {
    expect(stepsOf(query(`$.a[0]['b'][*][?@.x]`))).toEqual([
      [{ kind: 'name', name: 'a' }],
      [{ kind: 'index', index: 0 }],
      [{ kind: 'name', name: 'b' }],
      [{ kind: 'any' }],
      [{ kind: 'any' }],
    ]);
    expect(stepsOf(query("$.a['b', 1]..c.d"))).toEqual([
      [{ kind: 'name', name: 'a' }],
      [
        { kind: 'name', name: 'b' },
        { kind: 'index', index: 1 },
      ],
      null,
    ]);
  });
});
