import { CompletionItemKind } from 'vscode-languageserver-types';
import { say } from '../../l10n/say.ts';
import type { CallNode } from '../../model/located.ts';
import { contradictsAfter, mayPrecede, relationsOf, resolve } from '../../rules/flow/order.ts';
import { caseContext, type TrajectoryContext } from '../../rules/index.ts';
import type { CaseContext } from '../../rules/rule.ts';
import type { Path } from '../../syntax/index.ts';
import { code, escapeMarkdown, fence, plainText } from '../markdown.ts';
import { type Offer, scalar } from './offer.ts';
import { callAt, type Site } from './site.ts';
import { prettyPreview } from './text.ts';

/** The call that is being written, among the others of its trajectory. */
export interface Consumer {
  readonly context: CaseContext;
  readonly trajectory: TrajectoryContext;
  readonly call: CallNode;
}

export function consumerAt(site: Site, path: Path): Consumer | undefined {
  const { call, trajectory: node } = callAt(site, path) ?? {};
  const context = caseContext(site.scope, site.subject);
  const trajectory = context.trajectories.find((each) => each.node === node);
  return call && trajectory && { context, trajectory, call };
}

/** Calls that wait for `call`, directly or through others: taking a value from one would be a cycle. */
function waitingFor({ context, trajectory, call }: Consumer): ReadonlySet<CallNode> {
  const relations = relationsOf(context, trajectory);
  const found = new Set([call]);
  const todo = [call];
  for (let each = todo.pop(); each; each = todo.pop()) {
    for (const { before, after } of relations) {
      if (before !== each || found.has(after)) continue;
      found.add(after);
      todo.push(after);
    }
  }
  return found;
}

/** The calls that a value may come from, each by the name that refers to it. */
export function producers(consumer: Consumer): { name: string; call: CallNode }[] {
  const { context, trajectory, call } = consumer;
  const waiting = waitingFor(consumer);
  return trajectory.node.calls.flatMap((other) => {
    if (waiting.has(other) || !mayPrecede(trajectory, other, call)) return [];
    const name = other.id?.value ?? other.name?.value;
    if (name === undefined) return [];
    // A tool's name will do where no other earlier call bears it.
    const found = resolve(trajectory, call, name, context.scope.toolset);
    return found.kind === 'call' && found.call === other ? [{ name, call: other }] : [];
  });
}

/** Values of `from_call`. */
export function fromCallNames(site: Site, path: Path): Offer[] {
  const consumer = consumerAt(site, path);
  return consumer ? producers(consumer).map(({ name, call }) => callOffer(site, name, call)) : [];
}

/** Values of `after`: ids alone; an `after` anywhere makes the listed order count no longer. */
export function afterIds(site: Site, path: Path): Offer[] {
  const consumer = consumerAt(site, path);
  if (!consumer) return [];
  const { trajectory, call } = consumer;
  const waiting = waitingFor(consumer);
  return trajectory.node.calls.flatMap((other) =>
    other.id && !waiting.has(other) && !contradictsAfter(trajectory, other, call)
      ? [callOffer(site, other.id.value, other)]
      : [],
  );
}

function callOffer({ scope }: Site, name: string, call: CallNode): Offer {
  const tool = call.name && scope.toolset.find(call.name.value);
  const parts = [
    `${say`Call ${call.index + 1}`}: **${escapeMarkdown(call.name?.value ?? '')}**${call.id ? ` (${code(call.id.value)})` : ''}`,
    ...(tool?.description ? [escapeMarkdown(tool.description)] : []),
    ...(call.returns ? [say`It returned:`, fence(prettyPreview(call.returns.value))] : []),
  ];
  return {
    label: name,
    kind: CompletionItemKind.Reference,
    detail: plainText(`${say`call ${call.index + 1}`} · ${call.name?.value ?? ''}`),
    documentation: parts.join('\n\n'),
    write: { value: scalar(name) },
  };
}
