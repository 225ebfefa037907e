import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CancellationToken } from 'vscode';
import type { CaseItem, CaseResult, FileCases, FileScores } from '../../../server/src/protocol.ts';
import { NeedsTrust } from '../run-consent.ts';
import { TestingController } from './controller.ts';
import { cancellation, fakeEditor } from './fake-vscode.ts';

const range = (from: number, to: number) => ({
  start: { line: from, character: 0 },
  end: { line: to, character: 0 },
});

const caseItem = (case_id: string, from: number, to: number, more = {}): CaseItem => ({
  case_id,
  tags: [],
  consequence: 'read',
  range: range(from, to),
  idRange: range(from, from),
  ...more,
});

const BOOKING: FileCases = {
  uri: 'file:///w/book.case.yaml',
  cases: [
    caseItem('z_first', 0, 9, { title: 'Books what it found', tags: ['money'] }),
    caseItem('a_second', 11, 20),
  ],
};
const WEATHER: FileCases = {
  uri: 'file:///w/sky/weather.case.yaml',
  cases: [caseItem('paris', 2, 8)],
};

const pass = (case_id: string): CaseResult => ({
  case_id,
  verdict: 'pass',
  summary: '1 of 1 trials',
  passed: 1,
  trials: 1,
  flaky: false,
  messages: [],
  runs: [{ run_id: '1', verdict: 'pass' }],
});

const SEATS = {
  message: 'seats: wrong',
  range: range(17, 17),
  expected: '1',
  actual: '2',
  runs: [0],
};

const wrongSeats = (case_id: string): CaseResult => ({
  case_id,
  verdict: 'fail',
  summary: '0 of 1 trials',
  passed: 0,
  trials: 1,
  flaky: false,
  messages: [SEATS],
  runs: [{ run_id: '1', verdict: 'fail' }],
});

/** Three runs, the second of which got the seats wrong. */
const flaky = (case_id: string, verdict: CaseResult['verdict']): CaseResult => ({
  ...wrongSeats(case_id),
  verdict,
  summary: '2 of 3 trials',
  messages: [{ ...SEATS, runs: [1] }],
  runs: [
    { run_id: '1', verdict: 'pass' },
    { run_id: '2', verdict: 'fail' },
    { run_id: '3', verdict: 'pass' },
  ],
});

/** A server that gives the scores prepared for it, telling of them before it answers. */
function setUp({ canRun = true, cases = [BOOKING, WEATHER] } = {}) {
  const editor = fakeEditor();
  const { EventEmitter } = editor.vscode;
  const casesChanged = new EventEmitter<FileCases>();
  const scoresChanged = new EventEmitter<FileScores>();
  const running = new EventEmitter<void>();
  const prepared = new Map<string, CaseResult | Error>();
  const scores = new Map<string, Map<string, CaseResult>>();
  const commands: string[] = [];
  /** What the server does meanwhile. */
  const meanwhile: { work?: (token: CancellationToken, say: (text: string) => void) => unknown } =
    {};
  /** Cases that a person does not want to run. */
  const refused = new Set<string>();
  const untrusted = new Set<string>();

  const tell = (uri: string) =>
    scoresChanged.fire({ uri, results: [...(scores.get(uri)?.values() ?? [])] });
  const server = {
    cases: async () => cases,
    onCasesChanged: casesChanged.event,
    onScoresChanged: scoresChanged.event,
    onRunning: running.event,
    async execute(
      command: string,
      argument: { uri: string; case_id?: string },
      token: CancellationToken,
      say: (text: string) => void,
    ) {
      commands.push(`${command} ${argument.case_id ?? argument.uri}`);
      await meanwhile.work?.(token, say);
      const file = cases.find(({ uri }) => uri === argument.uri);
      const wanted = file?.cases.filter(
        ({ case_id }) => argument.case_id === undefined || argument.case_id === case_id,
      );
      for (const { case_id } of wanted ?? []) {
        const result = prepared.get(case_id);
        if (result instanceof Error) throw result;
        if (result)
          scores.set(argument.uri, new Map(scores.get(argument.uri)).set(case_id, result));
      }
      tell(argument.uri);
      return { answered: command };
    },
  };
  const controller = new TestingController(editor.vscode, server as never, canRun, {
    async given({ case_id }) {
      if (untrusted.has(case_id)) throw new NeedsTrust('Trust this first: [here](command:x).');
      return !refused.has(case_id);
    },
  });
  return {
    ...editor,
    editor,
    controller,
    casesChanged,
    running,
    prepared,
    scores,
    commands,
    refused,
    untrusted,
    meanwhile,
    tell,
  };
}

