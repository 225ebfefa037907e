import { CompletionItemKind } from 'vscode-languageserver-types';
import type { Path } from '../../syntax/index.ts';
import { type Offer, scalar } from './offer.ts';
import { consumerAt, producers } from './references.ts';
import type { Site } from './site.ts';

/** Matchers that are written whole, on the line of their argument. */
export function matcherOffers(site: Site, path: Path): Offer[] {
  const consumer = consumerAt(site, path);
  const names = consumer ? producers(consumer).map(({ name }) => name) : [];
  return names.map((name) => ({
    label: `from_call: ${name}`,
    kind: CompletionItemKind.Reference,
    detail: 'a value that this call returned',
    write: {
      value: {
        kind: 'map',
        flow: true,
        entries: [
          ['from_call', scalar(name)],
          ['path', { kind: 'stop', text: '$.' }],
        ],
      },
    },
  }));
}
