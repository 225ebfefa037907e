/** Rules about the keys and values of a file, as the format's own models say. */
import type { SegmentTree } from '../../syntax/node.ts';
import { nearestFixes } from '../fixes.ts';
import type { DocumentedRule, Finding } from '../rule.ts';

export const unknownKey: DocumentedRule = {
  id: 'unknown-key',
  table: 'shape',
  severity: 'error',
  summary: 'A key that the format does not have at this place.',
  details: `
Were it ignored, a typo could make a case pass that checks nothing. Where the key belongs a level up or down
the message says so. Keys that begin with \`x-\` are the author's own.

\`\`\`yaml
expected: { forbiden_tools: [pay] }    # wrong
expected: { forbidden_tools: [pay] }   # right
\`\`\`
`,
  fix: (finding) => nearestFixes(finding),
};

export const missingKey: DocumentedRule = {
  id: 'missing-key',
  table: 'shape',
  severity: 'error',
  summary: 'A required key is missing.',
  details: `
The finding stands on the first key of the mapping that lacks it.

\`\`\`yaml
calls: [{ args: { city: Paris } }]                       # wrong
calls: [{ name: get_weather, args: { city: Paris } }]   # right
\`\`\`
`,
};

export const wrongType: DocumentedRule = {
  id: 'wrong-type',
  table: 'shape',
  severity: 'error',
  summary: 'A value has another type than the format asks for.',
  details: `
A list where a mapping is meant, a number where a text is meant. A list item that a stray \`-\` has split in two
is recognised.

\`\`\`yaml
case_id: 8842     # wrong: a number
case_id: "8842"   # right
\`\`\`
`,
};

export const badValue: DocumentedRule = {
  id: 'bad-value',
  table: 'shape',
  severity: 'error',
  summary: 'A value has the right type, and is none that the format allows.',
  details: `
\`\`\`yaml
match: { calls: inorder }    # wrong
match: { calls: in_order }   # right
\`\`\`
`,
  fix: (finding) => nearestFixes(finding),
};

export const exclusiveKeys: DocumentedRule = {
  id: 'exclusive-keys',
  table: 'shape',
  severity: 'error',
  summary: 'Keys that exclude each other stand together.',
  details: `
\`user_message\` and \`messages\`; \`calls\`, \`golden\` and \`any_of\`. The finding stands on the later one, related to
the other.
`,
};

export const STRUCTURE_RULES: readonly DocumentedRule[] = [
  unknownKey,
  missingKey,
  wrongType,
  badValue,
  exclusiveKeys,
];

/** What the format has against a file's keys and values. */
export const structureFindings = (_kind: 'case' | 'golden', _tree: SegmentTree): Finding[] => [];
