import { canonicalJson, parseJson, setOwn } from '../model/json-text.ts';
import type { ToolDefinition } from '../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { definitionDigest, vouchesFor } from './digest.ts';

/** The lock file's name; it stands beside the configuration (format.md, Labels). */
export const LOCK_NAME = 'callsheet.lock.json';

/** Definitions of tools as they were labelled, by their digests. */
export interface Lock {
  readonly definitions: ReadonlyMap<string, ToolDefinition>;
  /** The definition that a label, a digest's beginning, vouches for. */
  find(label: string): ToolDefinition | undefined;
}

const isDefinition = (value: Json): value is JsonObject & { name: string } =>
  isObject(value) && typeof value.name === 'string';

export function createLock(definitions: ReadonlyMap<string, ToolDefinition>): Lock {
  return {
    definitions,
    find(label) {
      for (const [digest, definition] of definitions) {
        if (vouchesFor(label, digest)) return definition;
      }
      return undefined;
    },
  };
}

/**
 * Reads a lock file. An entry that is no definition, or that is not the one its digest belongs to, is
 * left out: what it says could not be trusted.
 *
 * @returns undefined where the text is no lock file at all
 */
export function readLock(text: string): Lock | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const definitions = new Map<string, ToolDefinition>();
  for (const [digest, value] of Object.entries(parsed.value)) {
    if (!isDefinition(value)) continue;
    const definition = value as unknown as ToolDefinition;
    if (definitionDigest(definition) === digest) definitions.set(digest, definition);
  }
  return createLock(definitions);
}

/** The text of a lock file: sorted by digest, one value a line, so that a merge is easy to read. */
export function renderLock(definitions: Iterable<ToolDefinition>): string {
  const byDigest = new Map(
    [...definitions].map((definition) => [definitionDigest(definition), definition]),
  );
  const lock: JsonObject = {};
  for (const digest of [...byDigest.keys()].sort()) {
    setOwn(lock, digest, byDigest.get(digest) as unknown as Json);
  }
  return `${indented(lock)}\n`;
}

/** JSON with a value a line; keys in canonical order, big integers by their digits. */
function indented(value: Json, indent = ''): string {
  const deeper = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) {
    const items = value.map((item) => deeper + indented(item, deeper));
    return `[\n${items.join(',\n')}\n${indent}]`;
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    const entries = Object.keys(value)
      .sort()
      .map((key) => `${deeper}${JSON.stringify(key)}: ${indented(value[key]!, deeper)}`);
    return `{\n${entries.join(',\n')}\n${indent}}`;
  }
  return canonicalJson(value);
}
