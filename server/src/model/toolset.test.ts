import { describe, expect, it } from 'vitest';
import { consequenceOf, indexNames, nameVariants } from './toolset.ts';

describe('tool names', () => {
  it('lists every way to write a tool', () => {
    expect(nameVariants({ name: 'search' })).toEqual(['search']);
    expect(nameVariants({ name: 'maps.search', alias: 'geo' })).toEqual([
      'maps.search',
      'geo__maps.search',
      'mcp__geo__maps.search',
      'maps_search',
      'geo__maps_search',
      'mcp__geo__maps_search',
    ]);
  });

  it('finds a tool by its name before any alias', () => {
    const tools = [
      { name: 'search', alias: 'a' },
      { name: 'a__search' },
      { name: 'maps.find', alias: 'geo' },
    ];
    const index = indexNames(tools);
    expect(index.find('a__search')).toBe(tools[1]);
    expect(index.find('mcp__a__search')).toBe(tools[0]);
    expect(index.find('geo__maps_find')).toBe(tools[2]);
    expect(index.find('constructor')).toBeUndefined();
    expect(index.same('search', 'a__search')).toBe(false);
  });

  it('takes two names for one tool through an alias, and only then', () => {
    const tools = [
      { name: 'search', alias: 'a' },
      { name: 'search', alias: 'b' },
    ];
    expect(indexNames(tools).same('search', 'mcp__a__search')).toBe(true);
    expect(indexNames(tools).same('a__search', 'mcp__a__search')).toBe(true);
    expect(indexNames(tools).same('a__search', 'b__search')).toBe(false);
    expect(indexNames(tools).same('search', 'c__search')).toBe(false);
    expect(indexNames([]).same('math.add', 'math_add')).toBe(true);
    expect(
      indexNames([{ name: 'math.add' }, { name: 'math_add' }]).same('math.add', 'math_add'),
    ).toBe(false);
  });
});

describe('consequenceOf', () => {
  it.each([
    [undefined, 'unknown'],
    [{}, 'unknown'],
    [{ readOnlyHint: true, destructiveHint: true }, 'read'],
    [{ destructiveHint: true }, 'destructive'],
    [{ readOnlyHint: false }, 'write'],
    [{ destructiveHint: false }, 'write'],
    [{ idempotentHint: true }, 'unknown'],
  ] as const)('reads %j as %s', (annotations, consequence) => {
    expect(consequenceOf({ annotations }, undefined)).toBe(consequence);
  });

  it('lets the policy decide', () => {
    expect(consequenceOf({ annotations: { readOnlyHint: true } }, { consequence: 'write' })).toBe(
      'write',
    );
    expect(consequenceOf(undefined, { weight: 2 })).toBe('unknown');
  });
});
