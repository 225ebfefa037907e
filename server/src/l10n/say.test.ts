import { afterEach, expect, it } from 'vitest';
import { phrase, say, speak, spoken } from './say.ts';

afterEach(() => speak());

it('says English where nothing is translated', () => {
  const [tool, count] = ['{1} pay', 2];
  expect(say`\`${tool}\` has ${count} arguments`).toBe('`{1} pay` has 2 arguments');
  expect(say`nothing filled in: {0}`).toBe('nothing filled in: {0}');
});

it('says a translation, its values in whatever order', () => {
  speak({ '{0} of {1}': '{1}, davon {0}' });
  expect(spoken()).toBe('en');
  speak({ '{0} of {1}': '{1}, davon {0}' }, 'de');
  expect(spoken()).toBe('de');
  expect(say`${1} of ${'two'}`).toBe('two, davon 1');
  expect(say('{0} of {1}', 3, 4)).toBe('4, davon 3');
  expect(say(phrase`constructor`)).toBe('constructor');
});
