import type { CompletionItemKind } from 'vscode-languageserver-types';
import type { Json } from '../../model/value.ts';
import { isObject } from '../../model/value.ts';
import type { Scalar } from '../../syntax/index.ts';

/** What is written, before it takes the style of the place that it is written in. */
export type Content =
  | { readonly kind: 'scalar'; readonly value: Scalar }
  /** Left to the author, who may be given a first text or a choice. */
  | {
      readonly kind: 'stop';
      readonly text?: Scalar;
      readonly choices?: readonly Scalar[];
      /** It will be a text: JSON needs its quotes. */
      readonly isText?: boolean;
    }
  /** Begun, for the author to go on inside. */
  | { readonly kind: 'open'; readonly of: 'map' | 'list' }
  | { readonly kind: 'map'; readonly entries: readonly EntryContent[]; readonly flow?: boolean }
  | { readonly kind: 'list'; readonly items: readonly Content[] };

export type EntryContent = readonly [key: string, value: Content];

/** One thing that may be written at a place. */
export interface Offer {
  readonly label: string;
  readonly kind: CompletionItemKind;
  readonly detail?: string;
  /** Markdown. */
  readonly documentation?: string;
  readonly deprecated?: boolean;
  /** What is typed to find it, where that is not the label. */
  readonly filter?: string;
  readonly write: Written;
}

/** An entry of a mapping, or a value, with entries that are due beside it in its mapping. */
export type Written =
  | { readonly key: string; readonly value: Content }
  | { readonly value: Content; readonly beside?: readonly EntryContent[] };

export const scalar = (value: Scalar): Content => ({ kind: 'scalar', value });
export const BLANK: Content = { kind: 'stop' };
export const TEXT: Content = { kind: 'stop', isText: true };

/** A value as it is. */
export function contentOf(value: Json): Content {
  if (Array.isArray(value)) return { kind: 'list', items: value.map(contentOf) };
  if (!isObject(value)) return scalar(value);
  const entries = Object.entries(value).map(([key, each]): EntryContent => [key, contentOf(each)]);
  return { kind: 'map', entries, flow: true };
}

/** What is written where a value is due: an entry begins a mapping. */
export const asValue = (written: Written): Content =>
  'key' in written ? { kind: 'map', entries: [[written.key, written.value]] } : written.value;

/** The same as the first item of a list. */
export const asItem = (offer: Offer): Offer => ({
  ...offer,
  write: { value: { kind: 'list', items: [asValue(offer.write)] } },
});
