import type { ErrorObject, Options } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { say } from '../l10n/say.ts';
import { canonicalJson, setOwn } from '../model/json-text.ts';
import { linearPattern } from '../model/pattern.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { Ajv, Ajv2019, Ajv2020, addFormats } from './ajv.ts';
import { LEAF_KEYWORDS, REFERENCES, type Schema, SUBSCHEMAS } from './keywords.ts';
import type { Part } from './schema-document.ts';

/** Checks a value; the errors of the last call stand in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: null | ErrorObject[];
}

type Dialect = (options: Options) => Ajv;

const DIALECTS: readonly (readonly [RegExp, Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, (options) => new Ajv(options)],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, (options) => new Ajv2019(options)],
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, (options) => new Ajv2020(options)],
];

/** The dialect that `$schema` names, 2020-12 where it names none; undefined where it is not supported. */
export function dialectOf(schema: Schema): Dialect | undefined {
  const named = typeof schema === 'boolean' ? undefined : schema.$schema;
  if (named === undefined) return DIALECTS[2]![1];
  return DIALECTS.find(([uri]) => typeof named === 'string' && uri.test(named))?.[1];
}

/** Ajv wants a regular expression engine that can say where its code comes from. */
const engine = Object.assign((source: string) => linearPattern(source) ?? { test: () => true }, {
  code: '',
});

const OPTIONS: Options = {
  strict: false,
  allErrors: true,
  ownProperties: true,
  addUsedSchema: false,
  inlineRefs: false,
  logger: false,
  code: { regExp: engine as unknown as NonNullable<NonNullable<Options['code']>['regExp']> },
};

/** Ajv resolves what it is given as a whole; below this key a document is there to be referred to only. */
const HOLDER = 'schema';
const BASE = 'callsheet:tool';

const rebase = (reference: string, own: string | undefined): string => {
  const local =
    own !== undefined && reference.startsWith(own) ? reference.slice(own.length) : reference;
  if (local === '' || local === '#') return `#/${HOLDER}`;
  return local.startsWith('#/') ? `#/${HOLDER}${local.slice(1)}` : local;
};

/**
 * A copy that ajv can compile part by part: references lead below the holder, big integers are numbers,
 * `nullable` without a `type` says nothing (ajv refuses it), the document's own `$id` is dropped, and so is
 * what depends on patterns for names that cannot be checked.
 */
function prepare(root: Schema): Json {
  const id = typeof root === 'boolean' ? undefined : root.$id;
  const own = typeof id === 'string' ? id.replace(/#.*$/, '') : undefined;
  const copy = (value: Json, kind: 'schema' | 'map' | 'data', foreign: boolean): Json => {
    if (typeof value === 'bigint') return Number(value);
    if (Array.isArray(value)) return value.map((item) => copy(item, kind, foreign));
    if (!isObject(value)) return value;
    const inner = foreign || (kind === 'schema' && value !== root && typeof value.$id === 'string');
    const result: JsonObject = {};
    const unsure = kind === 'schema' && hasUncheckedNames(value);
    for (const [key, member] of Object.entries(value)) {
      if (kind === 'schema') {
        if (unsure && NAME_KEYWORDS.includes(key)) continue;
        if (value === root && (key === '$id' || key === '$schema')) continue;
        if (key === 'nullable' && !Object.hasOwn(value, 'type')) continue;
        if (key === '$ref' && typeof member === 'string' && !inner) {
          result[key] = rebase(member, own);
          continue;
        }
      }
      const below = kind === 'map' ? 'schema' : kind === 'data' ? 'data' : kindOf(key);
      setOwn(result, key, copy(member, below, inner));
    }
    return result;
  };
  return copy(root, 'schema', false);
}

const NAME_KEYWORDS = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];

const hasUncheckedNames = ({ patternProperties }: JsonObject): boolean =>
  isObject(patternProperties) &&
  Object.keys(patternProperties).some((pattern) => linearPattern(pattern) === null);

const kindOf = (keyword: string): 'schema' | 'map' | 'data' => {
  const kind = SUBSCHEMAS.get(keyword);
  if (kind === undefined) return 'data';
  return kind === 'map' ? 'map' : 'schema';
};

