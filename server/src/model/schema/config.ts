/** The model of `callsheet.config.yaml`. */
import * as z from 'zod';
import { getEntry } from '../../syntax/index.ts';
import { SEVERITIES } from '../finding.ts';
import { CONSEQUENCES } from '../tool.ts';
import {
  anything,
  choice,
  flag,
  integer,
  mapping,
  number,
  positive,
  text,
  texts,
  withFacts,
  words,
} from './dsl.ts';
import { gates, tools } from './parts.ts';

const environment = z.record(z.string(), z.string());

const commandLine = (description: string) =>
  z.array(z.string()).min(1, 'expected a program and its arguments').describe(description);

const toolsFrom = choice('Where the answers of the tools come from.', [
  'mocks',
  'recorded',
  'servers',
]).optional();

const maxTurns = integer('How many turns a run may take; default 20.', 1).optional();
const timeout = positive('Seconds until a run counts as failed.').optional();

const runner = z
  .discriminatedUnion('type', [
    mapping('A program that runs the agent.', {
      type: z.literal('command').describe('A program of yours.'),
      command: commandLine('The program and its arguments; started without a shell.'),
      cwd: text('Folder that it starts in.').optional(),
      env: z
        .union([z.array(z.string()), environment])
        .describe('Variables: names that are passed on, or name to value.')
        .optional(),
      timeout_s: positive('Seconds until a run counts as failed; default 120.').optional(),
    }),
    mapping('A model behind a chat completions address.', {
      type: z.literal('chat').describe('An address that speaks chat completions.'),
      base_url: words('Address of the service.'),
      model: words('Name of the model.'),
      api_key_env: words('Variable that holds the key.').optional(),
      temperature: number('Default 0.', 0).optional(),
      max_turns: maxTurns,
      timeout_s: timeout,
      max_cost_usd: positive('Runs stop where they would cost more.').optional(),
      seed: z.int().describe('Seed of the sampling.').optional(),
      system: text('System message.').optional(),
      tools_from: toolsFrom,
    }),
    mapping('A language model of VS Code.', {
      type: z.literal('vscode-lm').describe('A language model that VS Code offers.'),
      vendor: words('Vendor of the model.').optional(),
      family: words('Family of the model.').optional(),
      max_turns: maxTurns,
      tools_from: toolsFrom,
    }),
  ])
  .describe('How cases are run.');

const server = withFacts(
  z
    .union([
      mapping('An MCP server that is started.', {
        command: words('The program.'),
        args: texts('Its arguments.').optional(),
        env: environment.describe('Its variables.').optional(),
        cwd: text('Folder that it starts in.').optional(),
      }),
      mapping('An MCP server behind an address.', {
        url: words('Its address.'),
        headers: environment.describe('Headers that are sent.').optional(),
      }),
    ])
    .describe('An MCP server: `{command, args, env, cwd}` or `{url, headers}`.'),
  { meant: (node) => (node.kind === 'map' && getEntry(node, 'url') ? 1 : 0) },
);

const serverCall = (description: string) =>
  mapping(description, {
    tool: words('Name of the tool.'),
    arguments: z.record(z.string(), anything('An argument.')).describe('Its arguments.').optional(),
  });

const weight = (description: string) => number(description, 0).optional();

export const configSchema = mapping('Configuration of a workspace folder.', {
  tools: tools.optional(),
  files: mapping('Globs by file kind, for teams with a layout of their own.', {
    case: texts('Cases.').optional(),
    golden: texts('Golden trajectories.').optional(),
    dataset: texts('Datasets.').optional(),
    tools: texts('Tool manifests.').optional(),
    trace: texts('Traces.').optional(),
  }).optional(),
  policies: z
    .record(
      z.string(),
      mapping('What a tool does, over what its annotations say.', {
        consequence: choice('What a call does to the world.', CONSEQUENCES).optional(),
        idempotency_key: words('The argument that makes a repeat harmless.').optional(),
        idempotent: flag('`true`: repeating a call is harmless.').optional(),
        weight: number('How much a case of this tool counts.', 0).optional(),
      }),
    )
    .describe('Tool name to policy.')
    .optional(),
  weights: mapping('How much a case counts, by consequence.', {
    read: weight('Default 1.'),
    write: weight('Default 5.'),
    destructive: weight('Default 25.'),
  }).optional(),
  rules: z
    .record(z.string(), choice('Severity, or `off`.', ['off', ...SEVERITIES]))
    .describe('Rule id to severity.')
    .optional(),
  sensitive: mapping('What is no sensitive data.', {
    domains: texts('E-mail domains that may occur.').optional(),
  }).optional(),
  predicates: words('Path of a module whose exports are predicates.').optional(),
  traces: mapping('How traces are read.', {
    error_pattern: text('Pattern of text outputs that are errors, e.g. "^Error".').optional(),
  }).optional(),
  runners: z.record(z.string(), runner).describe('Name to runner.').optional(),
  default_runner: words('The runner of cases that name none; default `replay`.').optional(),
  servers: z.record(z.string(), server).describe('Name to MCP server.').optional(),
  sandbox: mapping('A server whose state is reset and read around each run.', {
    server: words('A server of `servers`.'),
    reset: serverCall('The call that resets the state.').optional(),
    snapshot: serverCall('The call that returns the state.').optional(),
  }).optional(),
  results: words('Folder for runs and reports.').optional(),
  concurrency: integer('Trials at once; default 1.', 1).optional(),
  gates: gates.optional(),
  scoreboard: mapping('Weights of the composite score of a tool.', {
    selection: weight('Default 1.'),
    args: weight('Default 1.'),
    end_to_end: weight('Default 1.'),
    re_call: weight('Default 0.5.'),
    quiet: weight('Default 0.5.'),
  }).optional(),
});
