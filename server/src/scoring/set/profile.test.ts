import { describe, expect, it } from 'vitest';
import { DEFAULT_WEIGHTS } from '../score-run.ts';
import { caseProfile } from './profile.ts';
import { expectationOf, toolsetOf } from './set-testing.ts';

const tools = toolsetOf(
  { search: 'read', book: 'write', purge: 'destructive', odd: 'unknown' },
  { book: 7 },
);
const profileOf = (...args: Parameters<typeof expectationOf>) =>
  caseProfile(expectationOf(...args), tools, DEFAULT_WEIGHTS);

describe('the profile of a case', () => {
  it('weighs by the highest consequence that is expected, forbidden or to be confirmed', () => {
    expect(profileOf(['search']).weight).toBe(1);
    expect(profileOf(['odd'])).toMatchObject({ consequence: 'read', weight: 1 });
    expect(profileOf(['search'], { forbidden_tools: ['purge'] })).toMatchObject({
      consequence: 'destructive',
      weight: 25,
    });
    expect(profileOf([], { confirm_before: ['purge'], weight: 2 }).weight).toBe(50);
    expect(profileOf([], { allowed_tools: ['purge'] })).toMatchObject({
      consequence: 'read',
      weight: 1,
    });
  });

  it('takes a weight that a policy gives', () => {
    expect(profileOf(['search', 'book'])).toMatchObject({ consequence: 'write', weight: 7 });
  });

  it('asks all trials to pass where something could be harmed', () => {
    expect(profileOf(['search']).passRule).toBe('majority');
    expect(profileOf(['book']).passRule).toBe('all');
    expect(profileOf([], { forbidden_tools: ['purge'] }).passRule).toBe('all');
    expect(profileOf([], { tool_behavior: 'no_write' }).passRule).toBe('all');
    expect(profileOf([], { tool_behavior: 'clarify' }).passRule).toBe('all');
    expect(profileOf([], { tool_behavior: 'no_call' }).passRule).toBe('majority');
    expect(profileOf(['book'], { pass_rule: 'any' }).passRule).toBe('any');
  });

  it('names the tools of golden, allowed and forbidden lists once', () => {
    const more = {
      allowed_tools: ['search', 'book'],
      forbidden_tools: ['purge'],
      tags: ['a', 'a'],
    };
    expect(profileOf(['search'], more)).toMatchObject({
      tools: ['book', 'purge', 'search'],
      tags: ['a'],
    });
  });
});