describe('the tree', () => {
  it('lists files, then cases in their written order, with titles, lines and tags', async () => {
    const { editor } = setUp();
    await editor.showView();
    expect(editor.tree()).toBe(
      [
        'book.case.yaml',
        '  z_first 1-10 "Books what it found" #money',
        '  a_second 12-21',
        'sky/weather.case.yaml',
        '  paris 3-9',
      ].join('\n'),
    );
  });

  it('shows the cases of open files before anybody looks at the view', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire(WEATHER);
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  paris 3-9');
  });

  it('follows edits, keeping the items that stay', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire(BOOKING);
    const kept = editor.item('book.case.yaml', 'a_second');
    casesChanged.fire({
      ...BOOKING,
      cases: [caseItem('a_second', 3, 12), caseItem('third', 14, 20)],
    });
    expect(editor.tree()).toBe('book.case.yaml\n  a_second 4-13\n  third 15-21');
    expect(editor.item('book.case.yaml', 'a_second')).toBe(kept);
  });

  it('drops a file without cases, and takes names that objects have of their own', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire(WEATHER);
    casesChanged.fire({ ...WEATHER, cases: [] });
    expect(editor.tree()).toBe('');
    casesChanged.fire({
      ...WEATHER,
      cases: [caseItem('__proto__', 0, 1), caseItem('constructor', 2, 3)],
    });
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  __proto__ 1-2\n  constructor 3-4');
  });

  it('takes the first of two cases that share an id', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire({ ...WEATHER, cases: [caseItem('paris', 0, 1), caseItem('paris', 3, 4)] });
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  paris 1-2');
  });

  it('is read again when the server was started anew', async () => {
    const cases = [BOOKING];
    const { editor, running } = setUp({ cases });
    await editor.showView();
    cases.splice(0, 1, WEATHER);
    running.fire();
    await new Promise((resolve) => setImmediate(resolve));
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  paris 3-9');
  });

  it('knows the case at a line: the last that begins above it', async () => {
    const { editor, controller } = setUp();
    await editor.showView();
    const at = (line: number) => controller.caseAt(BOOKING.uri, line)?.case_id;
    expect([0, 9, 10, 11, 99].map(at)).toEqual([
      'z_first',
      'z_first',
      'z_first',
      'a_second',
      'a_second',
    ]);
    expect(controller.caseAt(WEATHER.uri, 0)).toBeUndefined();
  });
});

describe('profiles', () => {
  it('are Rescore, by default and continuously, and Run', () => {
    expect(setUp().editor.profiles).toEqual(['Rescore* (continuous)', 'Run']);
  });

  it('have no Run where no process can be started', () => {
    expect(setUp({ canRun: false }).editor.profiles).toEqual(['Rescore* (continuous)']);
  });
});

