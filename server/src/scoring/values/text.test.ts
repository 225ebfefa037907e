import { describe, expect, it } from 'vitest';
import { fold, occursIn } from './text.ts';

describe('occursIn', () => {
  it.each<[rule: string, text: string, sought: string, found: boolean]>([
    ['finds a word', 'the order F777 is late', 'F777', true],
    ['touches no letter', 'XF777', 'F777', false],
    ['touches no digit', 'F7770', 'F777', false],
    ['touches punctuation', '(F777)', 'F777', true],
    ['looks on after a bad place', 'F7770 and F777', 'F777', true],
    ['touches no fraction after it', 'costs 128.40', '128', false],
    ['touches no fraction before it', 'costs 128.40', '40', false],
    ['takes a full stop', 'costs 128.', '128', true],
    ['takes a full stop before a word', 'costs 128.Thanks', '128', true],
    ['takes an abbreviation', 'room no.5', '5', true],
    ['has edges only where it has letters', 'a$5b', '$5', false],
    ['is free where its edge is no letter', 'US$5', '$5', true],
    ['knows letters of any script', 'Ünion', 'nion', false],
    ['knows combining marks', 'cafe\u0323', 'cafe', false],
    ['exempts scripts without spaces', '我想去东京旅行', '东京', true],
    ['exempts digits among such scripts', '共5个', '5', true],
    ['keeps Hangul apart', '서울에서', '서울', false],
    ['knows characters beyond the basic plane', '𝒳abc', 'abc', false],
    ['finds no empty text', 'abc', '', false],
  ])('%s', (_rule, text, sought, found) => {
    expect(occursIn(fold(text), fold(sought))).toBe(found);
  });
});
