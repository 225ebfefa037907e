/** The models of the file kinds that an author writes. */
import * as z from 'zod';
import { getEntry } from '../../syntax/index.ts';
import type { Node } from '../../syntax/node.ts';
import { PASS_RULES, TOOL_BEHAVIORS } from '../expectation.ts';
import { near } from '../suggest.ts';
import {
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
import {
  calls,
  finalState,
  gates,
  match,
  messages,
  mustMention,
  state,
  tools,
  toolsDigest,
  userMessage,
  version,
} from './parts.ts';

const conversation = [['user_message', 'messages']];

const goldenReference = words(
  'Path of the golden trajectory, or `path#golden_id` where the file holds several.',
);

const toolNames = (description: string) => z.array(z.string().min(1)).describe(description);

const expected = mapping(
  'What a run must do; at least one key here must gate the verdict.',
  {
    tool_behavior: choice(
      '`call`: the calls are due; `no_call`: no tool applies; `no_write`: reads alone; `clarify`: ask, do not act.',
      TOOL_BEHAVIORS,
    ).optional(),
    must_clarify: flag('`true` is `tool_behavior: clarify`.').optional(),
    allowed_tools: z
      .array(z.string().min(1))
      .min(1, 'expected at least one tool; no call is written `tool_behavior: no_call`')
      .describe('A call of any other tool fails the case.')
      .optional(),
    forbidden_tools: toolNames('A call of one of these tools fails the case.').optional(),
    confirm_before: toolNames(
      'Tools whose calls need a confirmation of the user first.',
    ).optional(),
    calls: calls.optional(),
    golden: goldenReference.optional(),
    any_of: z
      .array(
        mapping(
          'One acceptable golden trajectory.',
          {
            name: words('Name of this path, for reports.').optional(),
            calls: calls.optional(),
            golden: goldenReference.optional(),
            credit: z
              .number()
              .min(0)
              .max(1)
              .describe('How good this path is, 0 to 1; default 1.')
              .optional(),
          },
          { exclusive: [['calls', 'golden']], oneOf: [['calls', 'golden']] },
        ),
      )
      .min(1)
      .describe('Several acceptable trajectories; the one that scores best counts.')
      .optional(),
    match: match.optional(),
    max_calls: integer('More calls than this fail the case.', 0).optional(),
    final_state: finalState.optional(),
    state: state.optional(),
    must_mention: mustMention.optional(),
    must_not_mention: z
      .array(z.string().min(1))
      .describe('Claims that the replies must not contain.')
      .optional(),
  },
  { exclusive: [['calls', 'golden', 'any_of']] },
);

/** Every key of a case but `case_id` and `expected`: what a dataset may give defaults for. */
const caseKeys = {
  title: text('A short name for people.').optional(),
  description: text('What the case is about.').optional(),
  notes: text('Notes for the authors.').optional(),
  user_message: userMessage.optional(),
  messages: messages.optional(),
  replies: z
    .array(
      mapping('What the user says next.', {
        content: text('The reply.'),
        when: text(
          'Keeps the reply back until a message of the assistant contains this text, or matches this /regex/.',
        ).optional(),
      }),
    )
    .describe('What the user goes on to say: one reply for each turn that the assistant ends.')
    .optional(),
  tools: tools.optional(),
  tools_digest: toolsDigest.optional(),
  category: text('A slice of the reports.').optional(),
  language: text('A slice of the reports.').optional(),
  permission_group: text('A slice of the reports.').optional(),
  risk_tags: texts('Risks that the case stands for; slices of the reports.').optional(),
  tags: texts('Slices of the reports.').optional(),
  holdout: flag('`true`: kept out of runs unless asked for.').optional(),
  trace: z
    .union([z.string().min(1), z.array(z.string().min(1))])
    .describe('Recorded runs that a rescore reads: a path, or several.')
    .optional(),
  runner: words('A runner of the configuration.').optional(),
  trials: integer('How often the case is run, for its reliability.', 1).optional(),
  pass_rule: choice('How several trials make one verdict.', PASS_RULES).optional(),
  weight: positive('Multiplies the weight that the consequence gives the case.').optional(),
};

export const caseSchema = mapping(
  'One eval case: a task, its tools, and what is expected.',
  { case_id: words('Identifier of the case, unique in its dataset.'), ...caseKeys, expected },
  { exclusive: conversation },
);

export const goldenSchema = mapping(
  'A golden trajectory: a known good run.',
  {
    golden_id: words('Identifier of the golden trajectory.'),
    version: version.optional(),
    title: text('A short name for people.').optional(),
    user_message: userMessage.optional(),
    messages: messages.optional(),
    tools: tools.optional(),
    tools_digest: toolsDigest.optional(),
    calls: calls.optional(),
    final_message: text('The last reply, for the reader.').optional(),
    final_state: finalState.optional(),
    state: state.optional(),
    match: match.optional(),
    must_mention: mustMention.optional(),
    baseline: mapping('What the known good run took.', {
      calls: integer('Number of calls.', 0).optional(),
      latency_ms: number('Milliseconds.', 0).optional(),
      cost_usd: number('US dollars.', 0).optional(),
      tokens: integer('Tokens.', 0).optional(),
    }).optional(),
    tolerance: mapping('How far a run may be off the baseline.', {
      calls: integer('More or fewer calls; default 1.', 0).optional(),
      latency: number('A factor; default 1.5.', 0).optional(),
      cost: number('A factor; default 1.5.', 0).optional(),
    }).optional(),
    source: mapping('The run that this was captured from.', {
      trace: words('Path of the trace.').optional(),
      run_id: text('The run in it.').optional(),
    }).optional(),
    approved: mapping('Who approved it.', {
      by: text('A name.').optional(),
      at: z
        .union([z.iso.date(), z.iso.datetime({ offset: true, local: true })])
        .describe('An ISO date or date-time.')
        .optional(),
    }).optional(),
  },
  { exclusive: conversation },
);

const include = mapping('Cases that stand in files of their own.', {
  include: words('Glob of the files.'),
});

/** An item of a dataset's `cases`. */
export const caseItemSchema = withFacts(
  z.union([caseSchema, include]).describe('A case, or `{include: glob}`.'),
  { meant: (node) => (isInclude(node) ? 1 : 0) },
);

/** Also where `include` is misspelt and nothing else speaks for a case. */
function isInclude(node: Node): boolean {
  if (node.kind !== 'map' || getEntry(node, 'case_id')) return false;
  if (getEntry(node, 'include')) return true;
  const keys = node.entries.map((entry) => String(entry.key.value));
  return (
    !keys.some((key) => Object.hasOwn(caseSchema.shape, key)) &&
    keys.some((key) => near(key, ['include']).length > 0)
  );
}

export const datasetSchema = mapping('Shared defaults and many cases.', {
  dataset: words('Name of the dataset.'),
  version: version.optional(),
  description: text('What the dataset measures.').optional(),
  tools: tools.optional(),
  defaults: mapping(
    'Keys of a case that hold where a case does not give them.',
    {
      ...caseKeys,
      expected: mapping('What holds for every case.', { match: match.optional() }).optional(),
    },
    { exclusive: conversation },
  ).optional(),
  cases: z.array(caseItemSchema).describe('The cases, inline or by glob.').optional(),
  near_neighbors: z
    .array(
      z
        .array(z.string().min(1))
        .min(2)
        .max(2)
        .describe('The `case_id`s of two requests that look alike and differ in what is right.'),
    )
    .describe('Pairs of cases that look alike and differ in what is right.')
    .optional(),
  gates: gates.optional(),
});
