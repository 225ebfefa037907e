import { say } from '../l10n/say.ts';
import { equalJson } from '../model/json-text.ts';
import { near } from '../model/suggest.ts';
import type { SchemaProblem } from '../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { isSchema, toPointer } from './keywords.ts';
import { invalid, leafProblem, memberProblem, typeName, typeProblem } from './messages.ts';
import type { Found, Part, SchemaDocument } from './schema-document.ts';
import type { Validators } from './validators.ts';

type Problems = readonly SchemaProblem[];

const under = (step: string | number, problems: Problems): SchemaProblem[] =>
  problems.map((problem) => ({ ...problem, path: [step, ...problem.path] }));

const distinct = (problems: Problems): SchemaProblem[] => {
  const seen = new Set<string>();
  return problems.filter(({ path, message, key }) => {
    const id = JSON.stringify([path, key ?? null, message]);
    return !seen.has(id) && seen.add(id) !== undefined;
  });
};

/**
 * Says what is wrong with a value, on the part of it that is wrong: it goes down the schema and the
 * value together, and where a schema offers alternatives, into the one that was meant.
 */
export class Explainer {
  private readonly document: SchemaDocument;
  private readonly validators: Validators;

  constructor(document: SchemaDocument, validators: Validators) {
    this.document = document;
    this.validators = validators;
  }

  /** The problems of a value against what was found for its place; empty where there are none. */
  problems(found: Found, value: Json): Problems {
    if (this.satisfies(found, value) !== false) return [];
    if (found.kind === 'one') {
      const problems = distinct(this.explain(found.part, value, new Set()));
      return problems.length > 0 ? problems : [this.unexplained(found.part)];
    }
    if (found.kind === 'all') {
      return distinct(found.found.flatMap((each) => this.problems(each, value)));
    }
    const parts = found.found.flatMap((each) => (each.kind === 'one' ? each.part : []));
    if (parts.length === found.found.length) return this.meant(parts, value, new Set());
    return this.problems(found.found[0]!, value);
  }

  /** Whether a value satisfies what was found; null where that is not known. */
  private satisfies(found: Found, value: Json): boolean | null {
    if (found.kind === 'one') return this.validators.accepts(found.part.pointer, value);
    const verdicts = found.found.map((each) => this.satisfies(each, value));
    const decisive = found.kind === 'any';
    if (verdicts.includes(decisive)) return decisive;
    return verdicts.includes(null) ? null : !decisive;
  }

  /** @param seen the schemas asked about this very value, so that references in a circle end */
  private explain(part: Part, value: Json, seen: Set<string>): SchemaProblem[] {
    if (seen.has(part.pointer)) return [];
    seen.add(part.pointer);
    const { schema } = part;
    if (schema === true) return [];
    if (schema === false) return [invalid(say`nothing is allowed here`)];
    const properties = isObject(value) ? this.properties(part, schema, value) : [];
    const misspelt = properties.flatMap(({ path, nearest = [] }) =>
      path.length > 0 ? [] : nearest,
    );
    const own = this.validators
      .leafErrors(part, value)
      .filter(
        ({ keyword, params }) =>
          keyword !== 'required' || !misspelt.includes(params.missingProperty),
      )
      .map((error) => leafProblem(error, schema[error.keyword] ?? null, value));
    // A value of the wrong type is wrong as a whole: what else is wrong with it would only repeat it.
    if (own.some(({ kind }) => kind === 'type')) return own.filter(({ kind }) => kind === 'type');
    const target = this.document.target(part);
    return [
      ...own,
      ...(target ? this.explain(target, value, seen) : []),
      ...this.document.branches(part, ['allOf']).flatMap((each) => this.explain(each, value, seen)),
      ...this.alternatives(part, value, seen),
      ...this.conditions(part, schema, value, seen),
      ...(Array.isArray(value) ? this.items(part, value) : []),
      ...properties,
    ];
  }

  private alternatives(part: Part, value: Json, seen: Set<string>): SchemaProblem[] {
    return ['anyOf', 'oneOf'].flatMap((keyword) => {
      const branches = this.document.branches(part, [keyword]);
      const verdicts = branches.map((each) => this.validators.accepts(each.pointer, value));
      const accepted = verdicts.filter((verdict) => verdict === true).length;
      if (branches.length === 0 || verdicts.includes(null)) return [];
      if (accepted === 0) return this.meant(branches, value, seen);
      if (keyword === 'anyOf' || accepted === 1) return [];
      return [
        invalid(say`fits ${accepted} of the alternatives at once, where one is to be chosen`),
      ];
    });
  }

  /** The problems inside the alternative that was meant, of several that all refuse the value. */
  private meant(branches: readonly Part[], value: Json, seen: Set<string>): SchemaProblem[] {
    const named = isObject(value) ? this.discriminated(branches, value) : undefined;
    if (named !== undefined && 'problem' in named) return [named.problem];
    if (named !== undefined) return this.explain(named.branch, value, new Set(seen));
    const typed = branches.filter((branch) => this.admitsType(branch, value));
    if (typed.length === 0) {
      const types = [...new Set(branches.flatMap((branch) => this.typesOf(branch) ?? []))];
      return [typeProblem(types, value)];
    }
    const candidates = typed.map((branch) => this.explain(branch, value, new Set(seen)));
    const only = candidates.map((problems) => (problems.length === 1 ? problems[0] : undefined));
    if (only.every((problem) => problem?.kind === 'enum' && problem.path.length === 0)) {
      return [
        memberProblem(
          only.flatMap((problem) => problem?.members ?? []),
          value,
        ),
      ];
    }
    const depth = (problems: Problems) =>
      problems.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
    const best = candidates
      .filter((problems) => problems.length > 0)
      .sort((a, b) => a.length - b.length || depth(b) - depth(a))[0];
    return best ?? [];
  }

