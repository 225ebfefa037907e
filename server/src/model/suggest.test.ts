import { describe, expect, it } from 'vitest';
import { near, nearest } from './suggest.ts';

describe('near', () => {
  it('takes case, separators and small edits for a slip, nearest first', () => {
    expect(near('toolBehavior', ['tool_behavior', 'tools'])).toEqual(['tool_behavior']);
    expect(near('tool_behaviour', ['tool_behavior', 'title'])).toEqual(['tool_behavior']);
    expect(near('get_usr', ['get_users', 'get_user'])).toEqual(['get_user', 'get_users']);
  });

  it('allows one edit below five letters and two from there', () => {
    expect(near('nme', ['name'])).toEqual(['name']);
    expect(near('nmae', ['name'])).toEqual([]);
    expect(near('state', ['date'])).toEqual([]);
    expect(near('serach', ['search'])).toEqual(['search']);
    expect(near('sreahc', ['search'])).toEqual([]);
  });

  it('never offers the name itself, and treats prototype names as names', () => {
    expect(near('args', ['args'])).toEqual([]);
    expect(near('constructr', ['constructor', '__proto__'])).toEqual(['constructor']);
    expect(near('', ['a', ''])).toEqual(['a']);
  });

  it('stays quick on very long names and lists', () => {
    const long = 'x'.repeat(100_000);
    expect(near(long, [`${long}y`])).toEqual([]);
    expect(nearest(long, ['search'])).toEqual([]);
  });
});

describe('nearest', () => {
  it('offers names that share words where nothing is a slip', () => {
    const tools = ['send_payment', 'search_flights', 'book_flight', 'get_balance'];
    expect(nearest('find_flights', tools)).toEqual(['search_flights']);
    expect(nearest('search_flight', tools)).toEqual(['search_flights', 'book_flight']);
    expect(nearest('weather', tools)).toEqual([]);
  });

  it('keeps to the limit', () => {
    expect(nearest('aaaaa1', ['aaaaa2', 'aaaaa3', 'aaaaa4', 'aaaaa5'], 2)).toHaveLength(2);
  });
});
