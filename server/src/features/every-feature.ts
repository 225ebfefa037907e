/** Asks every feature about a file at once, for the tests that break texts. */
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lens.ts';
import { complete } from './completion/complete.ts';
import { definition } from './definition.ts';
import { documentLinks } from './document-links.ts';
import { foldingRanges } from './folding.ts';
import { format } from './format.ts';
import type { FeatureContext } from './host.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { documentHighlights, references } from './references.ts';
import { prepareRename, RenameRefused, rename } from './rename.ts';
import { selectionRanges } from './selection-ranges.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { documentSymbols, workspaceSymbols } from './symbols.ts';

const ALL = { start: { line: 0, character: 0 }, end: { line: 1_000_000, character: 0 } };

/** What every feature answers about a file, and about an offset of it. */
export function askEverything(context: FeatureContext, offset: number) {
  const { snapshot } = context;
  const all = [snapshot];
  const position = snapshot.file.document?.positionAt(offset) ?? ALL.start;
  return {
    actions: codeActions(context, ALL, { diagnostics: [] }),
    completion: complete(context, offset),
    definition: definition(context, offset, all),
    folding: foldingRanges(context),
    format: format(context, { tabSize: 2, insertSpaces: true }),
    highlights: documentHighlights(context, offset),
    hints: inlayHints(context, ALL, true),
    hover: hover(context, offset),
    lenses: codeLenses(context),
    links: documentLinks(context),
    references: references(context, offset, true, all),
    rename: unlessRefused(() => rename(context, offset, 'renamed', all)),
    renamable: unlessRefused(() => prepareRename(context, offset)),
    selections: selectionRanges(context, [position]),
    symbols: documentSymbols(context),
    tokens: semanticTokens(context),
    workspaceSymbols: workspaceSymbols(
      'a',
      all.map(({ file }) => file),
      () => false,
    ),
  };
}

/** A refusal is an answer; anything else that is thrown is not. */
function unlessRefused<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (error instanceof RenameRefused) return error.message;
    throw error;
  }
}
