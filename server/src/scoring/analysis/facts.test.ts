import { describe, expect, it } from 'vitest';
import { scoreRun } from '../score-run.ts';
import { type ExpectationSpec, expectation, failures, run, toolset } from '../testing.ts';

const score = (spec: ExpectationSpec, reply: string) =>
  scoreRun(expectation(spec), toolset([]), run([], { final_message: reply }));

describe('facts', () => {
  it.each<[rule: string, fact: string, reply: string, found: boolean]>([
    ['case does not matter', 'Refund', 'your REFUND is on its way', true],
    ['thousands commas do not matter', '1,284', 'It is 1284 in all.', true],
    ['nor do they in the reply', '1234567', '1,234,567', true],
    ['repeated white space does not matter', 'two  words', 'two\n words', true],
    ['word boundaries do', 'art', 'party', false],
    ['a decimal point is no boundary', '128', 'You pay 128.40.', false],
    ['a sum is found with its sign', '$128.40', 'You get **$128.40** back.', true],
    ['a longer number is another', '234', '1,234', false],
    ['an apostrophe may be typeset', "I don't", 'No, I don’t.', true],
    ['or be typed where the fact is typeset', 'l’ordre', "J'ai annulé l'ordre.", true],
    ['so may quotation marks', '"Nairobi"', 'It is “Nairobi”.', true],
    ['so may dashes and the minus', '-5 to 9-11', '−5 to 9–11', true],
    [
      'so may three dots, and a space that holds a line together',
      'wait... 5 km',
      'Wait… 5\u00a0km',
      true,
    ],
    ['a hyphen of line ends is none', 'confirmation', 'confir\u00admation', true],
    ['another mark is another', "don't", 'don"t', false],
  ])('%s', (_rule, fact, reply, found) => {
    const result = score({ must_mention: [fact] }, reply);
    expect(failures(result)).toEqual(found ? [] : ['missing-fact']);
    expect(result.metrics.facts_missing).toBe(found ? 0 : 1);
  });

  it('takes any of several', () => {
    const spec: ExpectationSpec = { must_mention: [{ any: ['Monday', 'tomorrow'] }, 'noon'] };
    expect(score(spec, 'Tomorrow, noon.').verdict).toBe('pass');
    expect(score(spec, 'Tomorrow.').findings).toMatchObject([
      { code: 'missing-fact', target: { kind: 'expected', key: 'must_mention', item: 1 } },
    ]);
  });

  it('finds claims that must not be made', () => {
    const spec: ExpectationSpec = { must_not_mention: ['refunded'] };
    const made = score(spec, 'I have refunded it.');
    expect(failures(made)).toEqual(['false-claim']);
    expect(made.facts.claimsMade).toBe(1);
    expect(made.metrics.facts_missing).toBeNull();
    expect(score(spec, 'I could not.').verdict).toBe('pass');
  });

  it('looks in all replies of the run, and in no other message', () => {
    const spec = expectation({
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'blue' },
        { role: 'user', content: 'red' },
      ],
      must_mention: ['blue', 'red', 'green'],
    });
    const messages = [...spec.messages, { role: 'assistant', content: 'green' }];
    const { metrics } = scoreRun(spec, toolset([]), run([], { messages, final_message: 'Bye' }));
    expect(metrics.facts_missing).toBe(2);
  });
});
