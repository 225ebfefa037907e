import { describe, expect, it } from 'vitest';
import { caseOf, expectationOf, toolsetOf } from './set-testing.ts';
import { matchesWhere, sliceCases, WHERE_KEYS } from './slices.ts';

const toolset = toolsetOf({ search: 'read', purge: 'destructive' });
const first = caseOf(
  expectationOf(['search'], {
    category: 'travel',
    language: 'de',
    permission_group: 'staff',
    tags: ['slow', '__proto__'],
  }),
  [{}],
  { toolset },
);
const second = caseOf(
  expectationOf([], { category: 'travel', forbidden_tools: ['purge'], tool_behavior: 'no_call' }),
  [{ verdict: 'fail' }],
  { toolset },
);

describe('slices', () => {
  const slices = sliceCases([first, second]);

  it('have the figures of their cases', () => {
    expect(slices.category.travel?.pass_rate).toBe(0.5);
    expect(slices.tool.search?.pass_rate).toBe(1);
    expect(slices.tool.purge?.pass_rate).toBe(0);
    expect(Object.keys(slices.language)).toEqual(['de']);
    expect(Object.keys(slices.permission_group)).toEqual(['staff']);
  });

  it('may have any name', () => {
    expect(Object.keys(slices.tag)).toEqual(['__proto__', 'slow']);
    expect(Object.hasOwn(slices.tag, '__proto__')).toBe(true);
  });
});

describe('where', () => {
  it('takes cases by every dimension', () => {
    expect([...WHERE_KEYS].sort()).toEqual([
      'category',
      'consequence',
      'language',
      'permission_group',
      'tag',
      'tool',
    ]);
    for (const [key, name] of [
      ['category', 'travel'],
      ['tag', 'slow'],
      ['language', 'de'],
      ['permission_group', 'staff'],
      ['tool', 'search'],
      ['consequence', 'read'],
    ] as const) {
      expect(matchesWhere(first.profile, { [key]: name })).toBe(true);
      expect(matchesWhere(first.profile, { [key]: 'other' })).toBe(false);
    }
  });

  it('holds when all its keys hold, and never for a key that is none', () => {
    expect(matchesWhere(first.profile, {})).toBe(true);
    expect(matchesWhere(second.profile, { category: 'travel', consequence: 'destructive' })).toBe(
      true,
    );
    expect(matchesWhere(second.profile, { category: 'travel', consequence: 'read' })).toBe(false);
    expect(matchesWhere(first.profile, { constructor: 'x' })).toBe(false);
  });
});
