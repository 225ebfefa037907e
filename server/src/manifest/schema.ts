import type { ToolSchema } from '../model/tool.ts';
import { isObject, type Json } from '../model/value.ts';
import { Explainer } from './explain.ts';
import type { Schema } from './keywords.ts';
import { type Part, partsOf, SchemaDocument } from './schema-document.ts';
import { SchemaPlaces } from './schema-places.ts';
import { dialectOf, Validators } from './validators.ts';
import { isTooMuch } from './work.ts';

/** The argument names of a schema and which of them it requires. */
class Names {
  readonly required: ReadonlySet<string>;
  readonly listed: readonly string[];
  readonly closed: boolean;
  private readonly parts: readonly Part[];
  private readonly document: SchemaDocument;

  constructor(document: SchemaDocument) {
    this.document = document;
    const root = { pointer: '', schema: document.root };
    this.parts = reachable(document, root);
    this.required = new Set(requiredBy(document, root, new Set()));
    const names = new Set<string>();
    for (const { schema } of this.parts) {
      if (typeof schema === 'boolean' || !isObject(schema.properties)) continue;
      for (const name of Object.keys(schema.properties)) names.add(name);
    }
    this.listed = [
      ...[...this.required].filter((name) => names.has(name)),
      ...[...names].filter((name) => !this.required.has(name)),
    ];
    this.closed = !this.parts.some(
      ({ schema, pointer }) =>
        schema === true ||
        document.isOpenEnded({ schema, pointer }) ||
        isOpen(schema, 'additionalProperties') ||
        isOpen(schema, 'unevaluatedProperties'),
    );
  }

  knows(argument: string): boolean {
    return this.parts.some(
      ({ schema }) =>
        isObject(schema) &&
        ((isObject(schema.properties) && Object.hasOwn(schema.properties, argument)) ||
          (isObject(schema.patternProperties) &&
            Object.keys(schema.patternProperties).some(
              (pattern) => this.document.matches(pattern, argument) !== false,
            ))),
    );
  }
}

const isOpen = (schema: Schema, keyword: string): boolean =>
  isObject(schema) && schema[keyword] !== undefined && schema[keyword] !== false;

/** All schemas that may speak about the same value: references, conjunctions, alternatives, conditions. */
function reachable(document: SchemaDocument, root: Part): Part[] {
  const found = new Map<string, Part>();
  const todo = [root];
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (found.has(part.pointer)) continue;
    found.set(part.pointer, part);
    const target = document.target(part);
    const branches = document.branches(part, [
      'allOf',
      'anyOf',
      'oneOf',
      'then',
      'else',
      'dependentSchemas',
    ]);
    todo.push(...branches.reverse(), ...(target ? [target] : []));
  }
  return [...found.values()];
}

/** What a schema requires whichever alternative is chosen. */
function requiredBy(document: SchemaDocument, part: Part, seen: Set<string>): string[] {
  if (seen.has(part.pointer) || typeof part.schema === 'boolean') return [];
  seen.add(part.pointer);
  const { required } = part.schema;
  const own = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  const target = document.target(part);
  const all = [...document.branches(part, ['allOf']), ...(target ? [target] : [])];
  const alternatives = ['anyOf', 'oneOf'].map((keyword) =>
    document
      .branches(part, [keyword])
      .map((branch) => new Set(requiredBy(document, branch, new Set(seen)))),
  );
  return [
    ...own,
    ...all.flatMap((each) => requiredBy(document, each, seen)),
    ...alternatives.flatMap((branches) =>
      [...(branches[0] ?? [])].filter((name) => branches.every((branch) => branch.has(name))),
    ),
  ];
}

/**
 * Prepares a schema to be asked about arguments. Nothing is compiled until a value is checked, and then
 * only the part that the value is checked against.
 *
 * @param schema in JSON Schema's words (other dialects normalised), of the dialect that `$schema` names
 * @returns null where the dialect is not supported, or where checking could take forever
 */
export function createToolSchema(schema: Schema): ToolSchema | null {
  const dialect = dialectOf(schema);
  if (dialect === undefined) return null;
  const document = new SchemaDocument(schema);
  if (document.explodes()) return null;
  const names = new Names(document);
  const places = new SchemaPlaces(document);
  let validators: Validators | undefined;
  const isBounded = (part: Part, value: Json) =>
    !document.isRecursive || !isTooMuch(document, part, value);
  const engine = () => {
    validators ??= new Validators(schema, dialect);
    return validators;
  };
  return {
    argumentNames: names.listed,
    required: names.required,
    closed: names.closed,
    knows: (argument) => names.knows(argument),
    at: (path) => places.schema(path),
    defaultOf(argument) {
      const found = places.found([argument]);
      for (const part of found ? partsOf(found) : []) {
        for (const { schema: own } of document.conjuncts(part)) {
          if (isObject(own) && Object.hasOwn(own, 'default')) return own.default;
        }
      }
      return undefined;
    },
    check(path, value) {
      try {
        const found = places.found(path);
        if (!found || !partsOf(found).every((part) => isBounded(part, value))) return [];
        return new Explainer(document, engine()).problems(found, value);
      } catch (error) {
        // A value that is nested deeper than the stack.
        if (error instanceof RangeError) return [];
        throw error;
      }
    },
    accepts: (args: Json) =>
      isBounded({ pointer: '', schema }, args) ? engine().accepts('', args) : null,
  };
}

const predicates = new WeakMap<object, ToolSchema | null>();

/**
 * Whether a value satisfies a JSON Schema, such as a predicate of a case.
 *
 * @returns undefined where that cannot be told: it is no schema, or one that does not compile
 */
export function satisfiesSchema(schema: Json, value: Json): boolean | undefined {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) return undefined;
  let made = predicates.get(schema);
  if (made === undefined) {
    made = createToolSchema(schema);
    predicates.set(schema, made);
  }
  return made?.accepts(value) ?? undefined;
}
