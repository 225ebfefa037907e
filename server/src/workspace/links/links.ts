import { goldenReferences } from '../../model/defaults.ts';
import type { CaseNode, GoldenNode } from '../../model/located.ts';
import { parentOf, resolvePath, type Uri } from '../files/uri.ts';

/** The files that a case or golden names, other than its manifests. */
export interface Links {
  /** Golden trajectories, by the reference as written. */
  readonly goldens: readonly {
    readonly reference: string;
    readonly uri: Uri;
    readonly id?: string;
  }[];
  /** Recorded runs. */
  readonly traces: readonly Uri[];
}

const cache = new WeakMap<CaseNode | GoldenNode, Links>();

/** The links of a case or golden whose paths start from the folder of the file `uri`. */
export function linksOf(uri: Uri, subject: CaseNode | GoldenNode): Links {
  const known = cache.get(subject);
  if (known) return known;
  const folder = parentOf(uri);
  const paths =
    subject.kind === 'case'
      ? subject.traces.map((trace) => trace.value)
      : subject.sourceTrace
        ? [subject.sourceTrace.value]
        : [];
  const made: Links = {
    goldens: goldenReferences(subject).flatMap((reference) => splitReference(folder, reference)),
    traces: paths.flatMap((path) => resolvePath(folder, path) ?? []),
  };
  cache.set(subject, made);
  return made;
}

function splitReference(folder: Uri, reference: string): Links['goldens'] {
  const hash = reference.indexOf('#');
  const path = hash < 0 ? reference : reference.slice(0, hash);
  const uri = resolvePath(folder, path);
  if (!uri) return [];
  return [{ reference, uri, ...(hash >= 0 && { id: reference.slice(hash + 1) }) }];
}
