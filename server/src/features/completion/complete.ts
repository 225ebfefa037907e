import type { CompletionItem } from 'vscode-languageserver-types';
import type { FeatureContext } from '../host.ts';

/** What may stand at an offset of a file. */
export function complete(_context: FeatureContext, _offset: number): CompletionItem[] {
  return [];
}
