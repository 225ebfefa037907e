#!/usr/bin/env node
import { Argument, Command, CommanderError, Option } from 'commander';
import { version } from '../../package.json';
import { captureCommand } from './cli/capture.ts';
import { check } from './cli/check.ts';
import { checkInThread } from './cli/check-threads.ts';
import { watchAndCheck } from './cli/check-watch.ts';
import { completionScript, SHELLS, type Shell } from './cli/completion.ts';
import { explain } from './cli/explain.ts';
import { EXPORT_FORMATS, exportFiles } from './cli/export.ts';
import { diskFailure, EXIT, Failure, Stopped } from './cli/failure.ts';
import { CASE_FORMATS, importFiles } from './cli/import.ts';
import { processMeans } from './cli/means.ts';
import { atLeastOne, collect, count, manifestPair, perturbOption, shard } from './cli/options.ts';
import { run } from './cli/run.ts';
import { score } from './cli/score.ts';
import { listenForInterrupts, processTerminal, type Terminal } from './cli/terminal.ts';
import { addToolsCommands } from './cli/tools.ts';
import { perturbationsHelp } from './cli/tools-change.ts';
import { IMPORTERS, type ImportFormat } from './convert/importers.ts';
import { EXPLAIN_FORMATS } from './report/explain-formats.ts';
import { CHECK_FORMATS, SCORE_FORMATS } from './report/formats.ts';

const RUN_EXAMPLES = `
Example: callsheet run cases --runner agent --trials 5 --gate
         callsheet run cases --compare-tools old.tools.json new.tools.json --trials 5
         callsheet run cases --perturb rename-arguments --fail-on-regression`;

const HELP = `
Exit codes:
  0    fine
  1    check: an error, or more warnings than --max-warnings allows
       score, run: a case that failed or could not be scored; with --gate: a
       gate that failed, or a case that could not be scored
  2    it could not run; standard error says what to do
  130  it was stopped, by Ctrl+C

Examples:
  callsheet check                      every file of the current folder
  callsheet score cases --gate         recorded runs, held against the gates
  callsheet run cases --runner agent   fresh runs
  callsheet check --help               the options of one command`;

/**
 * The command line as a model, by which it is parsed and described.
 *
 * @param done told the exit code of the command that ran
 */
