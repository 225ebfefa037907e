/**
 * The names by which the parts of a workspace refer to each other: one typed model that definition,
 * references, highlights, rename, links, semantic tokens and moved files share.
 */
import type {
  CallNode,
  Located,
  MatcherNode,
  ToolsSource,
  TrajectoryNode,
} from '../model/located.ts';
import { readMatcher } from '../model/read-matcher.ts';
import type { Toolset } from '../model/tool.ts';
import type { Node, SegmentTree, Span } from '../syntax/index.ts';
import type { Unit } from '../workspace/files/contents.ts';
import { parentOf, resolvePath, type Uri } from '../workspace/files/uri.ts';
import { callsNamed, trajectoriesOf } from './target.ts';

/** Where a name is written. */
export interface MentionPlace {
  readonly tree: SegmentTree;
  /** The token at which it is found: a scalar with its quotes, or the alias that it came through. */
  readonly token: Span;
  /** The scalar where it really stands, with its quotes. */
  readonly scalar: Span;
  /** The name's own text in it, without quotes. */
  readonly text: Span;
  /** The name is only a part of the text: of `path#id`, the one or the other. */
  readonly isPart?: boolean;
  /** Whether this is where the name is given, rather than used. */
  readonly isDefinition: boolean;
  /** The case or golden that holds it; absent in the frame of a dataset and in a configuration. */
  readonly unit?: Unit;
}

export type PathRole = 'tools' | 'trace' | 'golden' | 'include' | 'predicates';

export type Mention = MentionPlace &
  (
    | {
        readonly kind: 'tool';
        readonly name: string;
        /** Of a `from_call` that names a tool: the calls that it means. */
        readonly calls?: readonly CallNode[];
      }
    | {
        readonly kind: 'call';
        readonly name: string;
        readonly trajectory: TrajectoryNode;
        /** The calls that bear the id. */
        readonly calls: readonly CallNode[];
      }
    | { readonly kind: 'case'; readonly name: string }
    | { readonly kind: 'runner'; readonly name: string }
    /** `uri` is the file that holds the golden trajectory. */
    | { readonly kind: 'golden'; readonly name: string; readonly uri: Uri }
    | {
        readonly kind: 'file';
        readonly name: string;
        readonly role: PathRole;
        /** Undefined for a web address. */
        readonly uri?: Uri;
      }
  );

export type MentionOf<K extends Mention['kind']> = Extract<Mention, { kind: K }>;

/** Collects the mentions of one tree. */
export class Collector {
  readonly mentions: Mention[] = [];

  constructor(
    readonly uri: Uri,
    readonly tree: SegmentTree,
    readonly unit?: Unit,
  ) {}

  tool({ value, node }: Located<string>, calls?: readonly CallNode[]): void {
    this.mentions.push({
      ...this.#place(node, false),
      kind: 'tool',
      name: value,
      ...(calls && { calls }),
    });
  }

  /** A tool that is a key, as in `policies` and `tools_digest`. */
  toolKey({ key }: { readonly key?: Node }): void {
    if (key?.kind === 'scalar') this.tool({ value: String(key.value), node: key });
  }

  call({ value, node }: Located<string>, trajectory: TrajectoryNode, isDefinition: boolean): void {
    const calls = trajectory.calls.filter(({ id }) => id?.value === value);
    this.mentions.push({
      ...this.#place(node, isDefinition),
      kind: 'call',
      name: value,
      trajectory,
      calls,
    });
  }

