import { say } from '../../l10n/say.ts';
import type { Node, ScalarNode, SegmentTree } from '../../syntax/node.ts';
import type { DocumentedRule, Finding } from '../rule.ts';

export const unsafeInteger: DocumentedRule = {
  id: 'unsafe-integer',
  table: 'shape',
  severity: 'warning',
  summary: 'An integer has more digits than a double can hold.',
  details: `
Most agents, tools and JSON libraries round such numbers silently, so ids of this length are better text.
Here all digits are kept.

\`\`\`yaml
account_id: 12345678901234567890     # wrong
account_id: "12345678901234567890"   # right
\`\`\`
`,
  fix: ({ place }) => [
    {
      title: say`Quote it`,
      edits: [
        {
          start: place.start,
          end: place.end,
          text: JSON.stringify(place.tree.text.slice(place.start, place.end)),
        },
      ],
      preferred: true,
    },
  ],
};

function unsafeScalars(root: Node | null): ScalarNode[] {
  const found: ScalarNode[] = [];
  const todo: Node[] = root ? [root] : [];
  for (let node = todo.pop(); node; node = todo.pop()) {
    // What came through an alias is reported where it is written.
    if (node.origin) continue;
    if (node.kind === 'map') for (const { value } of node.entries) todo.push(value);
    else if (node.kind === 'seq') for (const item of node.items) todo.push(item);
    else if (typeof node.value === 'bigint') found.push(node);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** The integers of a segment that a double cannot hold, as findings. */
export const findUnsafeIntegers = (tree: SegmentTree, root = tree.root): Finding[] =>
  unsafeScalars(root).map(({ start, end, value }) => ({
    code: unsafeInteger.id,
    severity: 'warning',
    message: say`a double cannot hold ${value}: most readers would round it`,
    place: { tree, start, end },
  }));
