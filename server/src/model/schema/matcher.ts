import * as z from 'zod';
import { COMPARISONS } from '../expectation.ts';
import { anything, choice, flag, mapping, number, text, withFacts } from './dsl.ts';

/** A mapping that says what one value must be. */
export const matcherSchema = mapping(
  'What the value of an argument must be; all the keys given must hold.',
  {
    allowed: z
      .array(z.unknown())
      .describe('The value is one of these. What stands in the list is literal throughout.')
      .optional(),
    from_call: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .describe('The `id` of an earlier call (or several) whose output the value came from.')
      .optional(),
    path: text(
      'JSONPath (RFC 9535) into the output of that call, e.g. "$.flights[*].id". Needs `from_call`; without it any scalar of the output will do.',
    ).optional(),
    from_user: flag('`true`: the value occurs in a message of the user.').optional(),
    predicate: z
      .union([z.string().min(1), z.record(z.string(), z.unknown()), z.boolean()])
      .describe('A named predicate such as `iso_date` or `any`, or a JSON Schema.')
      .optional(),
    optional: flag('`true`: the argument may be left out.').optional(),
    compare: choice('How the value is compared with what is allowed.', COMPARISONS).optional(),
    tolerance: number(
      'How far a number may be off, absolutely. Needs `compare: number`.',
      0,
    ).optional(),
  },
);

/** Any value: a literal, or a matcher. Which of the two decides `readMatcher`, never a union. */
export const argumentSchema = withFacts(
  anything(
    'A literal, or a matcher: a mapping of `allowed`, `from_call`, `from_user`, `predicate`.',
  ),
  { argument: true },
);
