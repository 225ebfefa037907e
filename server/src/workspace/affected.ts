import type { DatasetNode } from '../model/located.ts';
import { contentsOf } from './files/contents.ts';
import type { Uri } from './files/uri.ts';
import { includedFiles } from './links/includes.ts';
import { pause } from './pause.ts';
import type { Session } from './session.ts';

/** A dataset's frame, as it was seen last, with the files that it took in. */
interface Frame {
  readonly node: DatasetNode | undefined;
  readonly files: readonly Uri[];
}

/**
 * Which files something may have to be said anew of, after others changed: those alone are looked at again,
 * however large the workspace is.
 */
export class Affected {
  readonly #frames = new Map<Uri, Frame>();
  #listed: readonly Uri[] = [];
  #everything = false;

  constructor(private readonly session: Session) {}

  /** Settings or folders changed: whatever was said may be wrong. */
  all(): void {
    this.#everything = true;
  }

  /** The affected files since this was asked last; undefined where it may be any. */
  async take(): Promise<ReadonlySet<Uri> | undefined> {
    const { workspace, index, scores } = this.session;
    const changed = workspace.store.takeChanges();
    const kinds = new Map([...changed].map((uri) => [uri, workspace.kindOf(uri)]));
    const found = workspace.store.dependents.of(changed);
    for (const [uri, kind] of kinds) {
      if (kind === 'dataset') for (const file of await this.#taken(uri)) found.add(file);
      if (kind !== 'dataset' && kind !== 'case') continue;
      if (!(await this.session.snapshot(uri))) index.remove(uri);
      await pause();
    }
    for (const uri of [...index.takeStirred(), ...scores.takeTouched()]) found.add(uri);
    if (this.#listed !== workspace.listed) {
      this.#listed = workspace.listed;
      for (const uri of workspace.listedAs('dataset')) {
        // A glob may take in another file now, or none.
        found.add(uri);
        for (const file of await this.#taken(uri)) found.add(file);
      }
    }
    const isAny = this.#everything || [...kinds].some(([uri, kind]) => isEverywhere(uri, kind));
    this.#everything = false;
    return isAny ? undefined : found;
  }

  /** The files that a dataset takes in, or took in before, where that or what it says around its cases changed. */
  async #taken(uri: Uri): Promise<readonly Uri[]> {
    const { workspace } = this.session;
    const state = await workspace.store.load(uri);
    const [node] = contentsOf(state).datasets;
    const files = includedFiles(state, workspace.listed);
    const before = this.#frames.get(uri);
    this.#frames.set(uri, { node, files });
    if (before?.node !== node) return [...(before?.files ?? []), ...files];
    if (before?.files === files) return [];
    const [old, now] = [new Set(before?.files), new Set(files)];
    return [...old, ...now].filter((file) => !old.has(file) || !now.has(file));
  }
}

/** Whether a file has a say in all others: a configuration, or the code of its predicates. */
const isEverywhere = (uri: Uri, kind: string | undefined): boolean =>
  kind === 'config' || (kind === undefined && /\.[cm]?[jt]s$/.test(uri));
