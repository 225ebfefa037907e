import type { Json } from '../../model/value.ts';
import { closest, dataOf, nearestFixes } from '../fixes.ts';
import type { CaseRule, Finding, Fix } from '../rule.ts';
import { reportArgumentProblems } from './argument-problems.ts';

/** Few enough members to offer them all where none of them is near. */
const FEW = 5;

function memberFixes(finding: Finding): readonly Fix[] {
  const { place } = finding;
  const { members } = dataOf(finding);
  if (!Array.isArray(members)) return [];
  const written = place.tree.text.slice(place.start, place.end).replace(/^(["'])(.*)\1$/s, '$2');
  const names = new Map(members.map((member): [string, Json] => [String(member), member]));
  const close = closest(written, names.keys());
  const offered = close.length === 0 && names.size <= FEW ? [...names.keys()] : close;
  const values = offered.map((name) => names.get(name)!);
  return nearestFixes({ ...finding, data: { nearest: values } });
}

export const argEnum: CaseRule = {
  id: 'arg-enum',
  table: 'manifest',
  severity: 'error',
  summary: 'A value that the golden accepts is none of the values that the schema lists.',
  details: `
The schema's \`enum\` or \`const\` decides, at any depth of the argument.

\`\`\`yaml
args: { cabin: buisness }   # wrong
args: { cabin: business }   # right
\`\`\`
`,
  check: (context, report) => reportArgumentProblems('enum', context, report),
  fix: memberFixes,
};
