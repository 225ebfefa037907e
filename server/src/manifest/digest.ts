import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../model/json-text.ts';
import type { Tool } from '../model/tool.ts';
import type { Json, JsonObject } from '../model/value.ts';

/** What a label vouches for, under the names of the digest; schemas as the manifest writes them. */
export function toolDefinition(tool: Tool): JsonObject {
  const fields: [string, unknown][] = [
    ['name', tool.name],
    ['title', tool.title],
    ['description', tool.description],
    ['input_schema', tool.inputSchema],
    ['output_schema', tool.outputSchema],
    ['annotations', tool.annotations],
  ];
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The digest of a tool's definition: `sha256:` and 64 hexadecimal digits (format.md, Labels). */
export const toolDigest = (tool: Tool): string =>
  `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(toolDefinition(tool) as Json))))}`;