export function createProgram(terminal: Terminal, done: (code: number) => void): Command {
  const withColor = (color: boolean): Terminal => ({ ...terminal, color: terminal.color && color });
  const program = new Command('callsheet')
    .description('Check and score tool-call eval cases.')
    .version(version)
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
    })
    .addHelpText('after', HELP)
    .exitOverride();

  const command = (name: string, description: string, formats: readonly string[]) =>
    program
      .command(name)
      .description(description)
      .argument('[paths...]', 'files and folders; the current folder where none is given')
      .addOption(
        new Option('--format <format>', 'how to write the result')
          .choices(formats)
          .default('pretty'),
      )
      .option('--config <file>', 'the configuration to use')
      .option('--no-color', 'no colours');

  command(
    'check',
    'Lint cases, goldens, datasets, manifests, traces and the configuration.',
    Object.keys(CHECK_FORMATS),
  )
    .option('--max-warnings <n>', 'fail on more warnings than this', count)
    .option('--drift', 'only tools that have changed since a case was labelled, as errors')
    .option('--fix', 'first write what can be fixed without changing a meaning')
    .option('--watch', 'check again whenever a file changes, until Ctrl+C')
    .option('--no-cache', 'check everything, also what has not changed since the last check')
    .addHelpText('after', '\nExample: callsheet check cases --format github --max-warnings 0')
    .action(async (paths, { color, watch, ...options }) => {
      done(await (watch ? watchAndCheck : check)(withColor(color), paths, options));
    });

  command('score', 'Score recorded runs against the cases.', Object.keys(SCORE_FORMATS))
    .option('--trace <file>', "recorded runs, instead of each case's own (repeatable)", collect)
    .option('--results <dir>', 'a folder of trace files; several are merged', collect)
    .option('--case <id>', 'only this case')
    .option('--where <key=value>', 'only cases of this slice (repeatable)', collect)
    .option('--holdout', 'also the cases held out')
    .option('--allow-code', "run the configuration's predicate module")
    .option('--baseline <file>', 'compare with an earlier JSON report')
    .option('--fail-on-regression', 'fail on what is worse than the baseline, beyond noise')
    .option('--gate', 'apply the gates of the configuration and the datasets')
    .addHelpText('after', '\nExample: callsheet score cases --gate --format junit > scores.xml')
    .action(async (paths, { color, ...options }) => {
      done(await score(withColor(color), paths, options));
    });

  command('run', 'Run cases with an agent, then score what it did.', Object.keys(SCORE_FORMATS))
    .option('--runner <name>', "a runner of the configuration, instead of the cases' own")
    .option('--trials <n>', 'how often each case runs', atLeastOne)
    .option('--dry-run', "make the goldens' own calls to the servers, without an agent")
    .option('--record', 'with --dry-run: write what the calls returned into the goldens')
    .option('--concurrency <n>', 'trials at once', atLeastOne)
    .option('--shard <i/n>', 'only this part of the cases', shard)
    .option('--only-failed <report>', 'only cases that did not pass in this JSON report')
    .option('--touched-by <manifests...>', 'OLD NEW: only cases that a change of tools touches')
    .option('--case <id>', 'only this case')
    .option('--where <key=value>', 'only cases of this slice (repeatable)', collect)
    .option('--holdout', 'also the cases held out')
    .option('--compare-tools <manifests...>', 'OLD NEW: run once with each, and compare')
    .addOption(perturbOption())
    .option('--resume <dir>', 'go on with an earlier run: its finished trials are kept')
    .option('--out <dir>', 'folder for the runs; one of its own in .callsheet where none is given')
    .option('--allow-code', "run the configuration's predicate module")
    .option('--baseline <file>', 'compare with an earlier JSON report')
    .option('--fail-on-regression', 'fail on what is worse than the baseline, beyond noise')
    .option('--gate', 'apply the gates of the configuration and the datasets')
    .addHelpText('after', `\n${perturbationsHelp()}\n${RUN_EXAMPLES}`)
    .action(async (paths, { color, touchedBy, compareTools, ...options }) => {
      const touched = manifestPair('--touched-by', touchedBy);
      const compared = manifestPair('--compare-tools', compareTools);
      done(
        await run(withColor(color), [...paths, ...touched.more, ...compared.more], {
          ...options,
          ...(touched.pair && { touchedBy: touched.pair }),
          ...(compared.pair && { compareTools: compared.pair }),
        }),
      );
    });

  command(
    'explain <case-id>',
    'Tell what each line of a case gates, and what its recorded runs did there.',
    Object.keys(EXPLAIN_FORMATS),
  )
    .option('--trace <file>', "recorded runs, instead of the case's own (repeatable)", collect)
    .option('--results <dir>', 'a folder of trace files; several are merged', collect)
    .option('--allow-code', "run the configuration's predicate module")
    .addHelpText('after', '\nExample: callsheet explain refund_unknown_order cases')
    .action(async (caseId, paths, { color, ...options }) => {
      done(await explain(withColor(color), caseId, paths, options));
    });

  program
    .command('import')
    .description("Make case files of another tool's files.")
    .addArgument(new Argument('<format>', 'whose files').choices(Object.keys(IMPORTERS)))
    .argument('<files...>', 'the files to import')
    .option('--out <dir>', 'folder for the cases; the current one where none is given')
    .option('--tools <file>', 'a manifest for the cases, copied beside them')
    .option('--answers <file>', 'the accepted answers of bfcl; else looked for in possible_answer')
    .option('--report <file>', 'write what could not be carried to this file, as JSON')
    .option('--force', 'replace files that exist')
    .option('--config <file>', 'the configuration that the cases will have: none is written')
    .option('--no-color', 'no colours')
    .addOption(
      new Option('--format <format>', 'YAML documents, or a dataset in JSON')
        .choices(CASE_FORMATS)
        .default('yaml'),
    )
    .addHelpText(
      'after',
      '\nExample: callsheet import tau-bench results.json --tools airline.tools.json --out airline',
    )
    .action((format: ImportFormat, files: string[], options) => {
      done(importFiles(terminal, format, files, options));
    });

  addToolsCommands(program, withColor, done);

  program
    .command('export')
    .description('Write cases for another tool; fails rather than drop a check.')
    .addArgument(new Argument('<format>', 'for which tool').choices(EXPORT_FORMATS))
    .argument('<files...>', 'case files')
    .option('--out <file>', 'write to this file')
    .option('--force', 'replace a file that exists')
    .option('--config <file>', 'the configuration to use')
    .option('--no-color', 'no colours')
    .addOption(new Option('--format <format>', 'how to write it').choices(['yaml']).default('yaml'))
    .addHelpText('after', '\nExample: callsheet export promptfoo cases > promptfooconfig.yaml')
    .action(async (_: string, files: string[], options) => {
      done(await exportFiles(terminal, files, options));
    });

  program
    .command('capture')
    .description('Write a golden trajectory, or a case, from recorded runs.')
    .argument('<trace>', 'a trace of any dialect')
    .option(
      '--golden',
      'a golden trajectory; without this option a case where the run has no calls',
    )
    .option('--case', 'a case')
    .option('--run <id>', 'only this run (repeatable: they widen what is allowed)', collect)
    .option('--tools <file>', 'the manifest of the tools')
    .option('--out <file>', 'write to this file')
    .option('--force', 'replace a file that exists')
    .option('--config <file>', 'the configuration to use')
    .option('--no-color', 'no colours')
    .addOption(new Option('--format <format>', 'how to write it').choices(['yaml']).default('yaml'))
    .addHelpText('after', '\nExample: callsheet capture runs/book.trace.json > book.golden.yaml')
    .action(async (trace: string, options) => {
      done(await captureCommand(terminal, trace, options));
    });

  program
    .command('completion')
    .description('Print the script by which a shell completes this command line.')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .addHelpText('after', '\nExample: callsheet completion bash >> ~/.bashrc')
    .action((shell: Shell) => {
      terminal.out(completionScript(shell, program));
    });

  pointToHelp(program, 'callsheet');
  return program;
}

