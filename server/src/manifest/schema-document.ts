import { setOwn } from '../model/json-text.ts';
import { linearPattern, type Pattern } from '../model/pattern.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import {
  fromPointer,
  isSchema,
  REFERENCES,
  type Schema,
  subschemas,
  subschemasUnder,
  toPointer,
  walkSchema,
} from './keywords.ts';

/** A schema inside a document, named by the JSON Pointer that leads to it. */
export interface Part {
  readonly pointer: string;
  readonly schema: Schema;
}

/** What a document says of one place in a value: one schema, several that all hold, or alternatives. */
export type Found =
  | { readonly kind: 'one'; readonly part: Part }
  | { readonly kind: 'all' | 'any'; readonly found: readonly Found[] };

/** How often one value may be looked at by schemas that lead to one another, before it is no longer checked. */
const MAX_EXPANSION = 100_000;

const join = (kind: 'all' | 'any', found: readonly Found[]): Found | undefined =>
  found.length < 2 ? found[0] : { kind, found };

/** One schema with its references: where its parts are and where `$ref`s lead. Never loads anything. */
export class SchemaDocument {
  readonly root: Schema;
  private readonly patterns = new Map<string, Pattern | null>();
  private anchors: Map<string, string> | undefined;
  /** Whether references lead in a circle, as `explodes` found. */
  isRecursive = false;

  constructor(root: Schema) {
    this.root = root;
  }

  /** The schema at a JSON Pointer, undefined where there is none. */
  at(pointer: string): Part | undefined {
    let value: Json | undefined = this.root;
    for (const step of fromPointer(pointer)) {
      if (Array.isArray(value)) value = value[Number(step)];
      else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    }
    return isSchema(value) ? { pointer, schema: value } : undefined;
  }

  /** Where the `$ref` of a schema leads; undefined where it has none, or it leads out of the document. */
  target(part: Part): Part | undefined {
    if (typeof part.schema === 'boolean') return undefined;
    const { schema } = part;
    const reference = REFERENCES.map((keyword) => schema[keyword]).find(
      (each) => each !== undefined,
    );
    return typeof reference === 'string' ? this.resolve(reference) : undefined;
  }

  /** The part that a reference names. */
  resolve(reference: string): Part | undefined {
    const hash = reference.indexOf('#');
    const base = hash < 0 ? reference : reference.slice(0, hash);
    const fragment = hash < 0 ? '' : reference.slice(hash + 1);
    const resource = base === '' ? '' : this.names().get(base);
    if (resource === undefined) return undefined;
    if (fragment === '' || fragment.startsWith('/')) return this.at(resource + fragment);
    const anchored = this.names().get(`#${fragment}`);
    return anchored === undefined ? undefined : this.at(anchored);
  }

  /** The schema itself and all that hold for the same value unconditionally: `$ref` and `allOf`. */
  conjuncts(part: Part, seen = new Set<string>()): Part[] {
    if (seen.has(part.pointer)) return [];
    seen.add(part.pointer);
    const found = [part];
    const target = this.target(part);
    if (target) found.push(...this.conjuncts(target, seen));
    for (const branch of this.branches(part, ['allOf'])) {
      found.push(...this.conjuncts(branch, seen));
    }
    return found;
  }

  /** The branches of the given applicators of a schema, in written order. */
  branches({ schema, pointer }: Part, keywords: readonly string[]): Part[] {
    if (typeof schema === 'boolean') return [];
    return Object.keys(schema)
      .filter((keyword) => keywords.includes(keyword))
      .flatMap((keyword) => subschemasUnder(schema, keyword))
      .map((inner) => ({ pointer: pointer + toPointer(inner.path), schema: inner.schema }));
  }

  /** What is said of a property or item of a value that the part describes. */
  child(part: Part, key: string | number, seen = new Set<string>()): Found | undefined {
    if (seen.has(part.pointer)) return undefined;
    seen.add(part.pointer);
    const found: Found[] = this.ownChildren(part, key).map((own) => ({ kind: 'one', part: own }));
    const target = this.target(part);
    const through = (other: Part) => {
      const inside = this.child(other, key, seen);
      if (inside) found.push(inside);
    };
    if (target) through(target);
    for (const branch of this.branches(part, ['allOf'])) through(branch);
    for (const keyword of ['anyOf', 'oneOf']) {
      const alternatives = this.branches(part, [keyword]).flatMap(
        (branch) => this.child(branch, key, new Set(seen)) ?? [],
      );
      const joined = join('any', alternatives);
      if (joined) found.push(joined);
    }
    return join('all', found);
  }

