import { say } from '../../l10n/say.ts';
import type { Located } from '../../model/located.ts';
import { nearestFixes } from '../fixes.ts';
import type { CaseContext, CaseRule } from '../rule.ts';

/** Every `golden` of a case: its own, and those of `any_of`. */
export function goldenReferences({ subject }: CaseContext): Located<string>[] {
  if (subject.kind === 'golden' || !subject.expected) return [];
  const { golden, anyOf } = subject.expected;
  return [golden, ...(anyOf?.paths.map((path) => path.golden) ?? [])].filter(
    (reference) => reference !== undefined,
  );
}

const traces = ({ subject }: CaseContext): readonly Located<string>[] =>
  subject.kind === 'case' ? subject.traces : subject.sourceTrace ? [subject.sourceTrace] : [];

export const fileUnreadable: CaseRule = {
  id: 'file-unreadable',
  table: 'shape',
  severity: 'error',
  summary: 'A golden trajectory, a trace or a module that a file names cannot be read.',
  details: `
Paths are relative to the file that holds them, and only files inside the workspace are read.

\`\`\`yaml
golden: ./refund.golden.yml    # wrong where the file is refund.golden.yaml
golden: ./refund.golden.yaml   # right
\`\`\`
`,
  check(context, report) {
    const { scope } = context;
    for (const { value, node } of traces(context)) {
      const found = scope.file(value);
      if (!found || found.ok) continue;
      report(node, say`cannot read \`${value}\`: ${found.reason}`, {
        data: { nearest: [...found.nearest] },
      });
    }
    for (const { value, node } of goldenReferences(context)) {
      const found = scope.golden(value);
      if (found.kind !== 'unreadable') continue;
      const [path, fragment] = splitFragment(value);
      const file = scope.file(path);
      const nearest = file && !file.ok ? file.nearest.map((near) => near + fragment) : [];
      report(node, say`cannot read \`${path}\`: ${found.reason}`, { data: { nearest } });
    }
  },
  fix: (finding) => nearestFixes(finding),
};

/** A reference's path, and its fragment with the `#`. */
export function splitFragment(reference: string): readonly [path: string, fragment: string] {
  const hash = reference.indexOf('#');
  return hash === -1 ? [reference, ''] : [reference.slice(0, hash), reference.slice(hash)];
}