describe('a test run', () => {
  it('rescores a file by one command; failures stand on their lines, with a diff', async () => {
    const { editor, prepared, commands, log } = setUp();
    await editor.showView();
    prepared.set('z_first', pass('z_first')).set('a_second', wrongSeats('a_second'));
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml')] });
    expect(commands).toEqual([`callsheet.rescoreFile ${BOOKING.uri}`]);
    expect(log).toEqual([
      'run {',
      '  started z_first',
      '  started a_second',
      '  > z_first: 1 of 1 trials',
      '  passed z_first',
      '  > a_second: 0 of 1 trials',
      '  failed a_second',
      '    line 18: seats: wrong (1 | 2)',
      '}',
    ]);
  });

  it('rescores only the cases asked for', async () => {
    const { editor, prepared, commands } = setUp();
    await editor.showView();
    prepared.set('a_second', pass('a_second')).set('paris', pass('paris'));
    await editor.runTests('Rescore', { exclude: [editor.item('book.case.yaml', 'z_first')] });
    expect(commands).toEqual(['callsheet.rescoreCase a_second', 'callsheet.rescoreCase paris']);
  });

  it('ends a case that the server refuses as errored, with the reason, and goes on', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('z_first', new Error('Trust this workspace first.'));
    prepared.set('a_second', pass('a_second'));
    await editor.runTests('Run', { include: [editor.item('book.case.yaml')] });
    expect(log).toEqual([
      'run {',
      '  started z_first',
      '  > z_first: Trust this workspace first.',
      '  errored z_first',
      '    Trust this workspace first.',
      '  started a_second',
      '  > a_second: 1 of 1 trials',
      '  passed a_second',
      '}',
    ]);
  });

  it('skips a case that a person does not want to run, and asks about no rescoring', async () => {
    const { editor, prepared, refused, commands } = setUp();
    await editor.showView();
    for (const id of ['z_first', 'a_second']) prepared.set(id, pass(id));
    refused.add('z_first');
    await editor.runTests('Run', { include: [editor.item('book.case.yaml')] });
    expect(commands).toEqual(['callsheet.runCase a_second']);
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml', 'z_first')] });
    expect(commands.at(-1)).toBe('callsheet.rescoreCase z_first');
  });

  it('lists the runs of a case below it, each with its own state', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('a_second', flaky('a_second', 'fail'));
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(log.slice(3)).toEqual([
      '  failed a_second',
      '    line 18: seats: wrong (1 | 2)',
      '  started 0',
      '  passed 0',
      '  started 1',
      '  failed 1',
      '    seats: wrong (1 | 2)',
      '  started 2',
      '  passed 2',
      '}',
    ]);
    expect(editor.tree()).toContain('  a_second 12-21\n    #1\n    #2\n    #3');
    prepared.set('a_second', pass('a_second'));
    const run = [...editor.item('book.case.yaml', 'a_second').children][1]?.[1];
    await editor.runTests('Run', { include: run ? [run] : [] });
    expect(editor.tree()).not.toContain('#1');
  });

  it('leaves a case passed whose rule lets a run fail', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('a_second', flaky('a_second', 'pass'));
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(log.filter((line) => /failed|errored/.test(line))).toEqual([]);
    expect(log).toContain('  skipped 1');
    expect(editor.tree()).toContain('#2 "failed, which the case allows"');
  });

  it('shows what a person has to do first as a link', async () => {
    const { editor, untrusted, log, commands } = setUp();
    await editor.showView();
    untrusted.add('paris');
    await editor.runTests('Run', { include: [editor.item('sky/weather.case.yaml')] });
    expect(log.slice(-3)).toEqual([
      '  errored paris',
      '    Trust this first: [here](command:x).',
      '}',
    ]);
    expect(commands).toEqual([]);
  });

  it('ends what it runs when it is cancelled, and skips the rest', async () => {
    const { editor, meanwhile, log } = setUp();
    await editor.showView();
    const token = cancellation();
    meanwhile.work = async (given) => {
      token.cancel();
      if (given.isCancellationRequested) throw new Error('it was cancelled');
    };
    await editor.runTests('Run', {}, token);
    expect(log).toEqual([
      'run {',
      '  started z_first',
      '  skipped z_first',
      '  skipped a_second',
      '  skipped paris',
      '}',
    ]);
  });

  it('skips a case that has no score afterwards; an error verdict is errored', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('a_second', { ...pass('a_second'), verdict: 'error', summary: 'unreadable' });
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml')] });
    expect(log.slice(3)).toEqual([
      '  skipped z_first',
      '  > a_second: unreadable',
      '  errored a_second',
      '    unreadable',
      '}',
    ]);
  });

  it('skips what is left when it is cancelled', async () => {
    const { editor, log } = setUp();
    await editor.showView();
    const token = cancellation();
    token.cancel();
    await editor.runTests('Rescore', { include: [editor.item('sky/weather.case.yaml')] }, token);
    expect(log).toEqual(['run {', '  skipped paris', '}']);
  });

  it('of a command gives the server’s answer, and nothing for a case it does not know', async () => {
    const { editor, controller, prepared } = setUp();
    await editor.showView();
    prepared.set('paris', pass('paris'));
    expect(await controller.score('rescore', { uri: WEATHER.uri, case_id: 'paris' })).toEqual({
      results: [{ answered: 'callsheet.rescoreCase' }],
      errors: [],
    });
    expect(
      await controller.score('rescore', { uri: WEATHER.uri, case_id: 'rome' }),
    ).toBeUndefined();
  });
});

describe('the last run', () => {
  afterEach(() => vi.useRealTimers());

  it('stands in the status bar, with a way to its cases', async () => {
    const { editor, prepared, status } = setUp();
    await editor.showView();
    prepared.set('z_first', pass('z_first')).set('a_second', wrongSeats('a_second'));
    prepared.set('paris', new Error('no'));
    await editor.runTests('Run', {});
    expect(status.text).toBe('$(error) Callsheet: 1 passed, 1 failed, 1 in error');
    expect(status.command).toBe('workbench.view.testing.focus');
    await editor.runTests('Run', { include: [editor.item('book.case.yaml', 'z_first')] });
    expect(status.text).toBe('$(pass) Callsheet: 1 passed');
  });

  it('is followed by a notification once it takes its time, and can be cancelled there', async () => {
    vi.useFakeTimers();
    const { editor, meanwhile, notifications, status, log } = setUp();
    await editor.showView();
    meanwhile.work = async (token, say) => {
      expect(notifications).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      say('2 of 5 trials');
      expect(status.text).toBe('$(loading~spin) Callsheet: 0 of 3');
      notifications[0]?.cancel();
      if (token.isCancellationRequested) throw new Error('it was cancelled');
    };
    await editor.runTests('Run', {});
    await vi.runAllTimersAsync();
    expect(notifications).toMatchObject([
      {
        title: 'Running cases',
        messages: expect.arrayContaining(['0 of 3 · 2 of 5 trials', '(gone)']),
      },
    ]);
    expect(log.filter((line) => line.startsWith('  skipped'))).toHaveLength(3);
    expect(status.text).toBe('$(circle-slash) Callsheet: 3 skipped');
  });

  it('is run again for the cases that did not pass', async () => {
    const { editor, controller, prepared, commands } = setUp();
    await editor.showView();
    expect(await controller.runFailed()).toBeUndefined();
    prepared.set('z_first', pass('z_first')).set('a_second', wrongSeats('a_second'));
    prepared.set('paris', { ...pass('paris'), verdict: 'error' });
    await editor.runTests('Rescore', {});
    commands.length = 0;
    await controller.runFailed();
    expect(commands).toEqual(['callsheet.runCase a_second', 'callsheet.runCase paris']);
  });
});

