import { setOwn } from '../model/json-text.ts';
import type { Json, JsonObject } from '../model/value.ts';
import type { Schema } from './keywords.ts';
import { type Found, mergeSchemas, type SchemaDocument } from './schema-document.ts';

/** Places of one schema that are remembered; most calls ask for a few dozen. */
const MAX_PLACES = 10_000;

/** What a schema says of one place in a value. */
interface SchemaPlace {
  readonly found: Found | undefined;
  /** `found` as one schema, once it was asked for. */
  merged?: Schema;
  inside?: Map<string | number, SchemaPlace>;
}

/** The places of a value that a schema was asked about, each found once however many rules and calls ask. */
export class SchemaPlaces {
  #root: SchemaPlace;
  #count = 0;

  constructor(private readonly document: SchemaDocument) {
    this.#root = { found: { kind: 'one', part: { pointer: '', schema: document.root } } };
  }

  /** What holds at a path of property names and indexes; undefined where nothing is said of it. */
  found(path: readonly (string | number)[]): Found | undefined {
    return this.#at(path).found;
  }

  /** The same as one schema: the keywords that hold together, alternatives under `anyOf`. */
  schema(path: readonly (string | number)[]): Schema | undefined {
    const at = this.#at(path);
    at.merged ??= this.#merge(at.found);
    return at.merged;
  }

  #at(path: readonly (string | number)[]): SchemaPlace {
    if (this.#count > MAX_PLACES) {
      this.#root = { found: this.#root.found };
      this.#count = 0;
    }
    let at = this.#root;
    for (const step of path) {
      at.inside ??= new Map();
      let next = at.inside.get(step);
      if (!next) {
        next = { found: at.found && this.document.descend(at.found, step) };
        at.inside.set(step, next);
        this.#count += 1;
      }
      at = next;
    }
    return at;
  }

  #merge(found: Found | undefined): Schema | undefined {
    if (found === undefined) return undefined;
    if (found.kind === 'one') {
      return mergeSchemas(this.document.conjuncts(found.part).map(({ schema }) => schema));
    }
    const each = found.found.map((one) => this.#merge(one)).filter((one) => one !== undefined);
    if (found.kind === 'all') return mergeSchemas(each);
    const alternatives: JsonObject = {};
    setOwn(alternatives, 'anyOf', each as Json[]);
    return alternatives;
  }
}
