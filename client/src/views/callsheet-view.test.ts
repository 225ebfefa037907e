import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Scoreboard } from '../../../server/src/protocol.ts';
import { PAYLOADS } from '../../../test/hardening/payloads.ts';
import { BOOK, caseItem, EMPTY, FILES, result, SCORES, SKY, setUp } from './cases-testing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A view of cases that is open, with two of three scored. */
async function shown(kept = {}) {
  const all = setUp(kept);
  all.show('callsheet.cases');
  all.scoresChanged.fire(SCORES);
  await vi.runAllTimersAsync();
  return all;
}

describe('the cases', () => {
  it('are asked for when somebody looks, and not before', async () => {
    const { asked, show, scoresChanged, casesChanged, tree } = setUp();
    scoresChanged.fire(SCORES);
    casesChanged.fire(FILES[1]!);
    await vi.runAllTimersAsync();
    expect(asked).toEqual({ cases: 0, scoreboard: 0 });
    show('callsheet.cases');
    await vi.runAllTimersAsync();
    expect(asked).toEqual({ cases: 1, scoreboard: 0 });
    expect(tree('callsheet.cases')).toContain('rain');
  });

  it('stand by file, with verdict, trials and flakiness', async () => {
    const { tree, description } = await shown();
    expect(tree('callsheet.cases')).toBe(
      [
        '(file) book.case.yaml | 1 of 2 passed',
        '  (testing-failed-icon) one | 4/5 flaky  Books it',
        '  (testing-passed-icon) two | 2/2',
        '(file) sky.case.yaml | 1 case',
        '  (testing-unset-icon) rain',
      ].join('\n'),
    );
    expect(description('callsheet.cases')).toBe('by file');
  });

  it.each([
    ['verdict', ['Failed', 'Without verdict', 'Passed']],
    ['category', ['trips', 'Without category']],
    ['tag', ['eu', 'money', 'Without tag']],
    ['consequence', ['destructive', 'write', 'read']],
  ])('stand by %s once that is chosen, and after the next start', async (by, groups) => {
    const { call, tree, kept, context } = await shown();
    await call(`callsheet.groupBy.${by}`);
    await vi.runAllTimersAsync();
    const labels = (text: string) =>
      text.split('\n').flatMap((line) => (line.startsWith(' ') ? [] : [line.split(' |')[0]!]));
    expect(labels(tree('callsheet.cases'))).toEqual(groups);
    expect(context['callsheet.groupBy']).toBe(by);
    const again = await shown(kept);
    expect(labels(again.tree('callsheet.cases'))).toEqual(groups);
  });

  it('are grouped from the palette, too', async () => {
    const { call, picks, log, context } = await shown();
    picks.push('tag');
    await call('callsheet.groupCases');
    expect(context['callsheet.groupBy']).toBe('tag');
    await call('callsheet.groupCases');
    expect(context['callsheet.groupBy']).toBe('tag');
    expect(log).toEqual([
      'pick file*,verdict,category,tag,consequence',
      'callsheet.cases.focus undefined',
      'pick file,verdict,category,tag*,consequence',
    ]);
  });

  it('have ids of their own, also in two groups at once', async () => {
    const { call, item, tree } = await shown();
    await call('callsheet.groupBy.tag');
    await vi.runAllTimersAsync();
    expect(tree('callsheet.cases').match(/ one /g)).toHaveLength(2);
    expect(item('callsheet.cases', 'rain').id).toBe(`tag eu ${SKY}#rain`);
  });

  it('are drawn once for many changes, and not for those that change nothing', async () => {
    const { scoresChanged, asked, show, tree } = await shown();
    const before = tree('callsheet.cases');
    for (let i = 0; i < 9; i++) scoresChanged.fire(SCORES);
    await vi.runAllTimersAsync();
    expect(tree('callsheet.cases')).toBe(before);
    expect(asked.cases).toBe(1);
    show('callsheet.cases', false);
    scoresChanged.fire({ uri: BOOK, results: [] });
    await vi.runAllTimersAsync();
    expect(tree('callsheet.cases')).toBe(before);
    show('callsheet.cases');
    await vi.runAllTimersAsync();
    expect(tree('callsheet.cases')).toContain('book.case.yaml | 2 cases');
  });

  it('are asked for anew by a new server, and where tools may give them another consequence', async () => {
    const { running, toolsChanged, call, asked, tree } = await shown();
    running.fire();
    await vi.runAllTimersAsync();
    expect(tree('callsheet.cases')).not.toContain('4/5');
    toolsChanged.fire();
    await vi.runAllTimersAsync();
    expect(asked.cases).toBe(2);
    await call('callsheet.groupBy.consequence');
    toolsChanged.fire();
    await vi.runAllTimersAsync();
    expect(asked.cases).toBe(3);
  });

  it('lead to their line by a click', async () => {
    const { item, call, log } = await shown();
    const { command } = item('callsheet.cases', 'rain');
    await call(command!.command, ...command!.arguments!);
    expect(log).toEqual([`show ${SKY} {"line":3,"character":9}`]);
  });

  it('are rescored together, file by file', async () => {
    const { call, log } = await shown();
    await call('callsheet.rescoreAll');
    expect(log).toEqual([BOOK, SKY].map((uri) => `callsheet.rescoreFile {"uri":"${uri}"}`));
  });
});

