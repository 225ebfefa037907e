import type { CompletionItem } from 'vscode-languageserver-types';
import { layoutOf, toItem } from './insert.ts';
import { keysAt } from './keys.ts';
import { asValue, type Offer } from './offer.ts';
import { scaffolds } from './scaffolds.ts';
import { type CompletionContext, type Site, siteAt } from './site.ts';
import { suppressionItems } from './suppressions.ts';
import { valuesAt } from './values.ts';

/**
 * What may stand at an offset of a file: keys, values and list items, each rendered in the style of the
 * place, once by each label, in the order in which they should be read.
 */
export function complete(context: CompletionContext, offset: number): CompletionItem[] {
  const site = siteAt(context, offset);
  if (!site) return suppressionItems(context, offset);
  const offers = new Map<string, Offer>();
  for (const offer of offersAt(site)) {
    if (!offers.has(offer.label)) offers.set(offer.label, offer);
  }
  const layout = layoutOf(site);
  return [...offers.values()].map((offer, index) => toItem(site, layout, offer, index));
}

function offersAt(site: Site): Offer[] {
  const { cursor, path } = site;
  if (cursor.inText) return [];
  if (cursor.side === 'key' && !cursor.fresh) {
    const existing = new Set(cursor.existingKeys);
    return keysAt(site, path).filter(({ write }) => !('key' in write && existing.has(write.key)));
  }
  const offers = [...(path.length === 0 ? scaffolds(site) : []), ...valuesAt(site, path)];
  return hasChildren(site) ? offers.filter(({ write }) => isFlat(asValue(write).kind)) : offers;
}

/** A structure would come to stand above the one that is written already. */
const isFlat = (kind: string): boolean => kind === 'scalar' || kind === 'stop';

/** Whether the value of the key on this line stands on the lines below. */
function hasChildren({ cursor, context }: Site): boolean {
  if (cursor.side !== 'value' || cursor.inFlow) return false;
  const rest = context.snapshot.file.text.slice(cursor.replace.end, cursor.replace.end + 10_000);
  const below = /^[^\r\n]*\r?\n(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*( *)([^\s#]?)/.exec(rest);
  if (!below || below[2] === '') return false;
  const column = below[1]!.length;
  return column > cursor.indent || (column === cursor.indent && below[2] === '-');
}
