import { describe, expect, it } from 'vitest';
import type { Expectation } from '../model/expectation.ts';
import { explainCase } from './explain.ts';
import { matcherWords } from './matcher-words.ts';

const EXPECTATION: Expectation = {
  caseId: 'book',
  messages: [],
  behavior: 'call',
  behaviorExplicit: false,
  forbiddenTools: ['cancel'],
  confirmBefore: [],
  paths: [
    {
      credit: 1,
      callMode: 'groups',
      extraCalls: 'reads',
      calls: [
        {
          id: 'search',
          name: 'search_flights',
          args: new Map([
            ['origin', { kind: 'matcher', allowed: ['SFO', 'OAK'], optional: false }],
          ]),
          after: [],
          hasAfter: false,
          optional: false,
          argsMode: 'exact',
          ignoreArgs: [],
        },
      ],
    },
  ],
  extraCalls: 'reads',
  state: { ignore: [], ordered: [], money: [], subset: false },
  mustMention: [['a', 'b']],
  mustNotMention: [],
  weight: 1,
  tags: [],
  holdout: false,
};

describe('explainCase', () => {
  it('tells what each line gates', () => {
    const { lines, verdict } = explainCase(EXPECTATION);
    expect(verdict).toBeUndefined();
    expect(lines.map(({ gate, text }) => `${gate}: ${text}`)).toEqual([
      'tool_behavior: the calls below are due',
      'forbidden_tools[0]: cancel is not called',
      'calls[0]: search_flights is called',
      'calls[0].args.origin: origin is "SFO" or "OAK"',
      'match.extra_calls: other calls may only read',
      'must_mention[0]: a reply mentions "a" or "b"',
    ]);
  });
});

describe('matcherWords', () => {
  it('tells every condition, the comparison, and that it may be left out', () => {
    const words = matcherWords({
      kind: 'matcher',
      allowed: [18.5],
      fromCall: ['order'],
      path: '$.amount',
      compare: 'number',
      tolerance: 0.5,
      optional: true,
    });
    expect(words).toBe(
      '18.5, and a value that order returned at $.amount (compared as numbers, ±0.5), or left out',
    );
  });

  it('goes into objects and lists', () => {
    const any = { kind: 'matcher', predicate: 'any', optional: false } as const;
    const words = matcherWords({
      kind: 'list',
      items: [{ kind: 'object', entries: new Map([['id', any]]) }],
    });
    expect(words).toBe('a list of an object with id: any value');
  });
});
