import { say } from '../../l10n/say.ts';
import { shortestPaths } from '../../model/json-path-of.ts';
import type { CallNode } from '../../model/located.ts';
import { toValue } from '../../syntax/index.ts';
import type { Node, ScalarNode } from '../../syntax/node.ts';
import { insertEntry, renderFlowMap, renderIn, replaceNode } from '../edits.ts';
import { dataOf, oneFix, sameSpan } from '../fixes.ts';
import type { CaseContext, CaseRule, TrajectoryContext } from '../rule.ts';
import { argumentSites, type LiteralSite, literalSites, schemaOf } from '../walk.ts';
import { freshId } from './from-call-ambiguous.ts';
import { mayPrecede, resolve } from './order.ts';
import { readOutput } from './outputs.ts';
import { mentions, userTexts } from './user-text.ts';

/** Which earlier call of the trajectory produced a value, and where in its output. */
type Producers = (value: string | number, consumer: CallNode) => { call: CallNode; path: string }[];

function producersOf(trajectory: TrajectoryContext): Producers {
  const outputs = trajectory.node.calls.flatMap((call) => {
    const output = call.returns && readOutput(toValue(call.returns.node));
    return output?.kind === 'value' ? [{ call, paths: shortestPaths(output.value) }] : [];
  });
  return (value, consumer) =>
    outputs.flatMap(({ call, paths }) => {
      const path = paths.get(value);
      const earlier =
        call !== consumer &&
        mayPrecede(trajectory, call, consumer) &&
        (call.index < consumer.index || (call.group?.value ?? 0) < (consumer.group?.value ?? 0));
      return earlier && path !== undefined && path !== '$' ? [{ call, path }] : [];
    });
}

interface Suggestion {
  readonly trajectory: TrajectoryContext;
  readonly scalar: ScalarNode;
  /** What the reference replaces: the literal, or the matcher that allows nothing else. */
  readonly replaced: Node;
  readonly call: CallNode;
  readonly path: string;
}

/** The texts and numbers of a literal that may have come from somewhere. */
function scalarsOf(context: CaseContext, site: LiteralSite): ScalarNode[] {
  const found: ScalarNode[] = [];
  const schema = schemaOf(context, site.call);
  const visit = (node: Node, path: readonly (string | number)[]): void => {
    if (node.origin) return;
    if (node.kind === 'map') {
      for (const { key, value } of node.entries) visit(value, [...path, String(key.value)]);
    } else if (node.kind === 'seq') {
      node.items.forEach((item, index) => {
        visit(item, [...path, index]);
      });
    } else if (isTelling(node)) {
      const place = schema?.at(path);
      const listed = typeof place === 'object' && (place.enum ?? place.const) !== undefined;
      if (!listed) found.push(node);
    }
  };
  visit(site.node, site.path);
  return found;
}

/** Words of one letter and single digits equal something everywhere. */
const isTelling = ({ value }: ScalarNode): boolean =>
  (typeof value === 'string' && value.trim().length > 1) ||
  (typeof value === 'number' && Math.abs(value) > 9);

function suggestionsIn(context: CaseContext): Suggestion[] {
  const producers = new Map(
    context.trajectories.map((trajectory) => [trajectory, producersOf(trajectory)]),
  );
  const said = userTexts(context);
  const found: Suggestion[] = [];
  for (const site of argumentSites(context).flatMap(literalSites)) {
    const { part, call, trajectory } = site;
    const matcher = part.kind === 'matcher' ? part : undefined;
    // A choice of values, and a value that is explained already, are meant as they stand.
    if (matcher && (matcher.allowed?.node.items.length !== 1 || matcher.node.entries.length > 1)) {
      continue;
    }
    if (matcher && site.node.kind !== 'scalar') continue;
    for (const scalar of scalarsOf(context, site)) {
      const value = scalar.value as string | number;
      const producer = producers.get(trajectory)!(value, call).at(-1);
      if (producer && !mentions(said, value)) {
        found.push({ trajectory, scalar, replaced: matcher?.node ?? scalar, ...producer });
      }
    }
  }
  return found;
}

export const provenanceSuggested: CaseRule = {
  id: 'provenance-suggested',
  table: 'flow',
  severity: 'hint',
  summary: "A literal equals a value in an earlier call's `returns`, and the user never said it.",
  details: `
The agent can only have it from that output. Written as \`from_call\` with a \`path\`, the golden trajectory
checks that the value was passed on, and stays right when the recorded value changes.

\`\`\`yaml
flight_id: F777                                             # only the search returned it
flight_id: { from_call: search, path: "$.results[0].id" }   # clearer
\`\`\`
`,
  check(context, report) {
    for (const { scalar, call, path } of suggestionsIn(context)) {
      const producer = call.id?.value ?? call.name?.value ?? `call ${call.index + 1}`;
      report(scalar, say`\`${producer}\` returned this value, at \`${path}\``, { data: { path } });
    }
  },
  fix(finding, context) {
    const { tree } = context.subject;
    const found = suggestionsIn(context).find(({ scalar }) => sameSpan(scalar, finding.place));
    const { path } = dataOf(finding);
    if (!found || typeof path !== 'string' || found.scalar.style === 'block') return [];
    const { call, trajectory, replaced } = found;
    const tool = call.name?.value;
    const consumer = trajectory.node.calls.find(
      ({ node }) => node.start <= replaced.start && replaced.end <= node.end,
    );
    const byTool =
      tool &&
      consumer &&
      resolve(trajectory, consumer, tool, context.scope.toolset).kind === 'call';
    const id = call.id?.value ?? (byTool ? tool : freshId(trajectory, call));
    const reference = replaceNode(
      replaced,
      renderFlowMap(tree, [
        ['from_call', renderIn(tree, id)],
        ['path', JSON.stringify(path)],
      ]),
    );
    const named = call.id !== undefined || byTool;
    const identify = named ? [] : [insertEntry(tree, call.node, 'id', renderIn(tree, id))];
    return oneFix(say`Take it from \`${id}\``, [...identify, reference]);
  },
};
