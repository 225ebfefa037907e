import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Uri } from '../workspace/files/uri.ts';
import type { Session } from '../workspace/session.ts';
import { digest, type FileReport, textDigest, type World } from './check-file.ts';

/** Where reports are kept from one check to the next. */
export interface CachePlace {
  /** A folder of the person's own, outside of every workspace: nobody else's file can pass for a report. */
  readonly folder: string;
  /** Which Callsheet made them. */
  readonly build: string;
}

/** What earlier checks of a workspace found. */
export interface Kept {
  readonly world: World;
  /** Of case files: each holds for its text, as long as nobody else has one of its ids. */
  readonly cases: ReadonlyMap<Uri, FileReport>;
  /** Of all other files that were checked: these hold for the texts of all case files taken together. */
  readonly others: { readonly of: string; readonly reports: ReadonlyMap<Uri, FileReport> };
}

/** Workspaces whose reports are kept; of more, those that were checked last. */
const MAX_WORKSPACES = 50;

const NOTHING: Kept = {
  world: { texts: new Map(), presences: new Map() },
  cases: new Map(),
  others: { of: '', reports: new Map() },
};

/** The reports of one workspace, as checked from one folder with one configuration. */
export class CheckCache {
  readonly #file: string;
  /** What else must be the same: the build, and which files there are. */
  readonly #stamp: string;

  constructor(
    private readonly place: CachePlace,
    private readonly session: Session,
    about: readonly (string | undefined)[],
  ) {
    this.#file = join(place.folder, `${digest(JSON.stringify(about))}.json`);
    this.#stamp = digest(JSON.stringify([place.build, session.workspace.listed]));
  }

  /** What was kept, where all that was read around the case files is as it was; it is loaded then. */
  async read(): Promise<Kept> {
    const kept = this.#parsed();
    return kept && (await this.#holds(kept.world)) ? kept : NOTHING;
  }

  #parsed(): Kept | undefined {
    try {
      const [sum, text] = readFileSync(this.#file, 'utf8').split('\n', 2) as [string, string];
      if (sum !== digest(this.#stamp + text)) return undefined;
      return JSON.parse(text, (_, value) =>
        Array.isArray(value?.map) ? new Map(value.map) : value,
      );
    } catch {
      return undefined;
    }
  }

  async #holds({ texts, presences }: World): Promise<boolean> {
    const { store } = this.session.workspace;
    for (const [uri, known] of texts) {
      if (textDigest(await store.load(uri)) !== known) return false;
    }
    for (const [uri, known] of presences) {
      await store.loadPresence(uri);
      const presence = store.peekPresence(uri);
      if ((presence?.ok ? '' : presence?.reason) !== known) return false;
    }
    return true;
  }

  /** Keeps reports for the next time; where the folder cannot be written to, there is none. */
  write(kept: Kept): void {
    try {
      const text = JSON.stringify(kept, (_, value) =>
        value instanceof Map ? { map: [...value] } : value,
      );
      mkdirSync(this.place.folder, { recursive: true, mode: 0o700 });
      const draft = `${this.#file}.${process.pid}`;
      writeFileSync(draft, `${digest(this.#stamp + text)}\n${text}`, { mode: 0o600 });
      renameSync(draft, this.#file);
      this.#forgetOld();
    } catch {
      // The next check takes longer.
    }
  }

  #forgetOld(): void {
    const { folder } = this.place;
    const files = readdirSync(folder).map((name) => join(folder, name));
    if (files.length <= MAX_WORKSPACES) return;
    const age = new Map(files.map((file) => [file, statSync(file).mtimeMs]));
    files.sort((a, b) => age.get(b)! - age.get(a)!);
    for (const file of files.slice(MAX_WORKSPACES)) rmSync(file, { force: true });
  }
}
