import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson } from '../model/json-text.ts';
import type { Tool, ToolDefinition } from '../model/tool.ts';
import type { Json } from '../model/value.ts';

/** What a label vouches for: the tool's own fields, without those that it does not have. */
export function toolDefinition(tool: Tool): ToolDefinition {
  const fields: [string, unknown][] = [
    ['name', tool.name],
    ['title', tool.title],
    ['description', tool.description],
    ['input_schema', tool.inputSchema],
    ['output_schema', tool.outputSchema],
    ['annotations', tool.annotations],
  ];
  return Object.fromEntries(
    fields.filter(([, value]) => value !== undefined),
  ) as unknown as ToolDefinition;
}

/** The digest of a definition: `sha256:` and 64 hexadecimal digits (format.md, Labels). */
export const definitionDigest = (definition: ToolDefinition): string =>
  `sha256:${bytesToHex(sha256(utf8ToBytes(canonicalJson(definition as unknown as Json))))}`;

const digests = new WeakMap<Tool, string>();

/** The digest of a tool's definition, computed once. */
export function toolDigest(tool: Tool): string {
  const known = digests.get(tool);
  if (known !== undefined) return known;
  const made = definitionDigest(toolDefinition(tool));
  digests.set(tool, made);
  return made;
}

/** Hexadecimal digits that a new label has: the fewest that the format takes. */
const LABEL_DIGITS = 16;

/** A label of a digest, as long as the one that it replaces. */
export const labelOf = (digest: string, length = 'sha256:'.length + LABEL_DIGITS): string =>
  digest.slice(0, length);

/** Whether a label vouches for a digest: it is the digest's beginning, whatever the case of its letters. */
export const vouchesFor = (label: string, digest: string): boolean =>
  digest.startsWith(label.toLowerCase());

/** Whether a text is a label at all; what else stands there is the shape rules' to report. */
export const isLabel = (text: string): boolean => /^sha256:[0-9a-f]{16,64}$/i.test(text);
