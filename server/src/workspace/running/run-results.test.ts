import { describe, expect, it } from 'vitest';
import type { Run } from '../../model/run.ts';
import { nodeRunHost } from './node-run-host.ts';
import type { RunHost } from './run-host.ts';
import { CaseResults, resultNames } from './run-results.ts';

describe('names of result files', () => {
  const names = (...ids: string[]) =>
    resultNames(ids.map((caseId) => ({ caseId, file: 'file:///a.case.yaml' })));

  it('are the ids where these are names', () => {
    expect(names('refund_8842', 'größe-1')).toEqual([
      'refund_8842.trace.json',
      'größe-1.trace.json',
    ]);
  });

  it('are names of their own for ids that are none, or that a file system takes for one', () => {
    const made = names('../../etc/passwd', 'a/b', 'a_b', 'Case', 'case', '', '..', 'x'.repeat(300));
    expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(made.length);
    for (const name of made) {
      expect(name).toMatch(/^[\p{L}\p{N}_-][\p{L}\p{N}._-]{0,130}\.trace\.json$/u);
    }
  });

  it('tell two cases by one id apart by their files, the same in every run', () => {
    const twice = () =>
      resultNames([
        { caseId: 'a', file: 'file:///one.dataset.yaml' },
        { caseId: 'a', file: 'file:///two.dataset.yaml' },
      ]);
    expect(new Set(twice()).size).toBe(2);
    expect(twice()).toEqual(twice());
  });
});

describe('results of a case', () => {
  const run = (runId: string, more: Partial<Run> = {}): Run => ({
    runId,
    calls: [],
    messages: [],
    ...more,
  });

  it('are whole after each trial, in the order of the trials, whatever order they end in', async () => {
    const written: string[] = [];
    const host: RunHost = {
      ...nodeRunHost,
      files: {
        ...nodeRunHost.files,
        read: async () => written.at(-1),
        write: async (_, text) => {
          written.push(text);
        },
      },
    };
    const results = await CaseResults.open('/a.trace.json', 'a', host, false);
    await Promise.all([
      results.add(run('10')),
      results.add(run('2', { failure: 'no answer' })),
      results.add(
        run('1', {
          calls: [
            { name: 'pay', arguments: { amount: 12345678901234567890n } },
            { name: 'span', argumentsUnknown: true },
            { name: 'bad', rawArguments: '{"a":' },
          ],
        }),
      ),
    ]);
    expect(written.map((text) => JSON.parse(text).runs.length)).toEqual([3, 3, 3]);
    expect(
      JSON.parse(written.at(-1) ?? '').runs.map(({ run_id: id }: { run_id: string }) => id),
    ).toEqual(['1', '2', '10']);

    const again = await CaseResults.open('/a.trace.json', 'a', host, true);
    expect([1, 2, 10].map((trial) => again.has(trial))).toEqual([true, false, true]);
    expect(again.runs[0]?.calls).toEqual([
      { name: 'pay', arguments: { amount: 12345678901234567890n } },
      { name: 'span', argumentsUnknown: true },
      { name: 'bad', rawArguments: '{"a":' },
    ]);
  });
});