  case({ value, node }: Located<string>, isDefinition: boolean): void {
    this.mentions.push({ ...this.#place(node, isDefinition), kind: 'case', name: value });
  }

  runner({ value, node }: Located<string>, isDefinition: boolean): void {
    this.mentions.push({ ...this.#place(node, isDefinition), kind: 'runner', name: value });
  }

  golden({ value, node }: Located<string>): void {
    const { uri } = this;
    this.mentions.push({ ...this.#place(node, true), kind: 'golden', name: value, uri });
  }

  file({ value, node }: Located<string>, role: PathRole): void {
    this.#path(value, role, this.#place(node, false));
  }

  /** `path` or `path#golden_id`: two names in one text. */
  goldenReference({ value, node }: Located<string>): void {
    const place = this.#place(node, false);
    const hash = value.indexOf('#');
    if (hash < 0) {
      this.#path(value, 'golden', place);
      return;
    }
    const whole = place.text.end - place.text.start === value.length;
    const cut = whole ? place.text.start + hash : undefined;
    const before = cut === undefined ? place.text : { start: place.text.start, end: cut };
    const after = cut === undefined ? place.text : { start: cut + 1, end: place.text.end };
    const path = value.slice(0, hash);
    this.#path(path, 'golden', { ...place, text: before, isPart: true });
    const uri = resolvePath(parentOf(this.uri), path);
    if (uri) {
      const name = value.slice(hash + 1);
      this.mentions.push({ ...place, text: after, isPart: true, kind: 'golden', name, uri });
    }
  }

  toolsSources(sources: readonly ToolsSource[] | undefined): void {
    for (const source of sources ?? []) {
      if (source.kind === 'path') this.file(source.path, 'tools');
    }
  }

  #path(name: string, role: PathRole, place: MentionPlace): void {
    const uri = resolvePath(parentOf(this.uri), name);
    this.mentions.push({ ...place, kind: 'file', name, role, ...(uri && { uri }) });
  }

  #place(node: Node, isDefinition: boolean): MentionPlace {
    const { tree, unit } = this;
    const token = { start: node.start, end: node.end };
    return {
      tree,
      token,
      scalar: node.origin ?? token,
      text: withoutQuotes(tree, node.origin ?? token),
      isDefinition,
      ...(unit && { unit }),
    };
  }
}

/** The text between a scalar's quotes; all of it where there are none. */
export function withoutQuotes({ text }: SegmentTree, { start, end }: Span): Span {
  const first = text[start];
  const quoted = end - start >= 2 && (first === '"' || first === "'") && text[end - 1] === first;
  return quoted ? { start: start + 1, end: end - 1 } : { start, end };
}

const cache = new WeakMap<Unit['subject'], { toolset: Toolset; mentions: readonly Mention[] }>();

/**
 * The mentions in a case or golden trajectory, in no particular order.
 *
 * @param uri from whose folder paths start
 * @param toolset the case's: it decides which values are matchers
 */
export function unitMentions(uri: Uri, unit: Unit, toolset: Toolset): readonly Mention[] {
  const known = cache.get(unit.subject);
  if (known?.toolset === toolset) return known.mentions;
  const into = new Collector(uri, unit.tree, unit);
  collectSubject(into, unit);
  for (const trajectory of trajectoriesOf(unit)) {
    for (const call of trajectory.calls) collectCall(into, trajectory, call, toolset);
  }
  cache.set(unit.subject, { toolset, mentions: into.mentions });
  return into.mentions;
}

function collectSubject(into: Collector, { subject }: Unit): void {
  into.toolsSources(subject.tools?.sources);
  for (const digest of subject.toolsDigest?.digests ?? []) into.toolKey(digest);
  if (subject.kind === 'golden') {
    if (subject.goldenId) into.golden(subject.goldenId);
    if (subject.sourceTrace) into.file(subject.sourceTrace, 'trace');
    return;
  }
  if (subject.caseId) into.case(subject.caseId, true);
  for (const trace of subject.traces) into.file(trace, 'trace');
  if (subject.runner) into.runner(subject.runner, false);
  const { golden, anyOf, allowedTools, forbiddenTools, confirmBefore } = subject.expected ?? {};
  if (golden) into.goldenReference(golden);
  for (const path of anyOf?.paths ?? []) {
    if (path.golden) into.goldenReference(path.golden);
  }
  for (const list of [allowedTools, forbiddenTools, confirmBefore]) {
    for (const item of list?.items ?? []) into.tool(item);
  }
}

function collectCall(
  into: Collector,
  trajectory: TrajectoryNode,
  call: CallNode,
  toolset: Toolset,
): void {
  if (call.id) into.call(call.id, trajectory, true);
  if (call.name) into.tool(call.name);
  for (const id of call.after) into.call(id, trajectory, false);
  const schema = call.name && toolset.schema(call.name.value);
  for (const { name, entry } of call.arguments) {
    const matcher = readMatcher(
      entry.value,
      schema ? (path) => schema.at([name, ...path]) : undefined,
    );
    for (const ref of referencesIn(matcher)) {
      const calls = callsNamed(trajectory, ref.value);
      const byTool = calls.length > 0 && calls.every(({ id }) => id?.value !== ref.value);
      if (byTool) into.tool(ref, calls);
      else into.call(ref, trajectory, false);
    }
  }
}

/** The `from_call` names anywhere in a matcher. */
export function referencesIn(matcher: MatcherNode): readonly Located<string>[] {
  if (matcher.kind === 'matcher') return matcher.fromCall?.refs ?? [];
  if (matcher.kind === 'list') return matcher.children.flatMap(referencesIn);
  if (matcher.kind !== 'object') return [];
  return matcher.children.flatMap((child) => referencesIn(child.matcher));
}
