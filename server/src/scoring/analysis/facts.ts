/** What the replies must and must not say (scoring.md §5). */
import type { Fact } from '../../model/expectation.ts';
import type { RunView } from '../matching/run-view.ts';
import { fold, occursIn } from '../values/text.ts';

export interface Facts {
  /** Indexes into `must_mention` of what no reply says. */
  readonly missing: readonly number[];
  /** Indexes into `must_not_mention` of what some reply says. */
  readonly claimed: readonly number[];
}

const NONE: Facts = { missing: [], claimed: [] };
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;

/** What writers and models set in type in different ways, and mean alike. */
const TYPOGRAPHY: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u02bc]/g, "'"],
  [/[\u201c\u201d\u201e]/g, '"'],
  [/[\u2010-\u2014\u2212]/g, '-'],
  [/\u2026/g, '...'],
  // A hyphen that shows at a line's end alone.
  [/\u00ad/g, ''],
];
const TYPESET = /[\u00ad\u02bc\u2010-\u2014\u2018-\u201e\u2026\u2212]/;

const typed = (text: string): string =>
  TYPESET.test(text)
    ? TYPOGRAPHY.reduce((done, [set, plainly]) => done.replace(set, plainly), text)
    : text;

const plain = (text: string): string =>
  typed(fold(text)).replace(THOUSANDS, '').replace(/\s+/g, ' ').trim();

/** Checks the run's assistant replies for facts and claims. */
export function checkFacts(
  mustMention: readonly Fact[],
  mustNotMention: readonly string[],
  run: RunView,
): Facts {
  if (mustMention.length === 0 && mustNotMention.length === 0) return NONE;
  const replies = run.replies.map(plain);
  const said = (text: string) => replies.some((reply) => occursIn(reply, plain(text)));
  return {
    missing: mustMention.flatMap((fact, i) => (fact.some(said) ? [] : [i])),
    claimed: mustNotMention.flatMap((claim, i) => (said(claim) ? [i] : [])),
  };
}
