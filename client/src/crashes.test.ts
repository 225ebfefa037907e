import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { URI } from 'vscode-uri';
import { Crashes } from './crashes.ts';
import type { VsCode } from './vscode.ts';

const RESTART = { action: 2, handled: true };
const BOMB = 'file:///w/bomb.case.yaml';

let told: string[];
let answer: string | undefined;
let retried: number;
let type: (uri: string, contentChanges: readonly object[]) => void;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  answer = undefined;
  retried = 0;
});
afterEach(() => void vi.useRealTimers());

function crashes(): Crashes {
  const vscode = {
    Uri: URI,
    l10n: { t: (text: string, ...args: string[]) => text.replace('{0}', args[0] ?? '') },
    window: {
      showWarningMessage: async (message: string) => {
        told.push(message);
        return answer;
      },
    },
    workspace: {
      asRelativePath: ({ path }: URI) => path.replace('/w/', ''),
      onDidChangeTextDocument: (listener: (change: object) => void) => {
        type = (uri, contentChanges) =>
          listener({ document: { uri: URI.parse(uri) }, contentChanges });
        return { dispose() {} };
      },
    },
  };
  return new Crashes(vscode as unknown as VsCode, async () => void retried++);
}

it('starts a server again, however often it ends, later ones after a while', async () => {
  const made = crashes();
  for (let i = 0; i < 5; i++) expect(await made.closed()).toEqual(RESTART);
  for (let i = 0; i < 45; i++) {
    const closed = made.closed();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await closed).toEqual(RESTART);
  }
  expect(made.setAside).toEqual([]);
  expect(told).toEqual([]);
});

it('sets a file aside that was worked on twice, and says so', async () => {
  const made = crashes();
  made.working(BOMB);
  await made.closed();
  expect(made.setAside).toEqual([]);
  made.working('file:///w/other.case.yaml');
  made.working(BOMB);
  await made.closed();
  expect(made.setAside).toEqual([BOMB]);
  expect(told).toEqual([
    'Looking into bomb.case.yaml has ended the language server twice: the file is set aside until its text changes.',
  ]);
});

it('blames no file while the server is idle, and none whose text has changed', async () => {
  const made = crashes();
  made.working(BOMB);
  made.working(null);
  await made.closed();
  made.working(BOMB);
  await made.closed();
  type(BOMB, []);
  type(BOMB, [{ text: 'x' }]);
  made.working(BOMB);
  await made.closed();
  expect(made.setAside).toEqual([]);
});

it('looks into a file again when its text changes, or a person asks for it', async () => {
  const made = crashes();
  const end = async () => {
    made.working(BOMB);
    await made.closed();
  };
  await end();
  await end();
  type(BOMB, [{ text: 'x' }]);
  expect(made.setAside).toEqual([]);
  answer = 'Try Again';
  await end();
  await end();
  await vi.advanceTimersByTimeAsync(0);
  expect(made.setAside).toEqual([]);
  expect(retried).toBe(1);
});

it('names a file without a link to a command', async () => {
  const made = crashes();
  for (let i = 0; i < 2; i++) {
    made.working('file:///w/[run](command:x).case.yaml');
    await made.closed();
  }
  expect(told).toHaveLength(1);
  expect(told[0]).not.toContain('](');
});
