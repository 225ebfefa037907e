import { CompletionItemKind } from 'vscode-languageserver-types';
import { say } from '../../l10n/say.ts';
import type { Path } from '../../syntax/index.ts';
import { plainText } from '../markdown.ts';
import { type ArgumentPlace, schemaAt } from './arguments.ts';
import { type Content, type Offer, scalar } from './offer.ts';
import { fittingPaths } from './paths.ts';
import { consumerAt, producers } from './references.ts';
import type { Site } from './site.ts';

/** Of one call's output, the paths that are offered with it. */
const MAX_PATHS = 6;

/** Matchers that take the value from an earlier call, written whole on the line of their argument. */
export function matcherOffers(site: Site, path: Path, place: ArgumentPlace): Offer[] {
  const consumer = consumerAt(site, path);
  if (!consumer) return [];
  return producers(consumer).flatMap(({ name, call }) => {
    const paths = fittingPaths(site, [call], schemaAt(place))
      .filter(({ fits }) => fits)
      .slice(0, MAX_PATHS);
    return [
      ...paths.map((found) =>
        fromCall(name, scalar(found.path), `${name} ${found.path}`, found.detail),
      ),
      fromCall(name, { kind: 'stop', text: '$.' }, name, say`a value that this call returned`),
    ];
  });
}

const fromCall = (name: string, path: Content, label: string, detail: string): Offer => ({
  label: plainText(`from_call: ${label}`),
  kind: CompletionItemKind.Reference,
  detail,
  write: {
    value: {
      kind: 'map',
      flow: true,
      entries: [
        ['from_call', scalar(name)],
        ['path', path],
      ],
    },
  },
});
