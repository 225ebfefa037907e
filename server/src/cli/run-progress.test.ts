import { describe, expect, it } from 'vitest';
import type { RunProgress } from '../workspace/running/run-cases.ts';
import { ProgressLines } from './run-progress.ts';

const AT: RunProgress = { done: 1, total: 3, failed: 0, caseId: 'a', trial: 1, elapsedMs: 1234 };

function told(live: boolean, use: (lines: ProgressLines) => void): string {
  let text = '';
  const err = (more: string) => {
    text += more;
  };
  use(new ProgressLines({ cwd: '/', color: false, live, out() {}, err }));
  return text;
}
const all = (lines: ProgressLines) => {
  lines.told(AT);
  lines.line('a | said');
  lines.told({ ...AT, done: 2, failed: 1, trial: 2, failure: 'no answer\u001b[2J:\nno key' });
  lines.end();
};

describe('progress', () => {
  it('is one line a trial where nobody watches', () => {
    expect(told(false, all)).toBe(
      '[1/3] a, trial 1: 1.2 s\na | said\n[2/3] a, trial 2: no answer\\u{1b}[2J:\n    no key\n',
    );
  });

  it('is one line that is written over on a terminal, with what stays above it', () => {
    const clear = '\r\u001b[K';
    expect(told(true, all)).toBe(
      `1 of 3 trials${clear}a | said\na, trial 2: no answer\\u{1b}[2J:\n    no key\n2 of 3 trials, 1 without an answer${clear}`,
    );
  });
});
