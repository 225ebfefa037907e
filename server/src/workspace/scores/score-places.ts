import type { Place } from '../../model/finding.ts';
import type { CallNode, CaseNode, GoldenNode, Located } from '../../model/located.ts';
import type { LocatedPath, Resolved } from '../../model/resolve.ts';
import type { GateTarget, RunScore } from '../../scoring/score.ts';
import { findEntry, findNode, getEntry, type Node, type Span } from '../../syntax/index.ts';
import type { Uri } from '../files/uri.ts';

type Subject = CaseNode | GoldenNode;

/** A case as resolved for scoring, and where its golden trajectories stand. */
export interface ScoredSubject {
  readonly uri: Uri;
  readonly subject: Subject;
  readonly resolved: Resolved;
  /** The file of a golden trajectory that the case names. */
  uriOf(holder: Subject): Uri;
}

/** The token that a gate stands on. A place in another file carries its `uri`. */
export function placeOf(
  scored: ScoredSubject,
  score: Pick<RunScore, 'pathIndex'> | undefined,
  target: GateTarget,
): Place {
  const { subject, resolved } = scored;
  const path = resolved.paths[score?.pathIndex ?? 0];
  const found = PLACERS[target.kind](scored, path, target as never);
  const holder = found?.holder ?? subject;
  const { start, end } = found?.span ?? idSpan(subject);
  const uri = scored.uriOf(holder);
  return { tree: holder.tree, start, end, ...(uri !== scored.uri && { uri }) };
}

interface Spot {
  readonly holder: Subject;
  readonly span: Span;
}

type Placer<K extends GateTarget['kind']> = (
  scored: ScoredSubject,
  path: LocatedPath | undefined,
  target: Extract<GateTarget, { kind: K }>,
) => Spot | undefined;

const PLACERS: { readonly [K in GateTarget['kind']]: Placer<K> } = {
  case: () => undefined,
  call: (_, path, { golden }) => onCall(path, golden, (call) => call.name?.node),
  args: (_, path, { golden }) => onCall(path, golden, (call) => call.args?.key ?? call.name?.node),
  arg: (_, path, { golden, arg, inside = [] }) =>
    onCall(path, golden, (call) => argumentSpan(call, arg, inside)),
  expected: ({ subject, resolved }, path, { key, item }) => {
    if (key === 'calls') return callsSpot(subject, path);
    if (key === 'must_mention' && item !== undefined) {
      const located = resolved.facts[item] ?? path?.facts?.[item - resolved.facts.length];
      if (located) return { holder: located.holder, span: located.fact.node };
    }
    return expectedSpot(subject, key, item);
  },
  state: ({ subject }, path, { pointer }) => {
    for (const holder of [subject, ...(path ? [path.holder] : [])]) {
      const state = stateOf(holder);
      if (state) return { holder, span: stateSpan(state, pointer) };
    }
    return callsSpot(subject, path);
  },
  baseline: ({ subject }, path) => {
    const holder = path?.holder ?? subject;
    const entry = getEntry(holder.node, 'baseline');
    return entry && { holder, span: entry.key };
  },
  trace: ({ subject }) => {
    const entry = getEntry(subject.node, subject.kind === 'case' ? 'trace' : 'source');
    return entry && { holder: subject, span: entry.key };
  },
};

function idSpan(subject: Subject): Span {
  const id: Located<string> | undefined =
    subject.kind === 'case' ? subject.caseId : subject.goldenId;
  return id?.node ?? subject.node.entries[0]?.key ?? subject.node;
}

function onCall(
  path: LocatedPath | undefined,
  golden: number,
  spanOf: (call: CallNode) => Span | undefined,
): Spot | undefined {
  const call = path?.calls[golden];
  return call && path && { holder: path.holder, span: spanOf(call) ?? call.node };
}

function argumentSpan(
  call: CallNode,
  name: string,
  inside: readonly (string | number)[],
): Span | undefined {
  const argument = call.arguments.find((each) => each.name === name);
  if (!argument) return call.name?.node;
  if (inside.length === 0) return argument.entry.key;
  const entry = findEntry(argument.entry.value, inside);
  return entry?.key ?? findNode(argument.entry.value, inside) ?? argument.entry.key;
}

/** `calls`, `golden` or `any_of`: whichever the case writes. */
function callsSpot(subject: Subject, path: LocatedPath | undefined): Spot | undefined {
  if (path?.trajectory && path.holder === subject)
    return { holder: subject, span: path.trajectory.key };
  if (path?.reference) return { holder: subject, span: path.reference.node };
  if (subject.kind === 'golden') return undefined;
  const { expected } = subject;
  return expected && { holder: subject, span: expected.anyOf?.key ?? expected.key };
}

function expectedSpot(subject: Subject, key: string, item: number | undefined): Spot | undefined {
  const owner = subject.kind === 'case' ? subject.expected?.node : subject.node;
  const entry = owner && getEntry(owner, key);
  if (!entry) return undefined;
  const value = item === undefined ? undefined : findNode(entry.value, [item]);
  return { holder: subject, span: value ?? entry.key };
}

const stateOf = (holder: Subject): Located<unknown> | undefined =>
  holder.kind === 'case' ? holder.expected?.finalState : holder.finalState;

/** The key of the deepest part that is written on the way down a JSON Pointer. */
function stateSpan(state: Located<unknown>, pointer: string): Span {
  let node: Node = state.node;
  let span: Span = state.key ?? state.node;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node.kind === 'map') {
      const entry = getEntry(node, key);
      if (!entry) return span;
      span = entry.key;
      node = entry.value;
    } else if (node.kind === 'seq') {
      const item: Node | undefined = node.items[Number(key)];
      if (!item) return span;
      span = item.kind === 'scalar' ? item : span;
      node = item;
    } else return span;
  }
  return span;
}
