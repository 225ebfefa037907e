/** The native form of a trace. Unknown keys pass: a trace is recorded, not written. */
import * as z from 'zod';
import { CALL_STATUSES } from '../run.ts';
import { anything, choice, flag, number, openMapping, text } from './dsl.ts';

const nullable = <T extends z.ZodType>(schema: T, description: string) =>
  z.union([schema, z.null()]).describe(description).optional();

const call = openMapping('A tool call that the agent made.', {
  id: nullable(z.string(), 'Identifier of the call.'),
  name: text('Name of the tool.'),
  arguments: anything('Its arguments, a mapping or JSON text.').optional(),
  arguments_unknown: flag('`true`: the record left the arguments out.').optional(),
  turn: nullable(z.int().min(0), 'User turn, from 0.'),
  batch: nullable(z.int().min(0), 'Assistant message, from 0; calls of one are simultaneous.'),
  status: nullable(choice('How the call ended.', CALL_STATUSES), 'How the call ended.'),
  output: anything('What it returned.').optional(),
  error: anything('What went wrong.').optional(),
  latency_ms: nullable(z.number(), 'Milliseconds.'),
  effects: nullable(z.number(), 'Side effects, as the sandbox counted them.'),
  approval_id: nullable(z.string(), 'Identifier of the approval that it had.'),
});

const run = openMapping('One recorded run.', {
  run_id: nullable(z.union([z.string(), z.number()]), 'Identifier of the run.'),
  model: nullable(z.string(), 'Model that ran.'),
  started_at: nullable(z.string(), 'When the run began.'),
  failure: nullable(z.string(), 'Why the agent gave no answer; then there is nothing to score.'),
  calls: z.array(call).describe('The calls, in order.').optional(),
  exec_log: nullable(
    z.array(
      openMapping('One tool execution.', {
        ok: flag('Whether it succeeded.').optional(),
        error: anything('What went wrong.').optional(),
        output: anything('What it returned.').optional(),
      }),
    ),
    'Tool executions that are not aligned with the calls.',
  ),
  final_message: nullable(z.string(), 'The last reply.'),
  messages: nullable(z.array(z.unknown()), 'The conversation.'),
  final_state: anything('The end state.').optional(),
  clarified: nullable(z.boolean(), 'Whether the agent asked back.'),
  usage: nullable(
    openMapping('Tokens.', {
      input_tokens: number('Tokens read.', 0).optional(),
      output_tokens: number('Tokens written.', 0).optional(),
    }),
    'Tokens.',
  ),
  cost_usd: nullable(z.number(), 'US dollars.'),
  latency_ms: nullable(z.number(), 'Milliseconds.'),
  human: nullable(z.enum(['pass', 'fail']), "A person's verdict."),
  tools_digest: nullable(z.record(z.string(), z.string()), 'The tools as they were in that run.'),
  meta: nullable(z.record(z.string(), z.unknown()), 'Anything else, e.g. the prompt version.'),
});

export const traceSchema = z
  .union([
    openMapping('Recorded runs.', {
      trace_version: z.literal(1).describe('Version of this form.').optional(),
      case_id: nullable(z.string(), 'The case that was run.'),
      runs: z.array(run).describe('The runs.'),
    }),
    z.array(call).describe('The calls of one run.'),
  ])
  .describe('Recorded runs of an agent, in the native form.');