/** A value as ajv can check it. */
export function plain(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const [key, member] of Object.entries(value)) setOwn(copy, key, plain(member));
  return copy;
}

/** The validators of one schema's parts, each compiled when it is first asked for. */
export class Validators {
  private readonly compiled = new Map<string, Validator | Error>();
  private readonly ajv: Ajv;
  private readonly root: Schema;
  private added = false;

  /** @param create from `dialectOf` */
  constructor(root: Schema, create: Dialect) {
    this.root = root;
    this.ajv = create({ ...OPTIONS, meta: false, validateSchema: false });
    addFormats(this.ajv);
    // Ajv compares each item with each other.
    this.ajv.removeKeyword('uniqueItems');
    this.ajv.addKeyword({
      keyword: 'uniqueItems',
      type: 'array',
      schemaType: 'boolean',
      validate: (wanted: boolean, items: readonly Json[]) =>
        !wanted || new Set(items.map(canonicalJson)).size === items.length,
    });
  }

  /** Why the part does not compile; undefined where it does. */
  failure(pointer: string): string | undefined {
    const result = this.get(pointer);
    return result instanceof Error ? result.message : undefined;
  }

  /** The validator of the part at a pointer; null where it does not compile. */
  of(pointer: string): Validator | null {
    const result = this.get(pointer);
    return result instanceof Error ? null : result;
  }

  /** Whether a value satisfies the part at a pointer; null where that is not known. */
  accepts(pointer: string, value: Json): boolean | null {
    return run(this.of(pointer), value);
  }

  /** What the part's own keywords, those that hold no further schema, have against a value. */
  leafErrors(part: Part, value: Json): readonly ErrorObject[] {
    if (typeof part.schema === 'boolean') return [];
    const validator = this.leaf(part.pointer, part.schema);
    return run(validator, value) === false ? (validator?.errors ?? []) : [];
  }

  private leaf(pointer: string, schema: JsonObject): Validator | null {
    const keywords = Object.keys(schema);
    if (!keywords.some((keyword) => SUBSCHEMAS.has(keyword) || REFERENCES.includes(keyword))) {
      return this.of(pointer);
    }
    const key = `leaf ${pointer}`;
    let validator = this.compiled.get(key);
    if (validator === undefined) {
      const own = Object.entries(schema).filter(([keyword]) => LEAF_KEYWORDS.has(keyword));
      validator = attempt(() => this.ajv.compile(prepare(Object.fromEntries(own)) as JsonObject));
      this.compiled.set(key, validator);
    }
    return validator instanceof Error ? null : validator;
  }

  private get(pointer: string): Validator | Error {
    let result = this.compiled.get(pointer);
    if (result === undefined) {
      result = attempt(() => this.refer(pointer));
      this.compiled.set(pointer, result);
    }
    return result;
  }

  private refer(pointer: string): Validator | undefined {
    if (!this.added) this.ajv.addSchema({ $id: BASE, [HOLDER]: prepare(this.root) });
    this.added = true;
    return this.ajv.getSchema(`${BASE}#/${HOLDER}${encodeURI(pointer).replaceAll('#', '%23')}`);
  }
}

function attempt(compile: () => Validator | undefined): Validator | Error {
  try {
    return compile() ?? new Error(say`the schema is not there`);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function run(validator: Validator | null, value: Json): boolean | null {
  if (validator === null) return null;
  try {
    return validator(plain(value));
  } catch {
    // References that lead in a circle without coming to a value exhaust the stack.
    return null;
  }
}

const metaValidators = new Map<Dialect, Ajv>();

/** What a schema's dialect has against the schema itself. */
export function metaErrors(schema: Schema, dialect: Dialect): readonly ErrorObject[] {
  let ajv = metaValidators.get(dialect);
  if (!ajv) {
    ajv = dialect(OPTIONS);
    addFormats(ajv);
    metaValidators.set(dialect, ajv);
  }
  try {
    return ajv.validateSchema(plain(schema) as Schema) === true ? [] : (ajv.errors ?? []);
  } catch {
    return [];
  }
}

/** Formats that are checked; any other is listed as unknown. */
export const KNOWN_FORMATS: ReadonlySet<string> = new Set(Object.keys(fullFormats));
