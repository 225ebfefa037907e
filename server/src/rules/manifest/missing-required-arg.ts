import { say } from '../../l10n/say.ts';
import type { JsonObject } from '../../model/value.ts';
import type { SegmentTree } from '../../syntax/node.ts';
import { looseArguments } from '../behaviour/loose-arguments.ts';
import { renderIn } from '../edits.ts';
import { dataOf, oneFix, sameSpan } from '../fixes.ts';
import type { CaseContext, CaseRule, Fix } from '../rule.ts';
import { type CallSite, callSites, schemaOf } from '../walk.ts';
import { missingArguments } from './argument-names.ts';
import { insertArgument } from './insert-argument.ts';

const EMPTY: Record<string, string> = {
  string: '""',
  integer: '0',
  number: '0',
  boolean: 'true',
  array: '[]',
  object: '{}',
  null: 'null',
};

/** A value to start from: the default, the first example or member, else an empty one of the type. */
export function placeholder(tree: SegmentTree, schema: JsonObject | boolean | undefined): string {
  if (typeof schema !== 'object') return '""';
  const { examples, enum: members, type } = schema;
  const known = [
    schema.default,
    schema.const,
    Array.isArray(members) ? members[0] : undefined,
    Array.isArray(examples) ? examples[0] : undefined,
  ].find((value) => value !== undefined);
  if (known !== undefined) {
    return typeof known === 'object' && known !== null
      ? JSON.stringify(known)
      : renderIn(tree, known);
  }
  const first = Array.isArray(type) ? type[0] : type;
  return typeof first === 'string' && Object.hasOwn(EMPTY, first) ? EMPTY[first]! : '""';
}

function insertFix(name: string, context: CaseContext, { call }: CallSite): readonly Fix[] {
  const { tree } = context.subject;
  const value = placeholder(tree, schemaOf(context, call)?.at([name]));
  const edit = insertArgument(tree, call, name, value);
  return oneFix(say`Insert \`${name}\``, edit, { preferred: true });
}

export const missingRequiredArg: CaseRule = {
  id: 'missing-required-arg',
  table: 'manifest',
  severity: 'error',
  summary: 'A golden call says nothing about an argument that the tool requires.',
  details: `
With \`match.args: exact\` no call could satisfy both the schema and the golden trajectory. Under
\`partial\` or \`ignore\` the argument goes ungraded, which is a warning. Arguments in \`ignore_args\` are
left alone.

\`\`\`yaml
- name: book_flight
  args: { flight_id: F777 }             # wrong: seats is required
  args: { flight_id: F777, seats: 2 }   # right
\`\`\`
`,
  check(context, report) {
    for (const site of callSites(context)) {
      const { call, trajectory } = site;
      if (!call.name) continue;
      const lenient = trajectory.argsMode(call) !== 'exact';
      const loose = new Set(
        looseArguments(context, site).flatMap(({ name, argument }) => (argument ? [] : name)),
      );
      for (const name of missingArguments(context, site)) {
        if (loose.has(name)) continue;
        report(call.name.node, say`\`${call.name.value}\` requires the argument \`${name}\``, {
          data: { argument: name },
          severity: lenient ? 'warning' : undefined,
        });
      }
    }
  },
  fix(finding, context) {
    const { argument } = dataOf(finding);
    const site = callSites(context).find(
      ({ call }) => call.name && sameSpan(call.name.node, finding.place),
    );
    return site && typeof argument === 'string' ? insertFix(argument, context, site) : [];
  },
};
