import { type CompletionItem, CompletionItemKind, TextEdit } from 'vscode-languageserver-types';
import { ruleOffers } from './names.ts';
import type { CompletionContext } from './site.ts';

const DIRECTIVES = ['callsheet-disable-next-line', 'callsheet-disable-line'];
const RULES = /(?:^|\s)#[ \t]*callsheet-disable-(?:next-)?line[ \t]((?:.*[\s,])?)([\w-]*)$/;
const START = /(?:^|\s)#[ \t]*([\w-]*)$/;

/** In a comment of YAML: the directives that silence findings, and the rules that they name. */
export function suppressionItems(context: CompletionContext, offset: number): CompletionItem[] {
  const { file } = context.snapshot;
  const document = file.document;
  if (!document || file.language !== 'yaml') return [];
  const { line } = document.positionAt(offset);
  const before = file.text.slice(document.offsetAt({ line, character: 0 }), offset);
  const rest = /^[\w-]*/.exec(file.text.slice(offset))![0];
  const edit = (typed: string, text: string): TextEdit => {
    const start = document.positionAt(offset - typed.length);
    return TextEdit.replace({ start, end: document.positionAt(offset + rest.length) }, text);
  };
  const rules = RULES.exec(before);
  if (rules) {
    const named = new Set(rules[1]!.split(/[\s,]+/));
    return ruleOffers({ context })
      .filter(({ label }) => !named.has(label))
      .map(({ label, kind, detail, documentation }, index) => ({
        label,
        kind,
        ...(detail && { detail }),
        ...(documentation && { documentation: { kind: 'markdown', value: documentation } }),
        sortText: String(index).padStart(4, '0'),
        textEdit: edit(rules[2]!, label),
      }));
  }
  const start = START.exec(before);
  if (!start) return [];
  return DIRECTIVES.map((label, index) => ({
    label,
    kind: CompletionItemKind.Keyword,
    sortText: String(index),
    textEdit: edit(start[1]!, `${label} `),
  }));
}
