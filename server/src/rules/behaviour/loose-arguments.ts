import type { ArgumentNode } from '../../model/located.ts';
import type { ToolSchema } from '../../model/tool.ts';
import { once } from '../memo.ts';
import type { CaseContext } from '../rule.ts';
import { type CallSite, matcherOf, schemaOf } from '../walk.ts';
import { wordsOf } from '../words.ts';

/** What a wrong value of costs money, or reaches the wrong one. */
const HIGH_RISK = new Set(['amount', 'recipient', 'account', 'order', 'payee', 'id']);

/** Found once for each schema, not for each call of its tool. */
const highRiskNames = once(({ argumentNames }: ToolSchema): readonly string[] =>
  argumentNames.filter((name) => wordsOf(name).some((word) => HIGH_RISK.has(word))),
);

export interface LooseArgument {
  readonly name: string;
  readonly why: 'ungraded' | 'predicated';
  /** Absent where the call does not name the argument. */
  readonly argument?: ArgumentNode;
}

/**
 * The high-risk arguments of a destructive call that any value, or any of a kind, would satisfy. Required
 * ones that an exact golden leaves out are `missing-required-arg`.
 */
export function looseArguments(context: CaseContext, site: CallSite): LooseArgument[] {
  const { call, trajectory } = site;
  const schema = schemaOf(context, call);
  if (!schema || context.scope.toolset.consequence(call.name!.value) !== 'destructive') return [];
  const mode = trajectory.argsMode(call);
  const ignored = new Set(trajectory.ignoreArgs(call));
  return highRiskNames(schema).flatMap((name): LooseArgument[] => {
    const required = schema.required.has(name);
    if (!required && mode !== 'partial') return [];
    const argument = call.arguments.find((each) => each.name === name);
    if (mode === 'ignore' || ignored.has(name)) return [{ name, why: 'ungraded', argument }];
    if (!argument) return mode === 'exact' ? [] : [{ name, why: 'ungraded' }];
    const matcher = matcherOf(context, call, argument);
    const predicated =
      matcher.kind === 'matcher' && !matcher.allowed && !matcher.fromCall && !matcher.fromUser;
    return predicated && matcher.predicate ? [{ name, why: 'predicated', argument }] : [];
  });
}