/** A mistake in the command line, on one line that ends with where to look. */
const usageError = (text: string, command: string): string => {
  const said = text
    .trim()
    .replace(/^error: /, '')
    .replaceAll('\n', ' ');
  return `callsheet: ${/[.?!)]$/.test(said) ? said : `${said}.`} See ${command} --help.\n`;
};

/** Each command's mistakes are explained by its own help. */
function pointToHelp(command: Command, path: string): void {
  command.configureOutput({ outputError: (text, write) => write(usageError(text, path)) });
  for (const each of command.commands) pointToHelp(each, `${path} ${each.name()}`);
}

/**
 * Runs the command line.
 *
 * @param args what follows the program's name
 * @returns the exit code
 */
export async function main(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.fine;
  const program = createProgram(terminal, (result) => {
    code = result;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.fine : EXIT.failure;
    const told = error instanceof Failure ? error.message : diskFailure(error);
    if (told === undefined) throw error;
    terminal.err(`callsheet: ${told}\n`);
    return error instanceof Stopped ? EXIT.stopped : EXIT.failure;
  }
}

// A check starts threads that run this script, too.
if (!checkInThread() && require.main === module) {
  // A reader that has seen enough closes the pipe; that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(EXIT.fine);
    throw error;
  });
  const terminal = {
    ...processTerminal(),
    onInterrupt: listenForInterrupts(),
    means: processMeans(__filename),
  };
  void main(process.argv.slice(2), terminal).then(
    (code) => {
      process.exitCode = code;
    },
    (error: unknown) => {
      process.stderr.write(`callsheet: ${error instanceof Error ? error.stack : error}\n`);
      process.exitCode = EXIT.failure;
    },
  );
}
