import { say } from '../../l10n/say.ts';
import type { Json } from '../../model/value.ts';
import { renderIn } from '../edits.ts';
import { dataOf, isAlias } from '../fixes.ts';
import type { CaseRule, Finding, Fix } from '../rule.ts';
import { reportArgumentProblems } from './argument-problems.ts';

/** The value that a text was probably meant as, by JSON type; undefined where it reads as none. */
const CONVERSIONS: Record<string, (text: string) => Json | undefined> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
  number: (text) =>
    /^-?\d{1,15}(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text) ? Number(text) : undefined,
  boolean: (text) =>
    /^(?:true|yes|on)$/i.test(text) ? true : /^(?:false|no|off)$/i.test(text) ? false : undefined,
  null: (text) => (/^(?:null|none)$/i.test(text) ? null : undefined),
};

/** Quotes a bare value, takes the quotes off a text that reads as the type, or makes a list of one. */
function conversions(finding: Finding): readonly Fix[] {
  const { place } = finding;
  const written = place.tree.text.slice(place.start, place.end);
  const quoted = /^"(.*)"$/s.exec(written) ?? /^'(.*)'$/s.exec(written);
  const text = quoted?.[1] ?? written;
  const scalar = !/^[[{]/.test(text) && !/[\r\n]/.test(text);
  const types = dataOf(finding).types;
  if (!scalar || !Array.isArray(types) || isAlias(finding)) return [];
  const edit = (replacement: string) => [{ start: place.start, end: place.end, text: replacement }];
  return types.flatMap((type): Fix[] => {
    if (type === 'string' && !quoted) {
      return [{ title: say`Quote it`, edits: edit(JSON.stringify(text)), preferred: true }];
    }
    const convert =
      typeof type === 'string' && Object.hasOwn(CONVERSIONS, type) ? CONVERSIONS[type] : undefined;
    const value = convert?.(text);
    if (value !== undefined && typeof value !== 'object') {
      const replacement = renderIn(place.tree, value);
      return [
        { title: say`Convert to \`${replacement}\``, edits: edit(replacement), preferred: true },
      ];
    }
    return type === 'array' ? [{ title: say`Make it a list`, edits: edit(`[${written}]`) }] : [];
  });
}

export const argType: CaseRule = {
  id: 'arg-type',
  table: 'manifest',
  severity: 'error',
  summary: "A value that the golden accepts has another type than the tool's schema asks for.",
  details: `
YAML reads \`two\` and \`"2"\` as text, \`2\` as a number, \`yes\` as text and \`true\` as a boolean. A call with
the wrong type is refused by the tool, so the golden trajectory could only be met by a broken call.

\`\`\`yaml
args: { seats: "2" }   # wrong where seats is an integer
args: { seats: 2 }     # right
\`\`\`
`,
  check: (context, report) => reportArgumentProblems('type', context, report),
  fix: conversions,
};
