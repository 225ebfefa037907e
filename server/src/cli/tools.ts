import { type Command, InvalidArgumentError, Option } from 'commander';
import { DIFF_FORMATS } from '../report/tools-diff.ts';
import type { Terminal } from './terminal.ts';
import { toolsDiff } from './tools-diff.ts';
import { toolsLabel } from './tools-label.ts';
import { toolsPull } from './tools-pull.ts';

const seconds = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('a number of seconds is needed.');
  return value;
};

/**
 * Adds the commands about manifests: pull, label, diff.
 *
 * @param withColor the terminal, without colours where an option says so
 * @param done told the exit code
 */
export function addToolsCommands(
  program: Command,
  withColor: (color: boolean) => Terminal,
  done: (code: number) => void,
): void {
  const tools = program.command('tools').description('Pull, label and compare tool manifests.');
  const command = (name: string, description: string) =>
    tools
      .command(name)
      .description(description)
      .option('--config <file>', 'the configuration to use')
      .option('--no-color', 'no colours');
  const onlyPretty = () =>
    new Option('--format <format>', 'how to tell it').choices(['pretty']).default('pretty');

  command('pull', 'List the tools of an MCP server into a manifest.')
    .argument('[command...]', 'after --: a program that speaks MCP, with its arguments')
    .option('--server <name>', 'a server of the configuration, .vscode/mcp.json or .mcp.json')
    .option('--out <file>', 'the manifest to write, instead of standard output')
    .option('--timeout <seconds>', 'give up after this long (default 30)', seconds)
    .addOption(onlyPretty())
    .addHelpText('after', '\nExample: callsheet tools pull --server shop --out shop.tools.json')
    .action(async (words, { color, ...options }) => {
      done(await toolsPull(withColor(color), words, options));
    });

  command('label', 'Label reviewed cases with the state of their tools.')
    .argument('[paths...]', 'files and folders; the current folder where none is given')
    .addOption(onlyPretty())
    .addHelpText('after', '\nExample: callsheet tools label cases/refund.case.yaml')
    .action(async (paths, { color, ...options }) => {
      done(await toolsLabel(withColor(color), paths, options));
    });

  command('diff', 'Say what changed between two manifests, and which cases it concerns.')
    .argument('<old>', 'the manifest as it was')
    .argument('<new>', 'the manifest as it is')
    .argument('[paths...]', 'cases; those of the current folder where none are given')
    .addOption(
      new Option('--format <format>', 'how to write the result')
        .choices(Object.keys(DIFF_FORMATS))
        .default('pretty'),
    )
    .addHelpText('after', '\nExample: callsheet tools diff old.tools.json new.tools.json')
    .action(async (before, after, paths, { color, ...options }) => {
      done(await toolsDiff(withColor(color), before, after, paths, options));
    });
}
