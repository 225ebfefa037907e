/** What an importer takes and gives, whatever the format. */
import type { Json, JsonObject } from '../model/value.ts';

/** Something of the source that no case can say. */
export interface Loss {
  /** The case that lacks it; absent where it concerns the file as a whole. */
  readonly case?: string;
  /** The key of the source. */
  readonly key: string;
  /** What was lost, or how what stands in its place differs, in words for a person. */
  readonly reason: string;
}

/** A file to write, by its path relative to the cases' folder, with forward slashes. */
export interface Companion {
  readonly path: string;
  readonly value: Json;
}

export interface Imported {
  /** In the words of the case format. */
  readonly cases: readonly JsonObject[];
  /** Manifests that the cases name; `value` is as the source writes the tools. */
  readonly manifests: readonly Companion[];
  /** Recorded runs that the cases name. */
  readonly traces: readonly Companion[];
  /** Keys of the configuration that the cases need. */
  readonly config: JsonObject;
  readonly losses: readonly Loss[];
}

/** A file to import from. */
export interface ImportSource {
  /** The file's name without its extensions. */
  readonly stem: string;
  /** The file's value, or one a line. */
  readonly values: readonly Json[];
  /** A manifest for the cases: its path as the cases write it, and the tools that it defines. */
  readonly tools?: { readonly path: string; readonly names: readonly string[] };
  /** The values of the file of accepted answers, for formats that keep them apart. */
  readonly answers?: readonly Json[];
}

/** Reads a source; the text says why it is none of the format. */
export type Importer = (source: ImportSource) => Imported | string;

export const NOTHING: Omit<Imported, 'cases' | 'losses'> = {
  manifests: [],
  traces: [],
  config: {},
};

/** Collects the losses of an import. */
export class Losses {
  readonly all: Loss[] = [];

  add(id: string | undefined, key: string, reason: string): void {
    this.all.push({ ...(id !== undefined && { case: id }), key, reason });
  }

  /** Tells of every key of an object that is not among those that were read; `null`s say nothing. */
  unread(id: string | undefined, object: JsonObject, read: readonly string[], prefix = ''): void {
    for (const [key, value] of Object.entries(object)) {
      if (read.includes(key) || isEmpty(value)) continue;
      this.add(id, prefix + key, 'has no counterpart in a case');
    }
  }
}

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