const BOARD: Scoreboard = {
  cases: 3,
  manifests: 1,
  figures: [{ name: 'arg_acc', text: '0.875', floor: '≥ 0.90', healthy: false }],
  tools: [
    {
      name: 'book',
      overall: {
        name: 'composite',
        text: '0.920',
        trend: '▲ +0.040',
        healthy: true,
        history: [{ at: '2026-11-30T09:00:00Z', text: '0.880' }],
      },
      figures: [{ name: 'selection', text: '1', floor: '≥ 0.80', healthy: true }],
      worst: { uri: BOOK, case_id: 'one', summary: '4 of 5 runs passed' },
    },
  ],
  baseline: { at: '2026-11-29T09:00:00Z', worse: ['case one: pass → fail'] },
};

describe('the tools', () => {
  it('stand with figures, floors, trend and the worst case', async () => {
    const { show, tree, item } = setUp({}, BOARD);
    show('callsheet.tools');
    await vi.runAllTimersAsync();
    expect(tree('callsheet.tools')).toBe(
      [
        '(warning) All cases | 3 scored',
        '  (warning) arg_acc | 0.875  ≥ 0.90',
        '(warning) Against the baseline | 1 worse',
        '  case one: pass → fail',
        '(tools) book | 0.920  ▲ +0.040',
        '  (bug) Worst case: one | 4 of 5 runs passed',
        '  selection | 1  ≥ 0.80',
      ].join('\n'),
    );
    expect(item('callsheet.tools', 'book').tooltip).toContain('0.880');
    expect(item('callsheet.tools', 'Worst case: one').command?.command).toBe('callsheet.goToCase');
  });

  it('are asked for anew once there is a baseline', async () => {
    const { show, call, asked, log } = setUp({}, BOARD);
    show('callsheet.tools');
    await vi.runAllTimersAsync();
    await call('callsheet.setBaseline');
    await vi.runAllTimersAsync();
    expect(log).toEqual(['server: callsheet.setBaseline']);
    expect(asked.scoreboard).toBe(2);
  });

  it.each([
    [0, 'noTools'],
    [2, 'noResults'],
  ])('say what to do where there is nothing to show: %i manifests', async (manifests, way) => {
    const { show, tree, context } = setUp({}, { ...EMPTY, manifests });
    show('callsheet.tools');
    await vi.runAllTimersAsync();
    expect(tree('callsheet.tools')).toBe('');
    expect(context['callsheet.scoreboard']).toBe(way);
  });
});

describe.each(Object.entries(PAYLOADS))('%s', (_, payload) => {
  it('is text in both trees', async () => {
    const figure = { name: 'f1', text: '0.5', healthy: true };
    const board = {
      ...EMPTY,
      cases: 1,
      tools: [
        {
          name: payload,
          overall: figure,
          figures: [figure],
          worst: { uri: BOOK, case_id: payload, summary: payload },
        },
      ],
      baseline: { at: '2026-01-01', worse: [payload] },
    } as unknown as Scoreboard;
    const view = setUp({ 'callsheet.groupBy': 'tag' }, board);
    const hostile = caseItem(payload, { title: payload, tags: [payload] });
    view.show('callsheet.cases');
    view.show('callsheet.tools');
    await vi.runAllTimersAsync();
    view.casesChanged.fire({ uri: BOOK, cases: [hostile] });
    view.scoresChanged.fire({
      uri: BOOK,
      results: [{ ...result(payload, 0, 1), summary: payload }],
    });
    await vi.runAllTimersAsync();
    for (const id of ['callsheet.cases', 'callsheet.tools']) {
      const items = view.items(id);
      expect(items.length).toBeGreaterThan(2);
      for (const { label, description, tooltip, accessibilityInformation } of items) {
        // A tooltip that were Markdown would be an object.
        for (const text of [label, description, tooltip, accessibilityInformation?.label]) {
          expect(text ?? '').toEqual(expect.not.stringMatching(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u));
        }
      }
    }
  });
});
