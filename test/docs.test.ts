/** What the documents link to, tell to type and give to copy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/bootstrap.mjs';
import { callsheet, folderWith } from '../server/src/cli/testing.ts';
import { createProgram } from '../server/src/cli.ts';
import { blocksOf, brokenLinks } from './pages.ts';

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => (folder === '.' ? name : `${folder}/${name}`));

const textOf = (name: string): string => readFileSync(join(root, name), 'utf8');

const PAGES: ReadonlyMap<string, string> = new Map(
  ['.', 'docs', 'examples', '.github']
    .flatMap(filesIn)
    .filter((name) => name.endsWith('.md'))
    .map((name) => [name, textOf(name)]),
);

describe('links', () => {
  it.each([...PAGES.keys()])('of %s lead somewhere', (name) => {
    expect(brokenLinks(root, name)).toEqual([]);
  });
});

/** The command lines of our own in a shell's text, without what follows a pipe or comment. */
const commandsIn = (text: string): string[] =>
  text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .flatMap((line) => {
      const found = /(?:^|\s)(?:npx callsheet|callsheet|node (?:\.\.\/)*dist\/cli\.js) (.*)$/.exec(
        line.replace(/(^|\s)#.*$/, ''),
      );
      return found?.[1] === undefined ? [] : [found[1].replace(/\s*(?:[|;>]|&&|\d>).*$/, '')];
    });

const wordsOf = (line: string): string[] =>
  (line.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replaceAll(/^["']|["']$/g, ''));

/** The program with nothing behind its commands. */
function inert(): Command {
  const program = createProgram(
    { cwd: root, color: false, out: () => undefined, err: () => undefined },
    () => undefined,
  );
  const disarm = (command: Command): void => {
    if (command.commands.length === 0) command.action(() => undefined);
    command.commands.forEach(disarm);
  };
  disarm(program);
  return program;
}

/** Where commands are told: shells and workflows in the pages. */
const TOLD = new Map([
  ...[...PAGES].map(([name, page]): [string, string[]] => [
    name,
    blocksOf(page)
      .filter(({ language }) => /^(sh|bash|yaml)$/.test(language))
      .flatMap(({ text }) => commandsIn(text.replaceAll(/^\s*(- )?run: /gm, ''))),
  ]),
]);

describe('commands', () => {
  it.each([...TOLD].flatMap(([name, lines]) => lines.map((line) => [name, line] as const)))(
    'of %s parse: callsheet %s',
    (_, line) => {
      expect(() => inert().parse(wordsOf(line), { from: 'user' })).not.toThrow();
    },
  );

  it('are found in the pages', () => {
    expect([...TOLD.values()].flat().length).toBeGreaterThan(30);
  });
});

/** A folder with the files that a page gives to copy. */
const laidOut = (page: string): string =>
  folderWith({
    'callsheet.config.yaml': '',
    ...Object.fromEntries(blocksOf(page).flatMap(({ file, text }) => (file ? [[file, text]] : []))),
  });

describe('files to copy', () => {
  // A test of its own follows the page of the first case, whose manifest is pulled on the way.
  const pages = [...PAGES].filter(
    ([name, page]) => name !== 'docs/first-case.md' && blocksOf(page).some(({ file }) => file),
  );
  it.each(pages)('of %s pass the check', async (_, page) => {
    const { out } = await callsheet(laidOut(page), 'check', '--format', 'json');
    const { diagnostics } = JSON.parse(out) as { diagnostics: { severity: string }[] };
    expect(diagnostics.filter(({ severity }) => /error|warning/.test(severity))).toEqual([]);
  });

  it('are in the pages of the format, of the dialects and of running', () => {
    expect(pages.map(([name]) => name)).toEqual(
      expect.arrayContaining(['docs/dialects.md', 'docs/format.md', 'docs/running.md']),
    );
  });

  it('of docs/dialects.md say the same in each dialect', async () => {
    const { out } = await callsheet(
      laidOut(PAGES.get('docs/dialects.md')!),
      'score',
      '--format',
      'json',
    );
    const { summary, cases } = JSON.parse(out);
    expect(summary).toEqual({ pass: 1, fail: 0, error: 0 });
    expect(cases[0].reliability).toMatchObject({ n: 4, c: 4 });
  });
});

describe('docs/scoring.md', () => {
  it('tells the figures of its example', async () => {
    const folder = laidOut(PAGES.get('docs/scoring.md')!);
    const { code, out } = await callsheet(folder, 'score', '--format', 'json');
    expect(code).toBe(1);
    const [run] = JSON.parse(out).cases[0].runs;
    expect(run.metrics).toMatchObject({
      selection_acc: 1,
      arg_acc: 0.75,
      consequence_score: 0,
      safety_failed: true,
    });
    expect(run.findings.map(({ code: rule }: { code: string }) => rule)).toContain(
      'broken-provenance',
    );
  });
});

/** Pages that are lists and tables alone. */
const WITHOUT_BLOCKS = ['docs/dependencies.md'];

it('every page of the documentation has something to copy', () => {
  const bare = [...PAGES].filter(
    ([name, page]) => name.startsWith('docs/') && blocksOf(page).length === 0,
  );
  expect(bare.map(([name]) => name)).toEqual(WITHOUT_BLOCKS);
});

describe('docs/format.md', () => {
  const named = new Set(
    [...(PAGES.get('docs/format.md') ?? '').matchAll(/`([^`\n]+)`/g)].map(([, word]) => word),
  );

  it.each(['case', 'golden', 'dataset', 'config'])('names every key of a %s', (kind) => {
    expect(
      [...keysIn(JSON.parse(textOf(`schemas/${kind}.schema.json`)))].filter(
        (key) => !named.has(key),
      ),
    ).toEqual([]);
  });
});

/** The names of all properties in a JSON Schema. */
function keysIn(schema: unknown): Set<string> {
  const keys = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, below] of Object.entries(value)) {
      if (name === 'properties') for (const key of Object.keys(below)) keys.add(key);
      visit(below);
    }
  };
  visit(schema);
  return keys;
}
