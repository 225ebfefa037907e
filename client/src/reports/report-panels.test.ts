import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { BOOK, result, SCORES, SKY, setUp } from '../views/cases-testing.ts';
import { ReportPanels } from './report-panels.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
