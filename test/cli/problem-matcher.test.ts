/** The problem matcher that the extension contributes, held against what the command line prints. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/bootstrap.mjs';
import { callsheet } from '../../server/src/cli/testing.ts';
import { blocksOf } from '../pages.ts';

const { contributes } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [matcher] = contributes.problemMatchers;
const { pattern } = matcher;

interface Problem {
  readonly file: string;
  readonly line: string;
  readonly column: string;
  readonly severity: string;
  readonly message: string;
  readonly code: string;
}

/** What the Problems view would hold after these lines. */
const problemsIn = (out: string): Problem[] =>
  out.split('\n').flatMap((line) => {
    const match = new RegExp(pattern.regexp).exec(line);
    const part = (name: keyof Problem) => match![pattern[name] as number]!;
    return match
      ? [
          {
            file: part('file'),
            line: part('line'),
            column: part('column'),
            severity: part('severity'),
            message: part('message'),
            code: part('code'),
          },
        ]
      : [];
  });

const examples = join(root, 'examples');

describe('the problem matcher', () => {
  it('finds every finding of the check, and nothing else', async () => {
    const args = ['check', 'mistakes.case.yaml'];
    const { diagnostics } = JSON.parse(
      (await callsheet(examples, ...args, '--format', 'json')).out,
    ) as { diagnostics: { code: string; severity: string; file: string }[] };
    const problems = problemsIn((await callsheet(examples, ...args)).out);
    const told = (of: { code: string; severity: string; file: string }) =>
      `${of.file} ${of.severity} ${of.code}`;
    expect(problems.map(told).sort()).toEqual(diagnostics.map(told).sort());
    expect(problems[0]).toMatchObject({
      file: 'mistakes.case.yaml',
      line: '9',
      column: '13',
      severity: 'error',
      message: expect.stringContaining('serch_flights'),
      code: 'unknown-tool',
    });
  });

  it('is told in full in docs/ci.md', () => {
    const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
    const task = blocksOf(page).find(({ text }) => text.includes('problemMatcher'));
    const { name: _, label: __, ...rest } = matcher;
    expect(JSON.parse(task!.text).problemMatcher).toEqual(rest);
  });

  it('finds what a run got wrong in the score', async () => {
    const { out } = await callsheet(examples, 'score', 'flights/book.case.yaml');
    expect(problemsIn(out)).toMatchObject([
      { file: 'flights/book.case.yaml', line: '38', severity: 'error', code: 'broken-provenance' },
      { file: 'flights/book.case.yaml', line: '39', severity: 'error', code: 'wrong-arg' },
    ]);
  });
});
