import { say } from '../l10n/say.ts';
import type { Matcher, ValueMatcher } from '../model/expectation.ts';
import { parseJsonPath, select } from '../model/json-path.ts';
import { equalJson } from '../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';

/** A value that a golden call can be made with, or why there is none, in words. */
export type Made =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: string };

/** What is known where values are made. */
export interface ValueSources {
  /** Outputs of the golden call by an id or a tool name, as far as it was made. */
  outputOf(reference: string): Json | undefined;
  /** The argument's schema, where it has one. */
  readonly schema?: JsonObject;
}

/** A value for each predicate that says what a value looks like. */
const SAMPLES: Readonly<Record<string, Json>> = {
  iso_date: '2026-01-31',
  iso_datetime: '2026-01-31T12:00:00Z',
  iso_duration: 'P1D',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  positive: 1,
  non_negative: 0,
  integer: 1,
};

/** A value for each type of a schema, where nothing else is asked. */
const BY_TYPE: Readonly<Record<string, Json>> = {
  string: 'sample',
  integer: 1,
  number: 1,
  boolean: true,
};

const none = (reason: string): Made => ({ ok: false, reason });
const some = (value: Json): Made => ({ ok: true, value });

/** Makes one value that a matcher accepts. */
export function valueFor(matcher: Matcher, sources: ValueSources): Made {
  switch (matcher.kind) {
    case 'matcher':
      return leafFor(matcher, sources);
    case 'list':
      return together(
        matcher.items.map((item) => valueFor(item, { outputOf: sources.outputOf })),
        (values) => values,
      );
    case 'object': {
      const entries = [...matcher.entries];
      return together(
        entries.map(([, part]) => valueFor(part, { outputOf: sources.outputOf })),
        (values) => Object.fromEntries(entries.map(([key], index) => [key, values[index] as Json])),
      );
    }
  }
}

function together(made: readonly Made[], join: (values: Json[]) => Json): Made {
  const missing = made.find((each) => !each.ok);
  return missing ?? some(join(made.flatMap((each) => (each.ok ? [each.value] : []))));
}

function leafFor(matcher: ValueMatcher, sources: ValueSources): Made {
  const { allowed, fromCall } = matcher;
  if (fromCall) {
    const found = selected(fromCall, matcher.path, sources);
    const fitting = allowed
      ? found.find((value) => allowed.some((each) => equalJson(each, value)))
      : found[0];
    if (fitting !== undefined) return some(fitting);
    if (allowed && matcher.path === undefined) return some(allowed[0] as Json);
    return none(
      matcher.path === undefined
        ? say`without a \`path\` no one value of ${fromCall.join(' or ')} is meant`
        : say`${fromCall.join(' or ')} returned nothing at ${matcher.path}`,
    );
  }
  if (allowed) return some(allowed[0] as Json);
  return sample(matcher, sources.schema);
}

function selected(
  references: readonly string[],
  path: string | undefined,
  { outputOf }: ValueSources,
): Json[] {
  const query = path === undefined ? undefined : parseJsonPath(path);
  return references.flatMap((reference) => {
    const output = outputOf(reference);
    if (output === undefined) return [];
    if (query?.ok) return select(query.query, output);
    return typeof output === 'object' ? [] : [output];
  });
}

/** A value where only its form is asked: the schema's own, else one of the form. */
function sample({ predicate }: ValueMatcher, schema: JsonObject | undefined): Made {
  const own = schema && (schema.default ?? schema.const ?? firstOf(schema.enum));
  if (own !== undefined) return some(own);
  if (isObject(predicate) && isObject(predicate.schema))
    return sample(NO_MATCHER, predicate.schema);
  if (typeof predicate === 'string' && Object.hasOwn(SAMPLES, predicate)) {
    return some(SAMPLES[predicate] as Json);
  }
  const byType = schema && BY_TYPE[String(schema.type)];
  if (byType !== undefined) return some(byType);
  return predicate === 'non_empty' || predicate === 'any'
    ? some(BY_TYPE.string as Json)
    : none(say`the golden names no value for it`);
}

const NO_MATCHER: ValueMatcher = { kind: 'matcher', optional: false };
const firstOf = (list: Json | undefined): Json | undefined =>
  Array.isArray(list) ? list[0] : undefined;
