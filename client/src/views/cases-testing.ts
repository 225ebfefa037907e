/** Cases and scores for the tests of the Callsheet view and of reports. */
import type {
  CaseItem,
  CaseResult,
  FileCases,
  FileScores,
  Scoreboard,
} from '../../../server/src/protocol.ts';
import { CallsheetView } from './callsheet-view.ts';
import { fakeViews } from './testing.ts';

export const BOOK = 'file:///w/book.case.yaml';
export const SKY = 'file:///w/sky.case.yaml';
const at = (line: number) => ({
  start: { line, character: 9 },
  end: { line, character: 12 },
});

export const caseItem = (case_id: string, more: Partial<CaseItem> = {}): CaseItem => ({
  case_id,
  tags: [],
  consequence: 'read',
  range: at(3),
  idRange: at(3),
  ...more,
});

export const FILES: FileCases[] = [
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

export const result = (case_id: string, passed: number, trials: number): CaseResult => ({
  case_id,
  verdict: trials === 0 ? 'error' : passed === trials ? 'pass' : 'fail',
  summary: `${passed} of ${trials}`,
  passed,
  trials,
  flaky: passed > 0 && passed < trials,
  messages: [],
  runs: [],
});

export const EMPTY: Scoreboard = { cases: 0, figures: [], tools: [], manifests: 0 };

/** The view, with a server that knows three cases of two files. */
export function setUp(kept = {}, board: Scoreboard = EMPTY) {
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

/** Two of the three cases scored. */
export const SCORES: FileScores = {
  uri: BOOK,
  results: [result('one', 4, 5), result('two', 2, 2)],
};