  /** What is said of a property or item of a place of which something was found. */
  descend(found: Found, step: string | number): Found | undefined {
    if (found.kind === 'one') return this.child(found.part, step);
    const inside = found.found.flatMap((each) => this.descend(each, step) ?? []);
    return join(found.kind, inside);
  }

  /** The property or item's schemas that stand in the part itself. */
  ownChildren(part: Part, key: string | number): Part[] {
    const { schema, pointer } = part;
    if (typeof schema === 'boolean') return [];
    const at = (...path: (string | number)[]): Part[] => {
      const part = this.at(pointer + toPointer(path));
      return part ? [part] : [];
    };
    if (typeof key === 'number') {
      const tuple = Array.isArray(schema.items) ? 'items' : 'prefixItems';
      const positional = Array.isArray(schema[tuple]) ? schema[tuple].length : 0;
      if (key < positional) return at(tuple, key);
      return at(tuple === 'items' ? 'additionalItems' : 'items');
    }
    const { properties, patternProperties } = schema;
    const own: Part[] = [];
    if (isObject(properties) && Object.hasOwn(properties, key)) {
      own.push(...at('properties', key));
    }
    let doubtful = false;
    for (const pattern of isObject(patternProperties) ? Object.keys(patternProperties) : []) {
      const matches = this.matches(pattern, key);
      if (matches) own.push(...at('patternProperties', pattern));
      doubtful ||= matches === undefined;
    }
    return own.length > 0 || doubtful ? own : at('additionalProperties');
  }

  /** Whether a property name matches a pattern; undefined where the pattern cannot be checked. */
  matches(pattern: string, name: string): boolean | undefined {
    let compiled = this.patterns.get(pattern);
    if (compiled === undefined) {
      compiled = linearPattern(pattern);
      this.patterns.set(pattern, compiled);
    }
    return compiled?.test(name);
  }

  /** Whether a schema refers to what is not in the document, so that not all is known of it. */
  isOpenEnded({ schema, pointer }: Part): boolean {
    const refers = isObject(schema) && REFERENCES.some((keyword) => schema[keyword] !== undefined);
    return refers && this.target({ schema, pointer }) === undefined;
  }

  /** Whether checking a value could take exponentially long, because schemas fan out again and again. */
  explodes(): boolean {
    const known = new Map<string, number>();
    const open = new Set<string>();
    const cost = (part: Part): number => {
      const seen = known.get(part.pointer);
      if (seen !== undefined) return seen;
      if (open.has(part.pointer)) {
        this.isRecursive = true;
        return 1;
      }
      open.add(part.pointer);
      let sum = 1;
      const target = this.target(part);
      if (target) sum += cost(target);
      for (const { path, schema, keyword } of subschemas(part.schema)) {
        if (keyword === '$defs' || keyword === 'definitions') continue;
        sum += cost({ pointer: part.pointer + toPointer(path), schema });
      }
      open.delete(part.pointer);
      known.set(part.pointer, sum);
      return sum;
    };
    return cost({ pointer: '', schema: this.root }) > MAX_EXPANSION;
  }

  /** `$id`s and `#anchor`s, with the pointers of the schemas that bear them. */
  private names(): Map<string, string> {
    if (this.anchors) return this.anchors;
    const anchors = new Map<string, string>();
    walkSchema(this.root, (schema, path) => {
      if (typeof schema === 'boolean') return;
      for (const key of ['$anchor', '$dynamicAnchor'] as const) {
        const name = schema[key];
        if (typeof name === 'string') anchors.set(`#${name}`, toPointer(path));
      }
      const id = schema.$id;
      if (typeof id === 'string') {
        anchors.set(id.startsWith('#') ? id : id.replace(/#.*$/, ''), toPointer(path));
      }
    });
    this.anchors = anchors;
    return anchors;
  }
}

/** The schemas that a find led to, in order, whatever joins them. */
export const partsOf = (found: Found): Part[] =>
  found.kind === 'one' ? [found.part] : found.found.flatMap(partsOf);

/** The keywords of schemas that all hold, in one object; the first named has the last word. */
export const mergeSchemas = (schemas: readonly Schema[]): Schema => {
  const objects = schemas.filter(isObject);
  if (objects.length === 0) return schemas.every((schema) => schema === true);
  const merged: JsonObject = {};
  for (const schema of [...objects].reverse()) {
    for (const [keyword, value] of Object.entries(schema)) setOwn(merged, keyword, value);
  }
  return merged;
};
