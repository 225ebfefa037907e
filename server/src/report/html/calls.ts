import { phrase, say } from '../../l10n/say.ts';
import type { EmittedCall } from '../../model/run.ts';
import type {
  ArgumentDetail,
  ArgumentOutcome,
  CallPair,
  PairKind,
  RunDetail,
} from '../../scoring/run-detail.ts';
import { matcherWords } from '../matcher-words.ts';
import { type Html, html, leftOut, lines, type Part, said } from './markup.ts';
import type { CallNames } from './provenance.ts';
import { clipped, value } from './values.ts';

/** Calls that are shown of one run. */
const MOST_CALLS = 200;

/** Arguments that are shown of one call. */
const MOST_ARGUMENTS = 100;

const KIND: Readonly<Record<PairKind, string>> = {
  matched: phrase`matched`,
  missed: phrase`missed: the run never made this call`,
  'not-needed': phrase`optional, not made`,
  retry: phrase`a retry`,
  hallucinated: phrase`no such tool`,
  forbidden: phrase`forbidden`,
  extra: phrase`not in the golden`,
};

const OUTCOME: Readonly<Record<ArgumentOutcome, string>> = {
  right: phrase`right`,
  wrong: phrase`wrong`,
  broken: phrase`not from there`,
  missing: phrase`missing`,
  ungraded: phrase`not graded`,
  unanswered: phrase`no answer from the predicate`,
  extra: phrase`not asked for`,
  hallucinated: phrase`no such argument`,
};

/** How a report names the calls of a run: `golden 2 (book_flight)`, `call 3 (search)`. */
export const callNames = ({ pairs }: RunDetail): CallNames => {
  const name = (of: 'golden' | 'emitted', index: number) =>
    pairs.find((pair) => pair[of]?.index === index)?.[of]?.call.name ?? say`unknown`;
  return {
    golden: (index) => say`golden ${index + 1} (${name('golden', index)})`,
    emitted: (index) => say`call ${index + 1} (${name('emitted', index)})`,
  };
};

/** The golden beside the run, a box for each call. */
export function calls(detail: RunDetail): Html {
  const { pairs } = detail;
  if (pairs.length === 0) return html`<p>${say`No call was expected, and none was made.`}</p>`;
  return html`${lines(pairs.slice(0, MOST_CALLS).map((pair) => callBox(pair, detail)))}${leftOut(pairs.length, MOST_CALLS, (further) => say`${further} further calls are left out.`)}`;
}

function callBox(pair: CallPair, detail: RunDetail): Html {
  const { golden, emitted, kind, gates, args } = pair;
  const late = detail.order.find(({ golden: index }) => index === golden?.index);
  const wrong = gates || late !== undefined;
  const name = golden?.call.name ?? emitted?.call.name ?? '';
  const state = kind === 'matched' ? matchedState(pair) : say(KIND[kind]);
  return html`<div class="call${wrong && ' wrong'}">
<h5>${wrong ? html`<span class="bad">✗</span>` : html`<span class="good">✓</span>`} <code>${name}</code> <small class="${wrong && 'bad'}">${state}</small></h5>
<p class="sides"><span>${golden ? `${say`Golden ${golden.index + 1}`}${golden.call.id ? `, ${golden.call.id}` : ''}` : say`Golden: none`}</span><span>${emitted ? `${say`Call ${emitted.index + 1}`}${callNotes(emitted.call)}` : say`Run: none`}</span></p>
${late && orderNote(late, detail)}
${args.length > 0 && argumentTable(args, golden !== undefined, emitted !== undefined)}
${emitted && emittedNotes(emitted.call)}
</div>`;
}

const matchedState = ({ exact, failed }: CallPair): string =>
  exact ? (failed ? say`exact, but it failed` : say`exact`) : say`not as it should be`;

function callNotes({ turn, batch, status, latencyMs, effects }: EmittedCall): string {
  return [
    turn !== undefined && say`turn ${turn}`,
    batch !== undefined && say`batch ${batch}`,
    status !== undefined && say`status ${status}`,
    latencyMs !== undefined && `${latencyMs} ms`,
    effects !== undefined && (effects === 1 ? say`${effects} effect` : say`${effects} effects`),
  ]
    .filter((note) => note !== false)
    .map((note) => `, ${note}`)
    .join('');
}

const orderNote = ({ golden, after }: RunDetail['order'][number], detail: RunDetail): Html => {
  const names = callNames(detail);
  return html`<p class="bad">✗ ${
    after === undefined
      ? say`made in another turn than the golden says`
      : say`made too early: ${names.golden(after)} comes before ${names.golden(golden)}`
  }</p>`;
};

const wanted = ({ wanted: matcher }: ArgumentDetail): Part =>
  matcher ? clipped(matcherWords(matcher)) : html`<span class="none">${say`not named`}</span>`;

/** Golden beside run, or the one side alone that there is. */
function argumentTable(args: readonly ArgumentDetail[], hasGolden: boolean, hasRun: boolean): Html {
  const both = hasGolden && hasRun;
  const head = [
    say`Argument`,
    hasGolden && say`Golden`,
    hasRun && say`Run`,
    both && say`Result`,
  ].filter((name) => name !== false);
  return html`<table>
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${lines(
  args
    .slice(0, MOST_ARGUMENTS)
    .map(
      (arg) =>
        html`<tr><th scope="row"><code>${arg.name}</code></th>${hasGolden && html`<td>${wanted(arg)}</td>`}${hasRun && html`<td>${value(arg.given)}</td>`}${both && html`<td class="${resultClass(arg)}">${arg.breaks ? '✗ ' : ''}${say(OUTCOME[arg.outcome])}</td>`}</tr>`,
    ),
)}
</tbody></table>${leftOut(args.length, MOST_ARGUMENTS, (further) => say`${further} further arguments are left out.`)}`;
}

const resultClass = ({ outcome, breaks }: ArgumentDetail): string =>
  breaks ? 'bad' : outcome === 'right' ? 'good' : 'none';

function emittedNotes({ rawArguments, argumentsUnknown, error, output }: EmittedCall): Part {
  return [
    argumentsUnknown &&
      html`<p class="none">${say`The record does not say with which arguments.`}</p>`,
    rawArguments !== undefined &&
      html`<p class="bad">✗ ${said`The arguments are no JSON object: ${value(rawArguments)}`}</p>`,
    error !== undefined && html`<p>${said`Error: ${value(error)}`}</p>`,
    output !== undefined &&
      html`<details><summary>${say`Result`}</summary>${value(output)}</details>`,
  ];
}
