/** The parts that several file kinds share. */
import * as z from 'zod';
import { getEntry } from '../../syntax/index.ts';
import { ARGS_MODES, CALL_MODES, COMPARISONS, EXTRA_CALLS, FAILURE_KINDS } from '../expectation.ts';
import { isInlineTools } from '../read-parts.ts';
import {
  anything,
  choice,
  flag,
  integer,
  mapping,
  openMapping,
  text,
  texts,
  withFacts,
  words,
} from './dsl.ts';
import { argumentSchema } from './matcher.ts';

export const version = z
  .union([z.string(), z.number()])
  .describe('Version of this file, for its readers.');

const toolsSource = mapping('A manifest, with the prefix of its tools.', {
  path: words('Path of the manifest, relative to this file.'),
  alias: words('Prefix of the tools of this manifest: `alias__tool` then means `tool`.').optional(),
});

/** A tool as a manifest of any dialect writes it; the manifest's own rules say more. */
export const inlineTool = withFacts(
  z.looseObject({}).describe('A tool, in any dialect of a manifest.'),
  {
    open: true,
    oneOf: [
      ['name', 'type', 'function', 'functionDeclarations', 'function_declarations', 'toolSpec'],
    ],
  },
);

const manifestPath = words('Path of a tool manifest, relative to this file.');

export const tools = withFacts(
  z
    .union([
      manifestPath,
      toolsSource,
      z.array(z.union([manifestPath, toolsSource])),
      z.array(inlineTool),
    ])
    .describe(
      'The tool manifest: a path, `{path, alias}`, a list of these, or the tools themselves.',
    ),
  { meant: (node) => (node.kind === 'map' ? 1 : isInlineTools(node) ? 3 : 2) },
);

export const toolsDigest = z
  .record(
    z.string(),
    z
      .string()
      .regex(/^sha256:[0-9a-fA-F]{16,}$/, 'expected "sha256:" and 16 hexadecimal digits or more'),
  )
  .describe('Tool name to digest: the state of the tools that this was labelled against.');

const toolCallFunction = openMapping('The function that was called.', {
  name: words('Name of the tool.'),
  arguments: z
    .union([z.string(), z.record(z.string(), z.unknown())])
    .describe('Its arguments, as JSON text or as a mapping.')
    .optional(),
});

const toolCall = withFacts(
  z
    .union([
      mapping('A tool call as OpenAI Chat writes it.', {
        id: text('Identifier that the answer refers to.').optional(),
        type: z.literal('function').describe('Always `function`.').optional(),
        function: toolCallFunction,
      }),
      mapping('A tool call.', {
        id: text('Identifier that the answer refers to.').optional(),
        name: words('Name of the tool.'),
        arguments: z
          .union([z.string(), z.record(z.string(), z.unknown())])
          .describe('Its arguments.')
          .optional(),
      }),
    ])
    .describe('A tool call that the assistant made.'),
  { meant: (node) => (node.kind === 'map' && getEntry(node, 'function') ? 0 : 1) },
);

export const messages = z
  .array(
    mapping('One message of the conversation.', {
      role: choice('Who speaks.', ['system', 'developer', 'user', 'assistant', 'tool']),
      content: z.union([z.string(), z.null()]).describe('The text of the message.'),
      tool_calls: z.array(toolCall).describe('Tool calls that the assistant made.').optional(),
      tool_call_id: text('The call that a tool message answers.').optional(),
    }),
  )
  .describe('The conversation so far; the last message of the user is the task.');

export const userMessage = text('The task, as one message of the user.');

const callMatch = mapping('How this call is compared.', {
  args: choice(
    '`exact`: other arguments fail; `partial`: they are ignored; `ignore`: names only.',
    ARGS_MODES,
  ).optional(),
  ignore_args: texts('Arguments that are never graded.').optional(),
});