  /** By a property whose constants tell the branches apart: the branch, or that no branch has the value. */
  private discriminated(
    branches: readonly Part[],
    value: JsonObject,
  ): { readonly branch: Part } | { readonly problem: SchemaProblem } | undefined {
    const shapes = branches.map((branch) => this.constantsOf(branch));
    for (const key of Object.keys(value)) {
      const constants = shapes.map((shape) => shape.get(key));
      if (constants.filter((members) => members !== undefined).length < 2) continue;
      const fitting = branches.filter((_, index) =>
        constants[index]?.some((member) => equalJson(member, value[key]!)),
      );
      if (fitting.length === 1) return { branch: fitting[0]! };
      if (fitting.length > 1 || constants.includes(undefined)) continue;
      const members = constants.flatMap((known) => known ?? []);
      return { problem: { ...memberProblem(members, value[key]!), path: [key] } };
    }
    return undefined;
  }

  private constantsOf(branch: Part): ReadonlyMap<string, readonly Json[]> {
    const constants = new Map<string, readonly Json[]>();
    for (const { schema } of this.document.conjuncts(branch)) {
      if (typeof schema === 'boolean' || !isObject(schema.properties)) continue;
      for (const [name, property] of Object.entries(schema.properties)) {
        if (!isObject(property)) continue;
        if (Object.hasOwn(property, 'const')) constants.set(name, [property.const!]);
        else if (Array.isArray(property.enum)) constants.set(name, property.enum);
      }
    }
    return constants;
  }

  /** The types that a schema names for a value; undefined where it names none. */
  private typesOf(part: Part): readonly string[] | undefined {
    for (const { schema } of this.document.conjuncts(part)) {
      if (typeof schema === 'boolean' || schema.type === undefined) continue;
      return [schema.type].flat().map(String);
    }
    return undefined;
  }

  private admitsType(part: Part, value: Json): boolean {
    const types = this.typesOf(part);
    const name = typeName(value);
    return (
      types === undefined ||
      types.includes(name) ||
      ((name === 'number' || name === 'integer') &&
        types.some(
          (type) => type === 'number' || (type === 'integer' && Number.isInteger(Number(value))),
        ))
    );
  }

  private conditions(
    part: Part,
    schema: JsonObject,
    value: Json,
    seen: Set<string>,
  ): SchemaProblem[] {
    const found: SchemaProblem[] = [];
    const [not] = this.document.branches(part, ['not']);
    if (not && this.validators.accepts(not.pointer, value) === true) {
      found.push(invalid(say`is what the schema rules out`));
    }
    const [condition] = this.document.branches(part, ['if']);
    if (condition) {
      const holds = this.validators.accepts(condition.pointer, value);
      const branch = holds === null ? [] : this.document.branches(part, [holds ? 'then' : 'else']);
      for (const each of branch) {
        for (const problem of this.explain(each, value, seen)) found.push(problem);
      }
    }
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      const dependents = schema[keyword];
      if (!isObject(value) || !isObject(dependents)) continue;
      for (const key of Object.keys(dependents)) {
        if (!Object.hasOwn(value, key) || !isSchema(dependents[key])) continue;
        const dependent = this.document.at(part.pointer + toPointer([keyword, key]));
        for (const problem of dependent ? this.explain(dependent, value, seen) : [])
          found.push(problem);
      }
    }
    return found;
  }

  private items(part: Part, value: readonly Json[]): SchemaProblem[] {
    return value.flatMap((item, index) =>
      this.document
        .ownChildren(part, index)
        .flatMap((child) => under(index, this.explain(child, item, new Set()))),
    );
  }

  private properties(part: Part, schema: JsonObject, value: JsonObject): SchemaProblem[] {
    return Object.entries(value).flatMap(([key, member]) => {
      const children = this.document.ownChildren(part, key);
      if (children.length === 0) return [];
      // `additionalProperties: false` and the like: the key is wrong, whatever it holds.
      if (
        schema.additionalProperties === false &&
        children.every(({ schema: own }) => own === false)
      ) {
        const known = isObject(schema.properties) ? Object.keys(schema.properties) : [];
        const nearest = near(
          key,
          known.filter((name) => !Object.hasOwn(value, name)),
        );
        const message = say`no property ${JSON.stringify(key)} is known here`;
        if (nearest[0] === undefined) return [invalid(message, { key })];
        const meant = say`did you mean ${JSON.stringify(nearest[0])}?`;
        return [invalid(`${message}; ${meant}`, { key, nearest })];
      }
      return children.flatMap((child) => under(key, this.explain(child, member, new Set())));
    });
  }

  /** For what only ajv can tell, such as `contains` and `unevaluatedProperties`. */
  private unexplained(part: Part): SchemaProblem {
    const errors = this.validators.of(part.pointer)?.errors ?? [];
    const telling = errors.find(({ keyword }) => keyword !== 'oneOf' && keyword !== 'anyOf');
    const key = telling?.params?.unevaluatedProperty ?? telling?.params?.propertyName;
    const message = telling?.message ?? say`does not satisfy the schema`;
    return typeof key === 'string' ? invalid(message, { key }) : invalid(message);
  }
}
