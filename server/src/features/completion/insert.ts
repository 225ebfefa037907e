import {
  type CompletionItem,
  CompletionItemTag,
  InsertReplaceEdit,
  InsertTextFormat,
  InsertTextMode,
  type Range,
  TextEdit,
} from 'vscode-languageserver-types';
import { plain } from '../../report/text.ts';
import type { Span } from '../../syntax/index.ts';
import { asValue, type Offer } from './offer.ts';
import type { Site } from './site.ts';
import { type Layout, Writer } from './writer.ts';

/** How much of a text is looked at to learn how it is indented. */
const SAMPLE = 20_000;

/** What an editor inserts for an offer: the edit covers the scalar that stands there, quotes included. */
export function toItem(site: Site, layout: Layout, offer: Offer, index: number): CompletionItem {
  const { client } = site.context;
  const writer = new Writer(layout, client.snippets);
  const written = write(site, offer, writer);
  const { text, snippet } = writer.finish(written);
  const breaks = text.startsWith('\n');
  const tidy = tidyEdits(site, breaks);
  return {
    label: plain(offer.label),
    kind: offer.kind,
    sortText: String(index).padStart(4, '0'),
    filterText: filterOf(site, offer),
    ...(offer.detail && { detail: plain(offer.detail) }),
    ...(offer.documentation && {
      documentation: { kind: 'markdown' as const, value: offer.documentation },
    }),
    ...(offer.deprecated && { tags: [CompletionItemTag.Deprecated] }),
    textEdit: editOf(site, framed(site, text, breaks, tidy.length > 0)),
    insertTextFormat: snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    ...(text.includes('\n') && { insertTextMode: modeOf(client) }),
    ...(tidy.length > 0 && { additionalTextEdits: tidy }),
  };
}

/** Who knows snippets indents them by the line; who does not inserts what is sent. */
const modeOf = ({ snippets }: Site['context']['client']): InsertTextMode =>
  snippets ? InsertTextMode.adjustIndentation : InsertTextMode.asIs;

const textOf = (site: Site): string => site.context.snapshot.file.text;

const lineStart = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

/** How the text around the place is written. */
export function layoutOf(site: Site): Layout {
  const text = textOf(site);
  const { cursor } = site;
  const { language } = site.context.snapshot.file;
  const sample = text.slice(0, SAMPLE);
  const steps = [...sample.matchAll(/^( +)[^\s#]/gm)].map(([, blanks]) => blanks!.length);
  const unit = steps.length === 0 ? 2 : Math.max(2, Math.min(...steps));
  const flush = /^( *)(?:[\w"'-]+):[ \t]*\r?\n\1-[ \t]/m.test(sample);
  const begin = lineStart(text, cursor.replace.start);
  const blanks = /^[ \t]*/.exec(text.slice(begin, cursor.replace.start))![0].length;
  return {
    style: language !== 'yaml' ? 'json' : cursor.inFlow ? 'flow' : 'block',
    unit,
    dashes: flush ? 0 : unit,
    base: modeOf(site.context.client) === InsertTextMode.asIs ? 0 : blanks,
    ...(cursor.quote && { quote: cursor.quote }),
  };
}

/** The column at which the structure that is inserted begins. */
function columnOf(site: Site): number {
  const { replace, needsSpace, needsDash } = site.cursor;
  const column = replace.start - lineStart(textOf(site), replace.start);
  return column + (needsSpace ? 1 : 0) + (needsDash ? 2 : 0);
}

function write(site: Site, { write: written }: Offer, writer: Writer): string {
  const { side, hasColon, inFlow, indent } = site.cursor;
  if (side === 'key' && 'key' in written) {
    if (hasColon) return writer.key(written.key);
    const entry = [written.key, written.value] as const;
    return inFlow
      ? `${writer.key(written.key)}: ${writer.inline(written.value)}`
      : writer.entry(entry, columnOf(site));
  }
  const content = asValue(written);
  const beside = 'key' in written ? [] : (written.beside ?? []);
  if (inFlow) {
    const more = beside.map(([key, value]) => `, ${writer.key(key)}: ${writer.inline(value)}`);
    return writer.inline(content) + more.join('');
  }
  if (side !== 'value') return writer.block(content, columnOf(site));
  const value = writer.behindKey(content, indent).replace(/^ /, '');
  return value + beside.map((entry) => writer.further(entry, indent)).join('');
}

/** The text with what is due before and behind it. */
function framed(site: Site, text: string, breaks: boolean, commaElsewhere: boolean): string {
  const { needsSpace, needsDash, needsComma, replace } = site.cursor;
  const whole = textOf(site);
  const before = [
    // Blanks that the cursor stands in the middle of.
    whole.slice(Math.min(site.offset, replace.start), replace.start),
    needsComma && !commaElsewhere ? ',' : '',
    needsSpace && !breaks ? ' ' : '',
    needsDash ? '- ' : '',
  ];
  const next = /^\s*(.?)/.exec(whole.slice(replace.end, replace.end + 1_000))![1]!;
  const isJson = site.context.snapshot.file.language !== 'yaml';
  // A value behind that of the whole text is another line of JSON.
  const isRoot = site.cursor.side === 'value' && site.cursor.path.length === 0;
  const comma = isJson && /["{[\w-]/.test(next) && !isRoot ? ',' : '';
  return before.join('') + text + comma;
}

function editOf(site: Site, text: string): TextEdit | InsertReplaceEdit {
  const { replace, quote } = site.cursor;
  const start = Math.min(replace.start, site.offset);
  const end = Math.max(replace.end, site.offset);
  const whole = rangeOf(site, { start, end });
  // Half a quoted scalar cannot be kept: inserting replaces it as a whole, too.
  if (!site.context.client.insertReplace || quote || site.offset >= end) {
    return TextEdit.replace(whole, text);
  }
  return InsertReplaceEdit.create(text, rangeOf(site, { start, end: site.offset }), whole);
}

function rangeOf({ context }: Site, { start, end }: Span): Range {
  const document = context.snapshot.file.document!;
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** Blanks that would be left at the end of a line, and the comma that JSON wants behind the entry before. */
function tidyEdits(site: Site, breaks: boolean): TextEdit[] {
  const text = textOf(site);
  const { replace, needsComma } = site.cursor;
  if (breaks) {
    const blanks = /[ \t]*$/.exec(text.slice(lineStart(text, replace.start), replace.start))![0];
    const span = { start: replace.start - blanks.length, end: replace.start };
    return blanks === '' ? [] : [TextEdit.del(rangeOf(site, span))];
  }
  if (!needsComma) return [];
  const at = text.slice(0, replace.start).trimEnd().length;
  const line = text.slice(lineStart(text, at), at);
  const behindComment = line.includes('//') || line.endsWith('*/');
  if (behindComment || at === replace.start) return [];
  return [TextEdit.insert(rangeOf(site, { start: at, end: at }).start, ',')];
}

/** What the editor compares with the text that stands there, quotes included. */
function filterOf(site: Site, offer: Offer): string {
  const { quote } = site.cursor;
  const word = offer.filter ?? offer.label;
  return quote ? `${quote}${word}${quote}` : word;
}
