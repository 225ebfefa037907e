import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import type {
  CaseItem,
  CaseResult,
  FileCases,
  FileScores,
  Scoreboard,
} from '../../../server/src/protocol.ts';
import { PAYLOADS } from '../../../test/hardening/payloads.ts';
import { ReportPanels } from '../reports/report-panels.ts';
import { CallsheetView } from './callsheet-view.ts';
import { fakeViews } from './testing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BOOK = 'file:///w/book.case.yaml';
const SKY = 'file:///w/sky.case.yaml';
const at = (line: number) => ({
  start: { line, character: 9 },
  end: { line, character: 12 },
});

const caseItem = (case_id: string, more: Partial<CaseItem> = {}): CaseItem => ({
  case_id,
  tags: [],
  consequence: 'read',
  range: at(3),
  idRange: at(3),
  ...more,
});

const FILES: FileCases[] = [
  {
    uri: BOOK,
    cases: [
      caseItem('one', {
        title: 'Books it',
        category: 'trips',
        tags: ['money', 'eu'],
        consequence: 'destructive',
      }),
      caseItem('two', { consequence: 'write' }),
    ],
  },
  { uri: SKY, cases: [caseItem('rain', { tags: ['eu'] })] },
];

const result = (case_id: string, passed: number, trials: number): CaseResult => ({
  case_id,
  verdict: trials === 0 ? 'error' : passed === trials ? 'pass' : 'fail',
  summary: `${passed} of ${trials}`,
  passed,
  trials,
  flaky: passed > 0 && passed < trials,
  messages: [],
  runs: [],
});

const EMPTY: Scoreboard = { cases: 0, figures: [], tools: [], manifests: 0 };

function setUp(kept = {}, board: Scoreboard = EMPTY) {
  const editor = fakeViews(kept);
  const { EventEmitter } = editor.vscode;
  const casesChanged = new EventEmitter<FileCases>();
  const scoresChanged = new EventEmitter<FileScores>();
  const toolsChanged = new EventEmitter<void>();
  const running = new EventEmitter<void>();
  const asked = { cases: 0, scoreboard: 0 };
  const server = {
    onCasesChanged: casesChanged.event,
    onScoresChanged: scoresChanged.event,
    onToolsChanged: toolsChanged.event,
    onRunning: running.event,
    cases: async () => {
      asked.cases += 1;
      return FILES;
    },
    scoreboard: async () => {
      asked.scoreboard += 1;
      return board;
    },
    execute: async (command: string) => void editor.log.push(`server: ${command}`),
  };
  const view = new CallsheetView(editor.vscode, server as never, editor.memory);
  return { ...editor, view, asked, casesChanged, scoresChanged, toolsChanged, running };
}

const SCORES: FileScores = { uri: BOOK, results: [result('one', 4, 5), result('two', 2, 2)] };

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

