/** Rules about the keys and values of a file, as the format's own models say. */
import { say } from '../../l10n/say.ts';
import type { SchemaKind } from '../../model/schema/index.ts';
import { checkShape, type ShapeOptions, type ShapeProblem } from '../../model/shape.ts';
import { isObject, type Json } from '../../model/value.ts';
import {
  findNode,
  type MapNode,
  type Node,
  nodesAt,
  type SegmentTree,
} from '../../syntax/index.ts';
import { insertEntry, moveEntry, renderIn, wrapEntry } from '../edits.ts';
import { dataOf, nearestFixes, oneFix } from '../fixes.ts';
import type { DocumentedRule, Finding, Fix } from '../rule.ts';

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
  fix: (finding, tree) => [...nearestFixes(finding), ...moveFix(finding, tree)],
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
  fix: (finding, tree) => (dataOf(finding).join ? joinFix(finding) : insertFixes(finding, tree)),
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
  fix: convertFix,
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

/** The innermost mapping that a finding's key stands in. */
function mappingAt({ place }: Finding): MapNode | undefined {
  const node = nodesAt(place.tree.root, place.start).chain.at(-1);
  return node?.kind === 'map' ? node : undefined;
}

const isStep = (step: Json): step is string | number =>
  typeof step === 'string' || typeof step === 'number';

/** The mapping that a misplaced key belongs in, where there is just one. */
function homeOf({ moveTo }: Record<string, Json | undefined>, tree: SegmentTree) {
  if (!isObject(moveTo) || !Array.isArray(moveTo.path)) return undefined;
  const found = findNode(tree.root, moveTo.path.filter(isStep));
  const home: Node | undefined =
    found?.kind === 'seq' && moveTo.item && found.items.length === 1 ? found.items[0] : found;
  return home?.kind === 'map' ? home : undefined;
}

function moveFix(finding: Finding, tree: SegmentTree): readonly Fix[] {
  const data = dataOf(finding);
  const home = homeOf(data, tree);
  const from = mappingAt(finding);
  const entry = from?.entries.find(({ key }) => key.start === finding.place.start);
  if (!from || !entry || (!home && typeof data.under !== 'string')) return [];
  const edits = home
    ? moveEntry(tree, from, entry, home)
    : wrapEntry(tree, from, entry, String(data.under));
  return edits
    ? oneFix(say`Move \`${data.key}\` to where it belongs`, edits, { preferred: true })
    : [];
}

/** What a missing key begins with; a text to fill in where nothing better is known. */
const FIRST_VALUES: Readonly<Record<string, string>> = {
  expected: '{ tool_behavior: no_call }',
  calls: '[]',
  messages: '[]',
};

function insertFixes(finding: Finding, tree: SegmentTree): readonly Fix[] {
  const { keys } = dataOf(finding);
  const map = mappingAt(finding);
  if (!map || !Array.isArray(keys)) return [];
  return keys.flatMap((key) => {
    const name = String(key);
    const value = Object.hasOwn(FIRST_VALUES, name) ? FIRST_VALUES[name]! : renderIn(tree, '');
    return oneFix(say`Insert \`${name}\``, insertEntry(tree, map, name, value));
  });
}

/** Takes out the dash that cut one list item in two. */
function joinFix({ place: { tree, start } }: Finding): readonly Fix[] {
  const dash = tree.text.lastIndexOf('-', start);
  const between = tree.text.slice(dash + 1, start);
  if (dash === -1 || between.trim() !== '') return [];
  return oneFix(
    say`Join it with the previous item`,
    { start: dash, end: dash + 1, text: ' ' },
    { preferred: true },
  );
}

function convertFix(finding: Finding, tree: SegmentTree): readonly Fix[] {
  const { start, end } = finding.place;
  const { quote, convert } = dataOf(finding);
  if (quote) {
    const text = JSON.stringify(tree.text.slice(start, end));
    return oneFix(say`Quote it`, { start, end, text }, { preferred: true });
  }
  if (typeof convert !== 'number' && typeof convert !== 'boolean') return [];
  const text = String(convert);
  return oneFix(say`Convert to \`${text}\``, { start, end, text }, { preferred: true });
}

/** Where several of a kind go that are written as a list at the top of a file. */
const SEVERAL: Partial<Record<SchemaKind, string>> = {
  case: 'several cases are written with `---` between them, or under `cases:` in a dataset',
  golden: 'several golden trajectories are written with `---` between them',
  dataset: 'the cases of a dataset stand under `cases:`',
};

/** Values are named by the key they stand under; keys name themselves. */
function messageOf(kind: SchemaKind, { code, message, path, data }: ShapeProblem): string {
  const hint = path.length === 0 && data?.actual === 'array' ? SEVERAL[kind] : undefined;
  if (hint !== undefined) return `${message}: ${hint}`;
  const key = path.findLast((step) => typeof step === 'string');
  const aboutValue = code === 'wrong-type' || code === 'bad-value';
  return aboutValue && key !== undefined ? `\`${key}\`: ${message}` : message;
}

export interface StructureOptions extends Pick<ShapeOptions, 'toolset'> {
  /** What to check; by default the root. */
  readonly node?: Node;
}

/**
 * What the format has against the keys and values of a segment. The cases of a dataset are left out: each
 * is checked for itself.
 */
export function structureFindings(
  kind: SchemaKind,
  tree: SegmentTree,
  { node, toolset }: StructureOptions = {},
): Finding[] {
  const root = node ?? tree.root;
  if (!root) return [];
  const splitKey = kind === 'dataset' ? 'cases' : undefined;
  return checkShape(kind, root, { splitKey, toolset }).map((problem) => ({
    code: problem.code,
    severity: 'error',
    message: messageOf(kind, problem),
    place: { tree, ...problem.span },
    data: problem.data,
    related: problem.related?.map(({ message, span }) => ({ message, place: { tree, ...span } })),
  }));
}
