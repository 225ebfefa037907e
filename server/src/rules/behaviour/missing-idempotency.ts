import { say } from '../../l10n/say.ts';
import type { CaseContext, CaseRule } from '../rule.ts';
import { type CallSite, callSites, matcherOf, schemaOf } from '../walk.ts';
import { wordsOf } from '../words.ts';

/** Names under which tools take a key that makes a repeated call harmless. */
const KEY_WORDS = new Set([
  'idempotency',
  'idempotent',
  'idempotence',
  'dedup',
  'dedupe',
  'deduplication',
]);
const KEY_NAMES = new Set([
  'client token',
  'client request token',
  'client request id',
  'request token',
]);

function isKey(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word) => KEY_WORDS.has(word)) || KEY_NAMES.has(words.join(' '));
}

/** The idempotency argument of a call's tool that its golden does not grade. */
function ungradedKey(context: CaseContext, { call, trajectory }: CallSite): string | undefined {
  const schema = schemaOf(context, call);
  if (!schema || !call.name) return undefined;
  const policy = context.scope.toolset.policy(call.name.value).idempotencyKey;
  const configured = call.idempotencyKey?.value ?? policy;
  const name = schema.argumentNames.find((each) => each === configured || isKey(each));
  if (name === undefined) return undefined;
  const ignored =
    trajectory.argsMode(call) === 'ignore' || trajectory.ignoreArgs(call).includes(name);
  const argument = call.arguments.find((each) => each.name === name);
  if (ignored) return name;
  // A required one that is left out is `missing-required-arg`.
  if (!argument) return schema.required.has(name) ? undefined : name;
  const matcher = matcherOf(context, call, argument);
  const anything =
    matcher.kind === 'matcher' &&
    matcher.predicate?.value === 'any' &&
    !matcher.allowed &&
    !matcher.fromCall &&
    !matcher.fromUser;
  return anything ? name : undefined;
}

export const missingIdempotency: CaseRule = {
  id: 'missing-idempotency',
  table: 'behaviour',
  severity: 'hint',
  summary: 'A destructive tool takes an idempotency key, and the golden call does not grade it.',
  details: `
An agent that repeats such a call after a timeout, without a key, may charge twice. Where the key is graded,
a run that leaves it out fails.

\`\`\`yaml
args: { amount: 250, idempotency_key: { predicate: non_empty } }
\`\`\`
`,
  check(context, report) {
    for (const site of callSites(context)) {
      const { name } = site.call;
      if (!name || context.scope.toolset.consequence(name.value) !== 'destructive') continue;
      const key = ungradedKey(context, site);
      if (key !== undefined) {
        report(
          name.node,
          say`\`${name.value}\` is destructive and takes \`${key}\`, which is not graded`,
        );
      }
    }
  },
};
