import { describe, expect, it } from 'vitest';
import { linearPattern } from './pattern.ts';

describe('a pattern', () => {
  it.each([
    ['^(a+)+$', `${'a'.repeat(100_000)}!`, false],
    ['^(a|aa)+$', 'a'.repeat(100_000), true],
    ['(x+x+)+y', 'x'.repeat(100_000), false],
  ])('%s takes time by the length of the text alone', (source, text, found) => {
    expect(linearPattern(source)?.test(text)).toBe(found);
  });

  it.each([
    ['by what it counts', '[ab]{0,1000}'.repeat(300)],
    ['by its length', '[ab]?'.repeat(100_000)],
    ['by its nesting', `${'('.repeat(50_000)}${')'.repeat(50_000)}`],
    ['by repeats of repeats', '((a{0,100}){0,100}){0,100}'],
  ])('that is huge %s is not compiled', (_, source) => {
    expect(linearPattern(source)).toBeNull();
  });

  it('is not searched for in a text that would take too long', () => {
    const pattern = linearPattern('c[ab]{0,900}[ab]{0,900}d');
    expect(pattern?.test(`c${'ab'.repeat(500)}`)).toBe(false);
    expect(pattern?.test(`c${'ab'.repeat(500_000)}`)).toBe(true);
  });
});
