import { describe, expect, it } from 'vitest';
import { Derived, shared } from './derived.ts';

describe('shared', () => {
  it.each([
    ['abc', 'abc', 3, 0],
    ['abc', 'axc', 1, 1],
    ['ac', 'abc', 1, 1],
    ['aa', 'aaa', 2, 0],
    ['', 'a', 0, 0],
    ['ab', 'ba', 0, 0],
  ])('of %s and %s', (before, after, head, tail) => {
    expect(shared([...before], [...after])).toEqual({ head, tail });
  });
});

describe('a derived list', () => {
  it('makes again only what changed', () => {
    const made: string[] = [];
    const list = new Derived<string, string>();
    const upper = (text: string) =>
      list.of([...text], (each) => {
        made.push(each);
        return each.toUpperCase();
      });
    expect(upper('abcd')).toEqual([...'ABCD']);
    expect(upper('abxyd')).toEqual([...'ABXYD']);
    expect(upper('abd')).toEqual([...'ABD']);
    expect(upper('')).toEqual([]);
    expect(made.join('')).toBe('abcdxy');
  });

  it('is the very same where nothing changed', () => {
    const list = new Derived<number, object>();
    const wrapped = () => list.of([1, 2], (each) => ({ each }));
    expect(wrapped()).toBe(wrapped());
  });
});
