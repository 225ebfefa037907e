/** What is wrong with how the agent acted, in words (rules.md, "Scores"). */
import { say } from '../../l10n/say.ts';
import type { Analysis } from '../analysis/analysis.ts';
import type { CallView } from '../matching/run-view.ts';
import type { GateTarget, ScoreFinding } from '../score.ts';
import { show } from '../values/show.ts';
import { CALLS, described, error, NONE } from './finding-parts.ts';

/** The key that says how the agent may act. */
const behaviorKey = ({ of }: Analysis): GateTarget => ({
  kind: 'expected',
  key:
    of.expectation.behavior === 'clarify' && !of.expectation.behaviorExplicit
      ? 'must_clarify'
      : 'tool_behavior',
});

/** Calls that fail by the behaviour: other gates need not tell of them again. */
export function failsByBehavior({ of, run, behavior }: Analysis): readonly CallView[] {
  const expected = of.expectation.behavior;
  if (expected === 'no_call') return run.calls;
  return expected === 'no_write' || expected === 'clarify' ? behavior.acts : [];
}

/** Calls that the behaviour forbids under `no_write` and `clarify`. */
const actFindings = (a: Analysis, code: string, why: string): readonly ScoreFinding[] =>
  a.behavior.acts
    .filter((call) => !call.tool.hallucinated)
    .map((call) =>
      error(code, behaviorKey(a), say`${described(call)} was called, ${why}`, { call: call.index }),
    );

function clarifyFindings(a: Analysis): readonly ScoreFinding[] {
  const acts = actFindings(a, 'should-clarify', say`where the agent should have asked first`);
  if (a.behavior.asked) return acts;
  const reply = a.run.finalReply;
  const message = say`the final reply should ask the user, got ${show(reply)}`;
  return [
    ...acts,
    error('should-clarify', behaviorKey(a), message, {
      ...(reply !== undefined && { actual: reply }),
    }),
  ];
}

function overCalled(a: Analysis): readonly ScoreFinding[] {
  const [first, ...rest] = a.run.calls;
  if (!first) return NONE;
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
  const message = say`no tool applies, but ${described(first)}${more} was called`;
  return [error('over-called', behaviorKey(a), message, { call: first.index })];
}

/** Extra calls that `match.extra_calls` does not let pass. */
export function extraFindings(a: Analysis): readonly ScoreFinding[] {
  const { gatingExtras, hallucinated, forbidden } = a.behavior;
  if (gatingExtras.length === 0) return NONE;
  // What another gate says of the same call is said once.
  const told = new Set([
    ...hallucinated,
    ...forbidden,
    ...a.spuriousDestructive,
    ...failsByBehavior(a),
  ]);
  return gatingExtras
    .filter((call) => !told.has(call))
    .map((call) =>
      error('spurious-call', CALLS, say`${described(call)} was not expected`, { call: call.index }),
    );
}

/** What `tool_behavior` has to say against a run. */
export function behaviorFindings(a: Analysis): readonly ScoreFinding[] {
  const { behavior } = a.of.expectation;
  if (behavior === 'no_call') return overCalled(a);
  if (behavior === 'clarify') return clarifyFindings(a);
  if (behavior !== 'no_write') return NONE;
  return actFindings(a, 'write-not-allowed', say`where nothing may be changed`);
}
