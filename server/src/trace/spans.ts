/** Spans of OpenTelemetry, out of the several ways in which they are written down. */
import { setOwn } from '../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { defined, label, list, member, number, object, objects, text, timeMs } from './json.ts';

export interface Span {
  /** By dotted names, whether they were written so or nested. */
  readonly attributes: JsonObject;
  readonly traceId: string;
  readonly startMs?: number;
  readonly endMs?: number;
  readonly failed: boolean;
  /** What the span says went wrong. */
  readonly failure?: string;
}

const MARKS = ['gen_ai.', 'openinference.', 'llm.', 'tool.'];

const isMarked = (attributes: JsonObject): boolean =>
  Object.keys(attributes).some((key) => MARKS.some((mark) => key.startsWith(mark)));

/**
 * Reads OTLP JSON (also several exports in a list), lists of exported spans, or bare attributes.
 *
 * @returns undefined where the value holds no span with attributes of an agent
 */
export function readSpans(value: Json): Span[] | undefined {
  const values = Array.isArray(value) ? value : [value];
  const spans = values.flatMap((item) => (isObject(item) ? spansOf(item) : []));
  return spans.some(({ attributes }) => isMarked(attributes))
    ? spans.sort((a, b) => (a.startMs ?? 0) - (b.startMs ?? 0))
    : undefined;
}

function spansOf(value: JsonObject): Span[] {
  const resources = [...objects(value.resourceSpans), ...objects(value.resource_spans)];
  if (resources.length > 0) {
    const scopes = resources.flatMap((resource) => [
      ...objects(member(resource, 'scopeSpans', 'scope_spans', 'instrumentationLibrarySpans')),
    ]);
    return scopes.flatMap((scope) => objects(scope.spans)).map(readSpan);
  }
  if (Array.isArray(value.spans)) return objects(value.spans).map(readSpan);
  if (value.attributes !== undefined) return [readSpan(value)];
  return isMarked(value) ? [{ attributes: value, traceId: '', failed: false }] : [];
}

function readSpan(span: JsonObject): Span {
  const status = object(span.status);
  const code = status?.code ?? span.status_code;
  const attributes = readAttributes(span.attributes);
  const failure =
    text(status?.message) ?? text(span.status_message) ?? text(attributes['error.type']);
  return {
    attributes,
    traceId: label(member(span, 'traceId', 'trace_id') ?? object(span.context)?.trace_id) ?? '',
    failed:
      code === 2 || code === 'STATUS_CODE_ERROR' || code === 'ERROR' || 'error.type' in attributes,
    ...defined({
      failure,
      startMs: momentOf(member(span, 'startTimeUnixNano', 'start_time_unix_nano', 'start_time')),
      endMs: momentOf(member(span, 'endTimeUnixNano', 'end_time_unix_nano', 'end_time')),
    }),
  };
}

/** Nanoseconds since 1970, as a number or its digits, or an ISO 8601 text. */
function momentOf(value: Json | undefined): number | undefined {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return timeMs(value);
  const nanos =
    typeof value === 'string' || typeof value === 'bigint' ? Number(value) : number(value);
  return nanos === undefined ? undefined : nanos / 1e6;
}

function readAttributes(value: Json | undefined): JsonObject {
  const attributes: JsonObject = {};
  if (Array.isArray(value)) {
    for (const { key, value: wrapped } of objects(value)) {
      if (typeof key === 'string') setOwn(attributes, key, unwrap(wrapped ?? null));
    }
  } else if (isObject(value)) {
    flatten(value, '', attributes);
  }
  return attributes;
}

/** OTLP's typed values: `{stringValue}`, `{intValue}`, `{arrayValue: {values}}`, `{kvlistValue: {values}}`. */
function unwrap(value: Json): Json {
  if (!isObject(value)) return value;
  const { intValue, arrayValue, kvlistValue } = value;
  if (typeof intValue === 'string') return Number(intValue);
  if (isObject(arrayValue)) return list(arrayValue.values).map(unwrap);
  if (isObject(kvlistValue)) {
    const members: JsonObject = {};
    for (const { key, value: inner } of objects(kvlistValue.values)) {
      if (typeof key === 'string') setOwn(members, key, unwrap(inner ?? null));
    }
    return members;
  }
  return value.stringValue ?? value.boolValue ?? value.doubleValue ?? intValue ?? null;
}

/** Some exports nest what the conventions write with dots. */
function flatten(value: JsonObject, prefix: string, into: JsonObject): void {
  for (const [key, inner] of Object.entries(value)) {
    const name = prefix + key;
    const nested =
      isObject(inner) && /^(?:gen_ai|openinference|llm|tool|input|output|span)\b/.test(name);
    if (nested) flatten(inner, `${name}.`, into);
    setOwn(into, name, inner);
  }
}

/** A list that was written out key by key (`messages.0.message.role`) or as it is. */
export function listUnder(attributes: JsonObject, prefix: string): JsonObject[] {
  const whole = attributes[prefix];
  if (Array.isArray(whole)) return objects(whole) as JsonObject[];
  const items = new Map<number, JsonObject>();
  for (const [key, value] of Object.entries(attributes)) {
    if (!key.startsWith(`${prefix}.`)) continue;
    const [index, ...rest] = key.slice(prefix.length + 1).split('.');
    if (index === undefined || !/^\d{1,6}$/.test(index) || rest.length === 0) continue;
    const item = items.get(Number(index)) ?? {};
    setOwn(item, rest.join('.'), value);
    items.set(Number(index), item);
  }
  return [...items.entries()].sort(([a], [b]) => a - b).map(([, item]) => item);
}

/** Spans by trace, in the order in which the traces begin. */
export function byTrace(spans: readonly Span[]): Span[][] {
  const traces = new Map<string, Span[]>();
  for (const span of spans) {
    const known = traces.get(span.traceId);
    if (known) known.push(span);
    else traces.set(span.traceId, [span]);
  }
  return [...traces.values()];
}
