import type { Config } from '../../model/config.ts';
import { sensitiveKind } from '../../model/sensitive.ts';
import {
  getEntry,
  type MapNode,
  type Node,
  type ScalarNode,
  type SegmentTree,
} from '../../syntax/index.ts';
import type { CaseRule, Finding } from '../rule.ts';

/** The parts of a case or golden that come from real conversations and tools. */
const PARTS = ['user_message', 'messages', 'replies', 'calls', 'final_state', 'final_message'];
const EXPECTED_PARTS = ['calls', 'any_of', 'final_state'];

const partsOf = (map: MapNode, keys: readonly string[]): Node[] =>
  keys.flatMap((key) => getEntry(map, key)?.value ?? []);

/** Every scalar below some nodes; what came through an alias is looked at where it is written. */
function scalarsIn(nodes: readonly Node[]): ScalarNode[] {
  const found: ScalarNode[] = [];
  const todo = [...nodes];
  for (let node = todo.pop(); node; node = todo.pop()) {
    if (node.origin) continue;
    if (node.kind === 'map') for (const { value } of node.entries) todo.push(value);
    else if (node.kind === 'seq') for (const item of node.items) todo.push(item);
    else found.push(node);
  }
  return found;
}

/** The scalars below some nodes that hold sensitive data, with what kind it is. */
function sensitiveScalars(nodes: readonly Node[], { sensitiveDomains }: Config) {
  const domains = sensitiveDomains.map((domain) => domain.toLowerCase());
  return scalarsIn(nodes).flatMap((node) => {
    const kind = sensitiveKind(String(node.value), domains);
    return kind === undefined ? [] : [{ node, message: messageOf(kind) }];
  });
}

const messageOf = (kind: string): string =>
  `this looks like ${kind}: replace it before the file is shared`;

export const sensitiveData: CaseRule = {
  id: 'sensitive-data',
  table: 'dataset',
  severity: 'warning',
  summary: 'A message, argument, output or state holds what looks like personal or secret data.',
  details: `
Card numbers (by issuer prefix, length and check digit), private keys, tokens of well-known providers, and
e-mail addresses outside the domains that are reserved for examples. Domains of your own are listed in the
configuration:

\`\`\`yaml
sensitive: { domains: [acme.com] }
\`\`\`
`,
  check({ subject, scope }, report) {
    const expected = subject.kind === 'case' ? subject.expected?.node : undefined;
    const nodes = [
      ...partsOf(subject.node, PARTS),
      ...(expected ? partsOf(expected, EXPECTED_PARTS) : []),
    ];
    for (const { node, message } of sensitiveScalars(nodes, scope.config)) report(node, message);
  },
};

/** The same for a whole segment, such as a trace's. */
export const findSensitiveData = (tree: SegmentTree, config: Config): Finding[] =>
  sensitiveScalars(tree.root ? [tree.root] : [], config).map(({ node, message }) => ({
    code: sensitiveData.id,
    severity: 'warning',
    message,
    place: { tree, start: node.start, end: node.end },
  }));
