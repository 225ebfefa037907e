/** Documents out of nothing: of our keys at random, or after the grammar of the published schemas. */
import caseSchema from '../../../schemas/case.schema.json';
import configSchema from '../../../schemas/config.schema.json';
import datasetSchema from '../../../schemas/dataset.schema.json';
import goldenSchema from '../../../schemas/golden.schema.json';
import toolsSchema from '../../../schemas/tools.schema.json';
import traceSchema from '../../../schemas/trace.schema.json';
import { valueText } from './mutate.ts';
import { below, pick, type Random } from './random.ts';
import { written } from './restructure.ts';
import { KEYS, VALUES } from './words.ts';

/** A document of our keys, at random, in block style. */
export function grown(random: Random, depth = 4, indent = ''): string {
  const isList = random() < 0.3;
  return Array.from({ length: 1 + below(random, 5) }, () => {
    const head = `${indent}${isList ? '-' : `${pick(random, KEYS)}:`}`;
    if (depth <= 0 || random() < 0.5) return `${head} ${valueText(random, 2)}\n`;
    return `${head}\n${grown(random, depth - 1, `${indent}  `)}`;
  }).join('');
}

/** A small world whose files name each other, and the schema that each is grown after. */
const WORLD: Readonly<Record<string, unknown>> = {
  'a.case.yaml': caseSchema,
  'a.dataset.yaml': datasetSchema,
  'g.golden.yaml': goldenSchema,
  'm.tools.json': toolsSchema,
  'r.trace.json': traceSchema,
  'callsheet.config.yaml': configSchema,
};

/** What a text under a key is mostly: few, so that names and paths meet what they mean. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  tools: ['m.tools.json', 'none.tools.json'],
  trace: ['r.trace.json'],
  golden: ['g.golden.yaml', 'g.golden.yaml#a'],
  include: ['*.case.yaml', '**'],
  path: ['$.a', '$..*', "$['b'][0]", '$[?@.a == 1]', 'm.tools.json', '$['],
  when: ['/a+/', 'a', '/(/'],
  predicate: ['any', 'integer', 'email', 'own'],
  at: ['2026-01-01', 'yesterday'],
};
const NAMES = ['a', 'b', 'c', '__proto__'];

type Schema = boolean | { readonly [keyword: string]: never };

interface Growth {
  readonly random: Random;
  readonly root: Schema;
}

/** A value that a schema allows, or nearly; of the keywords that our own schemas are written with. */
function valueAfter(schema: Schema, { random, root }: Growth, depth: number, key: string): unknown {
  const within = { random, root };
  if (typeof schema === 'boolean' || depth > 14 || random() < 0.03) {
    return depth > 14 ? pick(random, NAMES) : structuredClone(pick(random, VALUES));
  }
  const { $ref, const: only, enum: words, anyOf, oneOf, type } = schema as Record<string, never>;
  if ($ref !== undefined) return valueAfter(pointed(root, $ref), within, depth + 1, key);
  if (only !== undefined) return only;
  if (words) return pick(random, words);
  const ways: readonly Schema[] | undefined = anyOf ?? oneOf;
  if (ways) return valueAfter(pick(random, ways), within, depth + 1, key);
  const kind: unknown = Array.isArray(type) ? pick(random, type) : type;
  if (kind === 'object') return objectAfter(schema, within, depth);
  if (kind === 'array') {
    const items: Schema = (schema as Record<string, never>).items ?? true;
    return Array.from({ length: below(random, 4) }, () =>
      valueAfter(items, within, depth + 1, key),
    );
  }
  if (kind === 'boolean') return random() < 0.5;
  if (kind === 'integer' || kind === 'number') return pick(random, [0, 1, 2, 3, 0.5, -1]);
  if (kind === 'null') return null;
  if (kind === 'string') return pick(random, random() < 0.8 ? (TEXTS[key] ?? NAMES) : NAMES);
  return structuredClone(pick(random, VALUES));
}

function objectAfter(schema: Schema, within: Growth, depth: number): Record<string, unknown> {
  const { random } = within;
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as unknown as {
    readonly properties?: Readonly<Record<string, Schema>>;
    readonly required?: readonly string[];
    readonly additionalProperties?: Schema;
  };
  const wanted = Object.keys(properties).filter(
    (key) => required.includes(key) || random() < 0.35 / (1 + depth / 6),
  );
  const own = additionalProperties
    ? Array.from({ length: below(random, 3) }, () => pick(random, NAMES))
    : [];
  return Object.fromEntries([
    ...wanted.map((key) => [key, valueAfter(properties[key]!, within, depth + 1, key)]),
    ...own.map((key) => [key, valueAfter(additionalProperties ?? true, within, depth + 1, key)]),
  ]);
}

function pointed(root: Schema, ref: string): Schema {
  return ref
    .split('/')
    .slice(1)
    .reduce((at, part) => (at as unknown as Record<string, Schema>)[part] ?? true, root);
}

/** A workspace in which every file follows the grammar of its kind, more or less. */
export function grownWorld(random: Random): Record<string, string> {
  return Object.fromEntries(
    Object.entries(WORLD).map(([path, schema]) => {
      const root = schema as Schema;
      return [path, written(path, [valueAfter(root, { random, root }, 0, '')], random)];
    }),
  );
}
