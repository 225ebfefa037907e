import { describe, expect, it } from 'vitest';
import { at, sessionOf } from '../testing.ts';

const FILES = {
  'a.tools.json': JSON.stringify({
    tools: [{ name: 'look', inputSchema: { properties: { q: { type: 'string' } } } }],
  }),
  'a.trace.json': JSON.stringify({
    runs: [{ calls: [{ name: 'look', arguments: { q: 'x' }, status: 'ok' }] }],
  }),
  'a.case.yaml':
    'case_id: one\ntools: a.tools.json\ntrace: a.trace.json\nexpected: { calls: [{ name: look }] }\n',
  'set.dataset.yaml': 'dataset: set\ncases: [{ include: "*.case.yaml" }]\n',
};

const PARTIAL =
  'dataset: set\ndefaults: { expected: { match: { args: partial } } }\ncases: [{ include: "*.case.yaml" }]\n';

describe('a score that is kept', () => {
  it('is made again when the dataset around the case says something else', async () => {
    const { session } = sessionOf(FILES);
    const uri = at('a.case.yaml');
    const verdict = () => session.scoresOf(uri).get('one')?.score.verdict;
    await session.rescore((await session.snapshot(uri))!);
    expect(verdict()).toBe('fail');
    const kept = session.scoresOf(uri).get('one');
    await session.refreshScores(uri);
    expect(session.scoresOf(uri).get('one')).toBe(kept);

    session.workspace.open(at('set.dataset.yaml'), 1, PARTIAL);
    await session.refreshScores(uri);
    expect(verdict()).toBe('pass');
  });

  it('stays taken back when it was just being made again', async () => {
    const { session } = sessionOf(FILES);
    const uri = at('a.case.yaml');
    await session.rescore((await session.snapshot(uri))!);
    const refreshed = session.refreshScores(uri);
    session.scores.clear(uri);
    await refreshed;
    expect(session.scoresOf(uri).size).toBe(0);
  });
});