describe('live scores', () => {
  async function scored() {
    const all = setUp();
    await all.editor.showView();
    all.prepared.set('z_first', pass('z_first')).set('a_second', pass('a_second'));
    await all.editor.runTests('Rescore', { include: [all.editor.item('book.case.yaml')] });
    all.log.length = 0;
    return all;
  }

  it('change the state of what changed, and of nothing else', async () => {
    const { controller, scores, tell, log } = await scored();
    scores.get(BOOKING.uri)?.set('a_second', wrongSeats('a_second'));
    tell(BOOKING.uri);
    tell(BOOKING.uri);
    expect(log).toEqual([
      'run, by itself {',
      '  started a_second',
      '  > a_second: 0 of 1 trials',
      '  failed a_second',
      '    line 18: seats: wrong (1 | 2)',
      '}',
    ]);
    expect(controller.resultOf({ uri: BOOKING.uri, case_id: 'a_second' })?.verdict).toBe('fail');
  });

  it('that are there before their cases are shown with them', async () => {
    const { editor, scores, tell, log } = setUp();
    scores.set(WEATHER.uri, new Map([['paris', pass('paris')]]));
    tell(WEATHER.uri);
    expect(log).toEqual([]);
    await editor.showView();
    await editor.showView();
    expect(log).toEqual([
      'run, by itself {',
      '  started paris',
      '  > paris: 1 of 1 trials',
      '  passed paris',
      '}',
    ]);
  });

  it('outdate the result of a case that has no score any more', async () => {
    const { scores, tell, log } = await scored();
    scores.get(BOOKING.uri)?.delete('z_first');
    tell(BOOKING.uri);
    expect(log).toEqual(['outdated z_first']);
  });
});

describe('an agent’s run', () => {
  it('is outdated by an edit of its case until it is run again, and by other tools', async () => {
    const { editor, prepared, scores, tell, log, meanwhile } = setUp();
    await editor.showView();
    prepared.set('z_first', pass('z_first')).set('a_second', { ...pass('a_second'), made: true });
    await editor.runTests('Run', { include: [editor.item('book.case.yaml')] });
    const outdated = () => log.splice(0).filter((line) => line.startsWith('outdated'));
    outdated();
    editor.typeInto('book.case.yaml', 3);
    editor.typeInto('other.yaml', 3);
    expect(outdated()).toEqual([]);
    editor.typeInto('book.case.yaml', 12);
    expect(outdated()).toEqual(['outdated a_second']);
    scores.get(BOOKING.uri)?.set('a_second', { ...wrongSeats('a_second'), made: true });
    tell(BOOKING.uri);
    expect(outdated()).toEqual(['outdated a_second']);
    await editor.runTests('Run', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(outdated()).toEqual([]);
    meanwhile.work = () => editor.typeInto('book.case.yaml', 12);
    await editor.runTests('Run', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(log.slice(-1)).toEqual(['outdated a_second']);
    outdated();
    scores.get(BOOKING.uri)?.set('a_second', { ...pass('a_second'), made: true, outdated: true });
    tell(BOOKING.uri);
    expect(outdated()).toEqual(['outdated a_second']);
  });
});

describe('continuous rescoring', () => {
  it('scores what is there, then every new case, until it is stopped', async () => {
    const { editor, prepared, commands, casesChanged } = setUp({ cases: [WEATHER] });
    await editor.showView();
    const token = cancellation();
    prepared.set('paris', pass('paris')).set('rome', pass('rome')).set('oslo', pass('oslo'));
    await editor.runTests('Rescore', { continuous: true }, token);
    const two = [...WEATHER.cases, caseItem('rome', 10, 12)];
    casesChanged.fire({ ...WEATHER, cases: two });
    expect(commands).toEqual(['callsheet.rescoreCase paris', 'callsheet.rescoreCase rome']);
    token.cancel();
    casesChanged.fire({ ...WEATHER, cases: [...two, caseItem('oslo', 14, 16)] });
    expect(commands).toHaveLength(2);
  });
});
