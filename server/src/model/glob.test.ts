import { describe, expect, it } from 'vitest';
import { globMatcher } from './glob.ts';

describe('a glob', () => {
  it.each([
    ['**/*.case.yaml', ['a.case.yaml', 'b/.c/d.case.yaml'], ['a.case.yml', '../a.case.yaml']],
    ['*.{case,golden}.{yaml,json}', ['a.case.yaml', '.golden.json'], ['b/a.case.yaml', 'a.yaml']],
    ['a/**', ['a/b', 'a/b/c'], ['b', 'ab']],
    ['a/**/b', ['a/b', 'a/x/y/b'], ['a/xb']],
    ['a**b', ['ab', 'axb'], ['a/b']],
    ['?[a-c][!a-c].x', ['zad.x'], ['zaa.x', 'a/d.x', 'za/.x']],
    ['./a', ['a'], ['./a']],
    ['../s/*', ['../s/a'], ['s/a', '../../s/a']],
    ['cases (1)/a+b^$.x', ['cases (1)/a+b^$.x'], ['cases 1/aab.x']],
    ['{a,{b,c}}-\\{', ['a-{', 'c-{'], ['b-']],
    ['a{b', ['a{b'], ['ab']],
    ['a[b', ['a[b'], ['ab']],
    ['🙂?', ['🙂🙂'], ['🙂']],
    ['', [], ['', 'a']],
    ['**', ['a', 'a/b'], ['../a']],
    ['\ud800*', [], ['a']],
  ])('%j matches %j and not %j', (glob, paths, others) => {
    const matches = globMatcher([glob]);
    expect([...paths, ...others].filter(matches)).toEqual(paths);
  });

  it.each([
    ['of stars', '*a'.repeat(500)],
    ['of folders', '**/'.repeat(500)],
    ['of choices', '{a,a}'.repeat(300)],
    ['of nested choices', '{a,'.repeat(500) + '}'.repeat(500)],
    ['without an end', '*'.repeat(10_000_000)],
    ['of openings', '{'.repeat(1_000)],
  ])('full %s is matched in linear time or not at all', (_, glob) => {
    expect(globMatcher([`${glob}b`])(`${'a/'.repeat(1_000)}${'a'.repeat(2_000)}`)).toBe(false);
  });
});
