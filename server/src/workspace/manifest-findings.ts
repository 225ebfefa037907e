import { schemaFindings } from '../manifest/index.ts';
import type { Finding } from '../model/finding.ts';
import type { FileState } from './file-state.ts';
import { manifestOf } from './toolsets.ts';

const cache = new WeakMap<FileState, readonly Finding[]>();

/** What a manifest file says of its own tools; looked at once for each of its states. */
export function manifestFindings(file: FileState): readonly Finding[] {
  const known = cache.get(file);
  if (known) return known;
  const manifest = manifestOf(file);
  const made = [...manifest.problems, ...schemaFindings(manifest)];
  cache.set(file, made);
  return made;
}