describe('a report', () => {
  const RAIN = { uri: SKY, case_id: 'rain' };

  function withReports({ kept = {}, atCursor = true, inFile = [RAIN] } = {}) {
    const all = setUp(kept);
    Object.assign(all.vscode.window, {
      activeTextEditor: {
        document: { uri: all.uri(SKY) },
        selection: { active: { line: 3 } },
      },
    });
    const pages = { html: '<p>1</p>', asked: [] as unknown[] };
    const testing = {
      caseAt: () => (atCursor ? RAIN : undefined),
      casesIn: () => inFile,
      caseOf: ({ id }: { id: string }) => ({ uri: BOOK, case_id: id }),
    };
    const reports = new ReportPanels(
      all.vscode,
      {
        onScoresChanged: all.scoresChanged.event,
        report: async (of: unknown) => {
          pages.asked.push(of);
          if (pages.html === '') throw new Error('no such case');
          return { title: 'one', html: pages.html };
        },
      } as never,
      testing as never,
      all.memory,
    );
    return { ...all, pages, reports };
  }

  it('is a page without scripts, command links or files', async () => {
    const { call, panels, pages } = withReports();
    await call('callsheet.openReport', { kind: 'case', uri: BOOK, case_id: 'one' });
    expect(pages.asked).toEqual([{ uri: BOOK, case_id: 'one' }]);
    expect(panels).toMatchObject([
      {
        title: 'Report: one',
        webview: { html: '<p>1</p>' },
        options: { enableScripts: false, enableCommandUris: false, localResourceRoots: [] },
      },
    ]);
  });

  it('is of the case at the cursor, or of everything', async () => {
    const { call, pages } = withReports();
    await call('callsheet.openReport');
    await call('callsheet.openFullReport');
    expect(pages.asked).toEqual([RAIN, undefined]);
  });

  it('is of the only case of a file, or the picked one, where the cursor is in none', async () => {
    const { call, pages } = withReports({ atCursor: false });
    await call('callsheet.openReport');
    expect(pages.asked).toEqual([RAIN]);
    const two = withReports({ atCursor: false, inFile: [RAIN, { uri: SKY, case_id: 'sun' }] });
    await two.call('callsheet.openReport');
    expect(two.pages.asked).toEqual([]);
    two.picks.push('sun');
    await two.call('callsheet.openReport');
    expect(two.pages.asked).toEqual([{ uri: SKY, case_id: 'sun' }]);
  });

  it('is opened from the Testing view, by a case or a message', async () => {
    const { call, pages } = withReports();
    await call('callsheet.openReport', { id: 'one' });
    await call('callsheet.openReport', { test: { id: 'two' }, message: {} });
    expect(pages.asked).toEqual([
      { uri: BOOK, case_id: 'one' },
      { uri: BOOK, case_id: 'two' },
    ]);
  });

  it('is there again after a reload, unless it was closed or there is none any more', async () => {
    const { call, panels, kept } = withReports();
    await call('callsheet.openReport', { uri: BOOK, case_id: 'one' });
    panels[0]?.close();
    await call('callsheet.openReport');
    const title = 'Report: one';
    const again = withReports({ kept: structuredClone(kept) });
    const panel = await again.restore('callsheet.report', title);
    expect(panel.webview).toMatchObject({
      html: '<p>1</p>',
      options: { enableScripts: false, enableCommandUris: false, localResourceRoots: [] },
    });
    expect(again.pages.asked).toEqual([RAIN]);
    expect((await again.restore('callsheet.report', 'Report: other')).visible).toBe(false);
    const gone = withReports({ kept: structuredClone(kept) });
    gone.pages.html = '';
    expect((await gone.restore('callsheet.report', title)).visible).toBe(false);
  });

  it('follows the scores of its case, not those of others, nor their being cleared', async () => {
    const { call, panels, pages, scoresChanged } = withReports();
    await call('callsheet.openReport', { uri: BOOK, case_id: 'one' });
    pages.html = '<p>2</p>';
    scoresChanged.fire({ uri: SKY, results: [result('rain', 1, 1)] });
    scoresChanged.fire({ uri: BOOK, results: [] });
    await vi.runAllTimersAsync();
    expect(pages.asked).toHaveLength(1);
    scoresChanged.fire(SCORES);
    scoresChanged.fire(SCORES);
    await vi.runAllTimersAsync();
    expect(pages.asked).toHaveLength(2);
    expect(panels[0]?.webview.html).toBe('<p>2</p>');
  });

  it('is shown again rather than twice, and made anew once it was closed', async () => {
    const { call, panels, log } = withReports();
    const of = { uri: BOOK, case_id: 'one' };
    await call('callsheet.openReport', of);
    await call('callsheet.openReport', of);
    expect(log).toEqual(['reveal Report: one']);
    panels[0]?.close();
    await call('callsheet.openReport', of);
    expect(panels).toHaveLength(2);
  });

  it('has the case rescored, and shown, from its own title', async () => {
    const { call, log } = withReports();
    await call('callsheet.openReport', { uri: BOOK, case_id: 'one' });
    await call('callsheet.report.rescore');
    await call('callsheet.report.goToCase');
    const of = JSON.stringify({ uri: BOOK, case_id: 'one' });
    expect(log).toEqual([`callsheet.rescoreCase ${of}`, `callsheet.goToCase ${of}`]);
  });

  it('and the view have all their commands in the manifest', () => {
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    expect(contributed).toEqual(expect.arrayContaining(withReports().commandIds()));
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
