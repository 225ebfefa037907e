import { execFileSync } from 'node:child_process';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { callsheet, folderWith } from '../../server/src/cli/testing.ts';
import { createProgram } from '../../server/src/cli.ts';

const program = createProgram(
  { cwd: '/', color: false, out: () => undefined, err: () => undefined },
  () => undefined,
);
const leaves = (command: Command, path: readonly string[] = []): string[][] =>
  command.commands.length === 0
    ? [[...path]]
    : command.commands.flatMap((each) => leaves(each, [...path, each.name()]));

describe('help', () => {
  it.each(leaves(program).map((path) => [path.join(' '), path] as const))(
    'of %s has an example that parses',
    async (name, path) => {
      const { code, out } = await callsheet('/', ...path, '--help');
      expect(code).toBe(0);
      expect(out).toContain(`Usage: callsheet ${name}`);
      expect(out).toContain(`Example: callsheet ${name}`);
    },
  );

  it('explains the exit codes', async () => {
    const { code, out } = await callsheet('/', '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/Exit codes:\n {2}0 .*\n {2}1 (.*\n)*? {2}2 /);
  });

  it.each([
    [['scor'], "unknown command 'scor' (Did you mean score?)"],
    [['score', '--gat'], "unknown option '--gat' (Did you mean --gate?)"],
    [['run', '--shard', '4/3'], 'i/n is needed'],
    [['completion', 'cmd'], 'bash, zsh, fish'],
  ])('is pointed to after %j, on one line', async (args, says) => {
    const { code, out, err } = await callsheet('/', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(says);
    expect(err).toMatch(/^callsheet: .*[.?!)] See callsheet( score| run| completion)? --help\.\n$/);
  });
});

describe('every command', () => {
  it.each(leaves(program).filter(([name]) => name !== 'completion'))(
    'takes --format, --config and --no-color: %s %s',
    (...path) => {
      const command = path
        .filter((name) => name !== undefined)
        .reduce((at, name) => at.commands.find((each) => each.name() === name)!, program);
      const names = command.options.map(({ long }) => long);
      expect(names).toEqual(expect.arrayContaining(['--format', '--config', '--no-color']));
    },
  );
});

describe('a file that is a folder', () => {
  it.each([
    ['check', '--config', 'd'],
    ['score', '--baseline', 'd'],
    ['score', '--trace', 'd'],
    ['run', '--only-failed', 'd'],
    ['run', '--compare-tools', 'd', 'd'],
    ['tools', 'diff', 'd', 'd'],
    ['import', 'bfcl', 'd'],
    ['import', 'bfcl', 'x.json', '--answers', 'd'],
    ['import', 'bfcl', 'x.json', '--tools', 'd'],
    ['capture', 'one.trace.json', '--tools', 'd'],
    ['capture', 'one.trace.json', '--out', 'd'],
    ['capture', 'd'],
  ])('is named by its path after %s %s %s', async (...args) => {
    const folder = folderWith({
      'one.case.yaml': 'case_id: one\nuser_message: Hi.\nexpected: { tool_behavior: no_call }\n',
      'one.trace.json': '{"runs":[{"calls":[{"name":"look"}]}]}',
      'x.json': '{}',
      'd/note.txt': '',
    });
    const { code, out, err } = await callsheet(folder, ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^callsheet: .*\bd\b.* is a folder.*\n$/);
  });
});

it.each([['score', '--case'], ['run', '--case'], ['explain']])(
  '%s asks whether another case was meant',
  async (...args) => {
    const text = 'case_id: refund\nuser_message: Hi.\nexpected: { tool_behavior: no_call }\n';
    const { code, err } = await callsheet(folderWith({ 'a.case.yaml': text }), ...args, 'refnd');
    expect(code).toBe(2);
    expect(err).toContain('there is no case “refnd” at these paths: did you mean refund?');
  },
);

describe('completion', () => {
  const completed = async (...words: string[]): Promise<string[]> => {
    const { out } = await callsheet('/', 'completion', 'bash');
    const list = words.map((word) => `'${word}'`).join(' ');
    const ask = `COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _callsheet; echo "\${COMPREPLY[@]}"`;
    const said = execFileSync('bash', ['-c', `${out}\n${ask}`], { encoding: 'utf8' });
    return said.trim().split(' ');
  };

  it.skipIf(process.platform === 'win32')(
    'offers commands, options and choices in bash',
    async () => {
      expect(await completed('callsheet', 's')).toEqual(['score']);
      expect(await completed('callsheet', 'tools', 'l')).toEqual(['label']);
      expect(await completed('callsheet', 'run', 'cases', '--tr')).toEqual(['--trials']);
      expect(await completed('callsheet', 'check', '--format', 'j')).toEqual(['json', 'junit']);
    },
  );

  it('is written for zsh and fish from the same model', async () => {
    const zsh = await callsheet(folderWith({}), 'completion', 'zsh');
    expect(zsh.out).toMatch(/^autoload .*bashcompinit\n_callsheet\(\)/);
    const { out } = await callsheet(folderWith({}), 'completion', 'fish');
    for (const line of [
      "-n '__fish_use_subcommand' -a score -d 'Score recorded runs against the cases.'",
      "-n '__fish_seen_subcommand_from check' -l format -xa 'pretty json sarif junit github'",
      "-n '__fish_seen_subcommand_from tools; and __fish_seen_subcommand_from pull' -l server -r",
    ]) {
      expect(out).toContain(`complete -c callsheet ${line}`);
    }
  });
});
