import { say } from '../../l10n/say.ts';
import type { Config } from '../../model/config.ts';
import type { DatasetNode } from '../../model/located.ts';
import { nearest } from '../../model/suggest.ts';
import type { Toolset } from '../../model/tool.ts';
import type { FileLookup, GoldenLookup, Scope } from '../../rules/rule.ts';
import type { Unit } from '../files/contents.ts';
import type { FileStore } from '../files/store.ts';
import { nameOf, parentOf, relativePath, resolvePath, type Uri } from '../files/uri.ts';
import { lookUpGolden } from './goldens.ts';
import { linksOf } from './links.ts';
import { lockOf } from './lock.ts';
import { exportedBy } from './predicate-module.ts';
import {
  manifestOf,
  manifestUris,
  type Toolsets,
  type ToolsOrigin,
  toolsOrigin,
} from './toolsets.ts';

/** What is known around a file before any of its cases is looked at. */
export interface Surroundings {
  readonly uri: Uri;
  /**
   * A file in the folder from which relative paths start: the file itself, or one in the first workspace
   * folder for an untitled document, which has no folder.
   */
  readonly anchor: Uri;
  readonly config: Config;
  /** The dataset that includes the file by a glob. */
  readonly includedBy?: { readonly uri: Uri; readonly node: DatasetNode };
  /** The configuration's module of predicates. */
  readonly predicates?: Uri;
  /** Where the definitions of labelled tools are kept, whether the file is there or not. */
  readonly lock: Uri;
}

/** A question that was asked of another file, with its answer: as long as they agree nothing has changed. */
interface Question {
  ask(): unknown;
  readonly answer: unknown;
}

/** A case's scope, and a way to tell whether it would be the same today. */
export interface TrackedScope extends Scope {
  readonly origin?: ToolsOrigin;
  /** Whether what the scope says, as far as it was asked, still holds. */
  holds(): boolean;
}

/** Makes the scopes of cases. All that they look up has been loaded before (see `workspace.ts`). */
export class Scopes {
  /** Of a path that leads out of the workspace: one object, since answers are compared by identity. */
  #unresolved: GoldenLookup | undefined;

  constructor(
    private readonly store: FileStore,
    private readonly toolsets: Toolsets,
    /** Files that a person may have meant, for "did you mean". */
    private readonly knownFiles: () => readonly Uri[],
  ) {}

  of(unit: Unit, around: Surroundings): TrackedScope {
    const { store } = this;
    const { uri, anchor, config } = around;
    const questions: Question[] = [];
    const needs = (...files: readonly Uri[]) => {
      for (const file of files) store.dependents.note(uri, file);
    };
    const asked = <T>(ask: () => T): T => {
      const answer = ask();
      questions.push({ ask, answer });
      return answer;
    };
    const golden = (reference: string): GoldenLookup =>
      asked(() => this.#golden(anchor, unit, reference));

    const dataset = unit.dataset ? { uri, node: unit.dataset } : around.includedBy;
    const links = linksOf(anchor, unit.subject);
    needs(...links.goldens.map((link) => link.uri), ...links.traces);
    const goldens = links.goldens.flatMap(({ reference }) => {
      const found = golden(reference);
      return found.kind === 'found' ? [found] : [];
    });
    const origin = toolsOrigin({
      uri: anchor,
      subject: unit.subject,
      goldens,
      config,
      ...(dataset && { dataset }),
    });
    needs(...manifestUris(origin));
    const toolset: Toolset = asked(() => this.toolsets.of(origin, config));
    const { predicates } = around;
    const predicateNames = asked(() =>
      predicates === undefined ? undefined : exportedBy(store.peek(predicates)),
    );

    return {
      uri,
      toolset,
      config,
      ...(dataset && { dataset: dataset.node }),
      ...(predicateNames && { predicateNames }),
      ...(origin && { origin }),
      golden,
      file: (path) => {
        const target = resolvePath(parentOf(anchor), path);
        if (!target) return webAddress();
        needs(target);
        asked(() => store.peekPresence(target));
        return this.#file(anchor, target);
      },
      manifest: (path) => {
        const target = resolvePath(parentOf(anchor), path);
        if (!target) return webAddress();
        needs(target);
        asked(() => store.peek(target));
        return this.#manifest(anchor, target);
      },
      definitionOf: (label) => {
        needs(around.lock);
        return asked(() => lockOf(store.peek(around.lock)))?.find(label);
      },
      holds: () => questions.every(({ ask, answer }) => ask() === answer),
    };
  }

  /** Looks files up for what is no case: a dataset's frame, a configuration. */
  lookups(uri: Uri): Pick<Scope, 'file' | 'manifest'> {
    const target = (path: string) => {
      const file = resolvePath(parentOf(uri), path);
      if (file) this.store.dependents.note(uri, file);
      return file;
    };
    return {
      file: (path) => {
        const file = target(path);
        return file ? this.#file(uri, file) : webAddress();
      },
      manifest: (path) => {
        const file = target(path);
        return file ? this.#manifest(uri, file) : webAddress();
      },
    };
  }

  #golden(uri: Uri, unit: Unit, reference: string): GoldenLookup {
    const link = linksOf(uri, unit.subject).goldens.find((each) => each.reference === reference);
    const state = link && this.store.peek(link.uri);
    if (state) return lookUpGolden(state, link.id);
    this.#unresolved ??= { kind: 'unreadable', reason: say`it is no path inside the workspace` };
    return this.#unresolved;
  }

  #file(uri: Uri, target: Uri): FileLookup | undefined {
    const presence = this.store.peekPresence(target);
    if (!presence) return undefined;
    return presence.ok ? { ok: true, uri: target } : this.#missing(uri, target, presence.reason);
  }

  #manifest(uri: Uri, target: Uri): FileLookup | undefined {
    const state = this.store.peek(target);
    if (!state) return undefined;
    if (!state.document) return this.#missing(uri, target, state.failure ?? say`it cannot be read`);
    if (manifestOf(state).tools.length > 0) return { ok: true, uri: target };
    return { ok: false, reason: say`no tool was found in it`, nearest: [] };
  }

  #missing(uri: Uri, target: Uri, reason: string): FileLookup {
    const folder = parentOf(uri);
    const wanted = nameOf(target);
    const byName = new Map(this.knownFiles().map((file) => [nameOf(file), file]));
    const names = nearest(wanted, [...byName.keys()]);
    const paths = names.map((name) => relativePath(folder, byName.get(name) as Uri));
    return {
      ok: false,
      reason,
      nearest: paths.map((path) => (path.startsWith('.') ? path : `./${path}`)),
    };
  }
}

const webAddress = (): FileLookup => ({
  ok: false,
  reason: say`only files of the workspace are read, nothing is fetched`,
  nearest: [],
});