export const match = mapping('How calls and arguments are compared.', {
  calls: choice(
    '`groups`: partial order; `exact`: this sequence and nothing else; `in_order`: listed order, extras between; `any_order`.',
    CALL_MODES,
  ).optional(),
  args: choice(
    '`exact`: an argument that is not named fails; `partial`: it is ignored; `ignore`: names only.',
    ARGS_MODES,
  ).optional(),
  extra_calls: choice(
    'Calls beyond the golden trajectory: `none`, `reads` (of tools that read), `any`.',
    EXTRA_CALLS,
  ).optional(),
  compare: choice('How arguments are compared where they do not say.', COMPARISONS).optional(),
  ignore_args: texts('Arguments that are never graded.').optional(),
});

export const state = mapping('How the end state is compared.', {
  ignore: texts(
    'JSONPaths that are removed from both sides: generated ids, timestamps.',
  ).optional(),
  ordered: texts('JSONPaths of lists whose order counts.').optional(),
  money: z
    .array(
      mapping('An amount of money.', {
        path: words('JSONPath of the amounts.'),
        exponent: integer('Decimal places of the currency, e.g. 2.', 0),
      }),
    )
    .describe('Amounts that are compared in minor units, whatever their notation.')
    .optional(),
  subset: flag('`true`: only the keys that are named here are compared.').optional(),
});

const fails = mapping('A failure that is injected before `returns`.', {
  kind: choice('What goes wrong.', FAILURE_KINDS),
  times: integer('How often; default 1.', 1).optional(),
  status: z.int().describe('HTTP status.').optional(),
  message: text('Error message.').optional(),
  effect: z
    .literal('applied')
    .describe('`applied`: the side effect did happen, though the call timed out.')
    .optional(),
});

const expectedCall = mapping('A tool call that is expected.', {
  id: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_-]*$/,
      'expected a letter or underscore, then letters, digits, underscores or hyphens',
    )
    .describe('Handle of this call for `from_call` and `after`.')
    .optional(),
  name: words('Name of the tool.'),
  args: z
    .record(z.string(), argumentSchema)
    .describe('Argument to matcher or literal; only these are graded.')
    .optional(),
  group: z
    .int()
    .describe('Calls of one group come in any order; a higher group comes after a lower one.')
    .optional(),
  turn: integer('The user turn that the call answers; 0 is the task.', 0).optional(),
  after: z
    .union([z.string().min(1), z.array(z.string().min(1))])
    .describe('The `id` of a call, or of several, that come before this one.')
    .optional(),
  optional: flag('`true`: the call may be left out without loss.').optional(),
  returns: anything('Recorded output: what a run without a server answers.').optional(),
  fails: fails.optional(),
  idempotency_key: words('The argument that makes a repeat harmless.').optional(),
  match: callMatch.optional(),
});

/** The keys that a call has; any other may be an argument in the wrong place. */
export const CALL_KEYS: ReadonlySet<string> = new Set(Object.keys(expectedCall.shape));

export const calls = z
  .array(expectedCall)
  .min(1, 'expected at least one call; no call is written `tool_behavior: no_call`')
  .describe('The golden trajectory: the calls that are expected.');

export const finalState = anything('The end state that is expected, any JSON.');

export const mustMention = z
  .array(
    z
      .union([
        z.string().min(1),
        mapping('Several wordings, of which any will do.', {
          any: z.array(z.string().min(1)).min(1).describe('The wordings.'),
        }),
      ])
      .describe('A fact: a text, or `{any: […]}`.'),
  )
  .describe('Facts that the replies of the agent must contain.');

export const gates = z
  .array(
    mapping(
      'A bound that a metric must keep.',
      {
        metric: words('Name of the metric.'),
        min: z.number().describe('The least that passes.').optional(),
        max: z.number().describe('The most that passes.').optional(),
        k: integer('The k of `pass_at_k` and `pass_pow_k`.', 1).optional(),
        where: mapping('Only the cases of one slice.', {
          tag: text('A tag.').optional(),
          category: text('A category.').optional(),
          language: text('A language.').optional(),
          permission_group: text('A permission group.').optional(),
          tool: text('A tool.').optional(),
          consequence: choice('The highest consequence of a case.', [
            'read',
            'write',
            'destructive',
          ]).optional(),
        }).optional(),
      },
      { oneOf: [['min', 'max']] },
    ),
  )
  .describe('Bounds that must hold before a release.');
