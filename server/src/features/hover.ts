import type { Hover } from 'vscode-languageserver-types';
import { say } from '../l10n/say.ts';
import type { CallNode } from '../model/located.ts';
import { placeAt } from '../model/schema/lookup.ts';
import { toMatcher } from '../model/to-matcher.ts';
import type { Toolset } from '../model/tool.ts';
import { matcherWords } from '../report/matcher-words.ts';
import { segmentAt, toSegmentOffset } from '../syntax/index.ts';
import { unitId } from '../workspace/scores/scores.ts';
import { caseHover } from './case-hover.ts';
import { fileHover } from './file-hover.ts';
import { type FramePlace, frameAt, frameToolset } from './frame.ts';
import type { FeatureContext } from './host.ts';
import { emittedAt, lastRun, matchedCall } from './last-run.ts';
import { code, escapeMarkdown, fence, withoutMarkup } from './markdown.ts';
import { matcherPartAt } from './matcher-at.ts';
import { mentionAt } from './mention-search.ts';
import type { Mention, MentionOf } from './mentions.ts';
import { argumentAt, type Target, targetAt } from './target.ts';
import { argumentText, firstSentence, jsonText, toolText } from './tool-text.ts';

/** What stands at an offset, explained. */
export function hover(context: FeatureContext, offset: number): Hover | undefined {
  const { snapshot, client } = context;
  const mention = mentionAt(snapshot, offset);
  const target = targetAt(snapshot, offset);
  const frame = frameAt(snapshot, offset);
  const place = mention ? { tree: mention.tree, span: mention.token } : frame;
  const text =
    (mention && mentionText(context, mention, target)) ??
    (target && argumentHover(context, target, offset)) ??
    (frame && keyText(frame));
  const range = place && snapshot.file.rangeOf(place.tree, place.span);
  if (!text || !range) return undefined;
  const contents = client.markdown
    ? { kind: 'markdown' as const, value: text }
    : { kind: 'plaintext' as const, value: withoutMarkup(text) };
  return { contents, range };
}

/** What the format says of a key, or of a value that is one of a few words. */
function keyText({ kind, tree, path, onKey }: FramePlace): string | undefined {
  const place = placeAt(kind, tree.root, path);
  return onKey || place?.values.length ? place?.description : undefined;
}

const mentionText = (context: FeatureContext, mention: Mention, target: Target | undefined) =>
  HOVERS[mention.kind](context, mention as never, target);

type MentionHover<K extends Mention['kind']> = (
  context: FeatureContext,
  mention: MentionOf<K>,
  target: Target | undefined,
) => string | undefined;

const HOVERS: { readonly [K in Mention['kind']]: MentionHover<K> } = {
  tool: (context, mention, target) => {
    if (mention.calls) return referenceHover(context, mention.calls, target);
    const toolset = toolsetOf(context, mention);
    const tool = toolset.find(mention.name);
    return tool && toolText(tool, toolset);
  },
  call: (context, { calls }, target) => referenceHover(context, calls, target),
  case: (context, { name }) => caseHover(context, name),
  golden: (context, { name, uri }) =>
    uri === context.snapshot.file.uri
      ? caseHover(context, name)
      : fileHover(context, uri, 'golden'),
  file: (context, { uri, role, name }) => fileHover(context, uri, role, name),
  runner: ({ snapshot }, { name }) => {
    const runner = snapshot.around.config.runners.get(name);
    const type = runner?.type;
    return typeof type === 'string' ? say`Runner ${code(name)}: ${code(type)}` : undefined;
  },
};

const toolsetOf = (context: FeatureContext, { unit }: Mention): Toolset =>
  unit ? context.snapshot.scopeOf(unit).toolset : frameToolset(context);

/** The call that a name refers to, what it recorded, and the value that was taken from it. */
function referenceHover(
  context: FeatureContext,
  [call]: readonly CallNode[],
  target: Target | undefined,
): string | undefined {
  if (!call) return undefined;
  const name = call.name?.value ?? '';
  const tool = target && context.snapshot.scopeOf(target.unit).toolset.find(name);
  return [
    say`Call ${call.index + 1}:` +
      ` **${escapeMarkdown(name)}**${call.id ? ` (${code(call.id.value)})` : ''}`,
    ...(tool?.description ? [escapeMarkdown(firstSentence(tool.description))] : []),
    ...(call.returns ? [say`It returned:`, fence(jsonText(call.returns.value))] : []),
    ...lastValue(context, target),
  ].join('\n\n');
}

/** The value that the argument at the target had in the last scored run. */
function lastValue({ scores }: FeatureContext, target: Target | undefined): string[] {
  const argument = target && argumentAt(target);
  const last = target && lastRun(scores.get(unitId(target.unit) ?? ''));
  if (!target?.call || !argument || !last) return [];
  const matched = matchedCall(last, target.call.call);
  if (!matched) return matched === null ? [say`The last run did not make this call.`] : [];
  const value = emittedAt(matched.call, [argument.name, ...valuePath(argument.inside)]);
  return value === undefined
    ? [say`The last run did not give it.`]
    : [say`In the last run it was ${code(jsonText(value))}.`];
}

const MATCHER_KEYS: ReadonlySet<string | number> = new Set([
  'allowed',
  'from_call',
  'from_user',
  'predicate',
  'path',
  'optional',
  'compare',
  'tolerance',
]);

/** The path of the value itself: without the matcher's keys that the cursor is in. */
function valuePath(inside: readonly (string | number)[]) {
  const at = inside.findIndex((step) => MATCHER_KEYS.has(step));
  return at < 0 ? inside : inside.slice(0, at);
}

/** An argument's schema from its key; what it must be, in plain words, from its value. */
function argumentHover(
  context: FeatureContext,
  target: Target,
  offset: number,
): string | undefined {
  const argument = argumentAt(target);
  const call = target.call?.call;
  if (!argument || !call) return undefined;
  const { toolset } = context.snapshot.scopeOf(target.unit);
  const tool = call.name && toolset.find(call.name.value);
  const path = [argument.name, ...argument.inside];
  const schema = target.onKey && tool ? argumentText(toolset, tool, path) : undefined;
  const segment = segmentAt(context.snapshot.file.source, offset)?.segment;
  const at = target.onKey && argument.inside.length === 0 ? target.node.start : undefined;
  const inTree = at ?? (segment ? toSegmentOffset(segment, offset) : 0);
  const found = matcherPartAt(call, argument.name, toolset, inTree);
  if (!found || found.part.kind === 'mixed') return schema;
  const words = matcherWords(toMatcher(found.part));
  const key =
    target.onKey && !schema
      ? placeAt('case', target.unit.tree.root, pathFromRoot(context, offset))?.description
      : undefined;
  return [
    ...(schema ? [schema] : []),
    ...(key ? [key] : []),
    say`${code(found.path.join('.'))} must be ${escapeMarkdown(words)}.`,
    ...lastValue(context, target),
  ].join('\n\n');
}

const pathFromRoot = ({ snapshot }: FeatureContext, offset: number) =>
  frameAt(snapshot, offset)?.path ?? [];
