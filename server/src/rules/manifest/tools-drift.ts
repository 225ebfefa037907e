import { say } from '../../l10n/say.ts';
import {
  type Change,
  diffTool,
  labelOf,
  type ToolDrift,
  toolDefinition,
  toolDigest,
} from '../../manifest/index.ts';
import type { Tool } from '../../model/tool.ts';
import { findEntry } from '../../syntax/index.ts';
import { touchedLines } from '../drift-lines.ts';
import { renderIn } from '../edits.ts';
import { dataOf, oneFix } from '../fixes.ts';
import {
  goldenMentions,
  isCurrent,
  type Label,
  labelsOf,
  mentionsOf,
  successorOf,
} from '../labels.ts';
import { relabelled } from '../relabel.ts';
import type { CaseContext, CaseRule, Finding, ReportExtras } from '../rule.ts';

/** What became of a labelled tool, as far as the lock file knows what it was. */
interface Drifted {
  readonly message: string;
  readonly drift: ToolDrift;
  /** The tool as it is now, to label anew. */
  readonly now?: Tool;
}

const told = (changes: readonly Change[]): string =>
  changes.map(({ message }) => message).join('; ');

function driftOf(context: CaseContext, label: Label): Drifted | undefined {
  const { name, digest, tool } = label;
  if (tool) {
    if (isCurrent(label)) return undefined;
    const before = context.scope.definitionOf(digest.value);
    const after = toolDefinition(tool);
    const changes = before ? diffTool(before, after) : [];
    const what = changes.length > 0 ? `: ${told(changes)}` : '';
    return {
      message: say`\`${name}\` has changed since this was labelled${what}`,
      drift: { name, before, after, changes },
      now: tool,
    };
  }
  if (!context.scope.toolset.complete) return undefined;
  const successor = successorOf(context, label);
  if (!successor) {
    return {
      message: say`\`${name}\` was labelled, and no manifest of this case has it any more`,
      drift: { name, changes: [{ kind: 'removed', message: say`removed` }] },
    };
  }
  const { before, after: now } = successor;
  const after = toolDefinition(now);
  const changes = diffTool(before, after);
  return {
    message: say`\`${name}\` has changed since this was labelled: ${told(changes)}`,
    drift: { name, before, after, changes },
    now,
  };
}

/** The lines that what has changed breaks, each once with all that breaks it. */
function broken(context: CaseContext, drift: ToolDrift): ReportExtras['related'] {
  const { tree } = context.subject;
  const lines = new Map<number, { message: string; place: Finding['place'] }>();
  for (const { node, change, breaks } of touchedLines(context, drift)) {
    if (!breaks) continue;
    const { start, end } = node;
    const known = lines.get(start);
    const message = known ? `${known.message}; ${change.message}` : change.message;
    lines.set(start, { message, place: { tree, start, end } });
  }
  return [...lines.values()].sort((a, b) => a.place.start - b.place.start);
}

/** The labels that a dataset gives its cases concern a case as far as it names their tools. */
function isNamed(context: CaseContext, { name }: Label): boolean {
  return [...mentionsOf(context), ...goldenMentions(context)].some(({ value }) =>
    context.scope.toolset.same(value, name),
  );
}

export const toolsDrift: CaseRule = {
  id: 'tools-drift',
  table: 'manifest',
  severity: 'warning',
  summary: 'A tool is no longer what the case was labelled against.',
  details: `
A case is right for the tools as they were when a person reviewed it. Its \`tools_digest\` says which they
were; where a tool's name, texts, schemas or annotations have changed since, the case deserves a second
look, whether or not it still fits the schema. What has changed is told where \`callsheet.lock.json\`, beside
the configuration, knows the old definition. Lines that no longer fit have findings of their own.

After the review, label the case again: by the quick fix, or for many cases by \`callsheet tools label\`.
Labels that stand in a dataset's \`defaults\` are reported on each case that names the tool.
`,
  check(context, report) {
    const { subject } = context;
    const { labels, own } = labelsOf(context);
    for (const label of labels) {
      const found = own || isNamed(context, label) ? driftOf(context, label) : undefined;
      if (!found) continue;
      const { message, drift, now } = found;
      const id = subject.kind === 'case' ? subject.caseId : subject.goldenId;
      const node = own ? label.digest.node : (id?.node ?? subject.node.entries[0]?.key);
      if (!node) continue;
      report(node, message, {
        related: broken(context, drift),
        data: {
          tool: label.name,
          changes: drift.changes.map((change) => change.message),
          ...(own &&
            now && {
              label: labelOf(toolDigest(now), label.digest.value.length),
              name: drift.after && label.tool ? label.name : now.name,
            }),
        },
      });
    }
  },
  fix(finding, { subject }) {
    const { tool, label, name } = dataOf(finding);
    const map = subject.toolsDigest?.node;
    const entry = map && typeof tool === 'string' ? findEntry(map, [tool]) : undefined;
    if (!entry || typeof label !== 'string' || typeof name !== 'string') return [];
    if (entry.key.origin || entry.value.origin) return [];
    const { tree } = subject;
    const rename = { start: entry.key.start, end: entry.key.end, text: renderIn(tree, name) };
    return oneFix(say`Label again, after review`, [
      ...(name === tool ? [] : [rename]),
      relabelled(tree, entry.value, label),
    ]);
  },
};
