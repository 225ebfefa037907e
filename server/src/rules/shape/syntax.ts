/** Rules whose findings the parser makes. */
import { say } from '../../l10n/say.ts';
import type { SegmentTree } from '../../syntax/node.ts';
import { indentUnit } from '../edits.ts';
import { oneFix } from '../fixes.ts';
import type { DocumentedRule, Edit, Finding } from '../rule.ts';

/** Spaces in place of every tab that indents a line. */
function tabsToSpaces(tree: SegmentTree): Edit[] {
  const unit = ' '.repeat(indentUnit(tree));
  return [...tree.text.matchAll(/^[ \t]*\t[ \t]*(?=\S)/gm)].map(({ 0: indent, index }) => ({
    start: index,
    end: index + indent.length,
    text: indent.replaceAll('\t', unit),
  }));
}

export const yamlSyntax: DocumentedRule = {
  id: 'yaml-syntax',
  table: 'shape',
  severity: 'error',
  summary: 'The document is not well-formed YAML or JSON.',
  details: `
Also an alias without an anchor, markers of a merge conflict, tabs that indent, and a value between brackets that
holds brackets itself and lacks its quotes, such as a JSONPath. A document that does not
parse gets no other findings; its neighbours in the file keep theirs.

\`\`\`yaml
args: { origin: SFO    # wrong: the brace never closes
args: { origin: SFO }  # right
\`\`\`
`,
  fix(finding, tree) {
    const { start, end } = finding.place;
    const problem = tree.problems.find((each) => each.start === start);
    if (problem?.tabs) {
      return oneFix(say`Indent with spaces`, tabsToSpaces(tree), { preferred: true, safe: true });
    }
    if (problem?.unquoted) {
      const text = JSON.stringify(tree.text.slice(start, end));
      return oneFix(say`Quote it`, { start, end, text }, { preferred: true });
    }
    return [];
  },
};

export const circularAlias: DocumentedRule = {
  id: 'circular-alias',
  table: 'shape',
  severity: 'error',
  summary: 'An alias stands inside the very value that its anchor names.',
  details: `
Such a value has no end. Write the inner part out, or give it an anchor of its own.
`,
};

export const excessiveAlias: DocumentedRule = {
  id: 'excessive-alias',
  table: 'shape',
  severity: 'error',
  summary: 'Aliases multiply into a value that is too large to work on.',
  details: `
Ordinary reuse of anchors is fine, however often. Aliases of aliases of aliases grow exponentially; beyond a
budget of work they are not expanded.
`,
};

export const gaveUp: DocumentedRule = {
  id: 'gave-up',
  table: 'shape',
  severity: 'info',
  summary: 'A part was not checked, since it is too large or nested too deeply.',
  details: `
A file over 10 MB is checked for syntax and duplicate ids only; values nested too deeply and work beyond a
budget are skipped. The message says what was left out.
`,
};

export const SYNTAX_RULES: readonly DocumentedRule[] = [
  yamlSyntax,
  circularAlias,
  excessiveAlias,
  gaveUp,
];

/** The parser's problems of a segment, as findings. */
export const syntaxFindings = (tree: SegmentTree): Finding[] =>
  tree.problems.map(({ code, message, start, end, related }) => ({
    code,
    severity: code === 'gave-up' ? 'info' : 'error',
    message,
    place: { tree, start, end },
    related: related && [
      { message: related.message, place: { tree, start: related.start, end: related.end } },
    ],
  }));
