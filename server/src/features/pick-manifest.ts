import { say } from '../l10n/say.ts';
import type { Finding } from '../model/finding.ts';
import { insertEntry, renderIn } from '../rules/edits.ts';
import { oneFix } from '../rules/fixes.ts';
import type { Fix } from '../rules/index.ts';
import { toolsMissing } from '../rules/manifest/tools-missing.ts';
import { nodesAt } from '../syntax/index.ts';
import type { FeatureContext } from './host.ts';
import { relativePaths } from './relative-paths.ts';

/** More manifests than these are chosen from by completion. */
const MAX_CHOICES = 5;

/** Ways to name a manifest where none is known: one for each of the nearest in the workspace. */
export function manifestFixes(context: FeatureContext, { code, place }: Finding): readonly Fix[] {
  if (code !== toolsMissing.id) return [];
  const map = nodesAt(place.tree.root, place.start).chain.at(-1);
  if (map?.kind !== 'map') return [];
  const { tree } = place;
  return relativePaths(context, context.files('tools'))
    .slice(0, MAX_CHOICES)
    .flatMap(({ path }) => {
      const value = renderIn(tree, path);
      return oneFix(
        say`Take the tools of \`${path}\``,
        insertEntry(tree, map, 'tools', value, map.entries[0]),
      );
    });
}
