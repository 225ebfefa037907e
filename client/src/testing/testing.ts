/** A Testing view on a server that tests prepare. */
import type { CancellationToken } from 'vscode';
import type { CaseItem, CaseResult, FileCases, FileScores } from '../../../server/src/protocol.ts';
import { NeedsTrust } from '../run-consent.ts';
import { TestingController } from './controller.ts';
import { fakeEditor } from './fake-vscode.ts';

const range = (from: number, to: number) => ({
  start: { line: from, character: 0 },
  end: { line: to, character: 0 },
});

export const caseItem = (case_id: string, from: number, to: number, more = {}): CaseItem => ({
  case_id,
  tags: [],
  consequence: 'read',
  range: range(from, to),
  idRange: range(from, from),
  ...more,
});

export const BOOKING: FileCases = {
  uri: 'file:///w/book.case.yaml',
  cases: [
    caseItem('z_first', 0, 9, { title: 'Books what it found', tags: ['money'] }),
    caseItem('a_second', 11, 20),
  ],
};
export const WEATHER: FileCases = {
  uri: 'file:///w/sky/weather.case.yaml',
  cases: [caseItem('paris', 2, 8)],
};

export const pass = (case_id: string): CaseResult => ({
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

export const wrongSeats = (case_id: string): CaseResult => ({
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
export const flaky = (case_id: string, verdict: CaseResult['verdict']): CaseResult => ({
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
export function setUp({ canRun = true, cases = [BOOKING, WEATHER] } = {}) {
  const editor = fakeEditor();
  const { EventEmitter } = editor.vscode;
  const casesChanged = new EventEmitter<FileCases>();
  const scoresChanged = new EventEmitter<FileScores>();
  const running = new EventEmitter<void>();
  const prepared = new Map<string, CaseResult | Error>();
  const scores = new Map<string, Map<string, CaseResult>>();
  const commands: string[] = [];
  /** What the server does meanwhile. */
  const meanwhile: {
    /** While a person is asked. */
    ask?: () => Promise<unknown>;
    work?: (token: CancellationToken, say: (text: string) => void) => unknown;
  } = {};
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
      await meanwhile.ask?.();
      if (untrusted.has(case_id)) throw new NeedsTrust('Trust this first.', 'Here');
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
