import type { FormattingOptions, Range, TextEdit } from 'vscode-languageserver-types';
import { formatText } from '../syntax/index.ts';
import type { FeatureContext } from './host.ts';

/** Kinds that an author writes; manifests and traces are others' and stay as they are. */
const FORMATTED: ReadonlySet<string | undefined> = new Set(['case', 'golden', 'dataset', 'config']);

/**
 * The edits, line by line, that put a file in order; none where it does not parse.
 *
 * @param range only lines that it touches are put in order
 */
export function format(
  { snapshot: { file } }: FeatureContext,
  options: FormattingOptions,
  range?: Range,
): TextEdit[] {
  const { document } = file;
  if (!document || !FORMATTED.has(file.kind)) return [];
  const wanted = {
    indent: options.tabSize,
    tabs: !options.insertSpaces,
    trim: options.trimTrailingWhitespace !== false,
    finalNewline: options.insertFinalNewline !== false,
    trimFinalNewlines: options.trimFinalNewlines !== false,
  };
  const span = range && {
    start: document.offsetAt(range.start),
    end: document.offsetAt(range.end),
  };
  return formatText(file.source, wanted, span).map(({ start, length, text }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(start + length) },
    newText: text,
  }));
}
