import { parseJson } from '../../model/json-text.ts';
import { isObject, type Json } from '../../model/value.ts';

/** An output as provenance reads it (scoring.md §3). */
export type Output =
  | {
      readonly kind: 'value';
      readonly value: Json;
      /** The value stands inside a text or an envelope, not as it is written. */
      readonly wrapped: boolean;
    }
  /** Plain text: searched, never selected from. */
  | { readonly kind: 'text' }
  | { readonly kind: 'none' };

const isContainer = (value: Json): boolean => typeof value === 'object' && value !== null;

function fromText(text: string): Output {
  const parsed = parseJson(text);
  if (parsed.ok && isContainer(parsed.value)) {
    return { kind: 'value', value: parsed.value, wrapped: true };
  }
  return { kind: 'text' };
}

/**
 * Reads a recorded output: JSON text and MCP envelopes are opened, `structuredContent` before text
 * blocks. Several text blocks are several outputs; of those nothing is told here.
 */
export function readOutput(value: Json): Output {
  if (value === null) return { kind: 'none' };
  if (typeof value === 'string') return fromText(value);
  if (isObject(value)) {
    const { structuredContent, content } = value;
    if (structuredContent !== undefined && isContainer(structuredContent)) {
      return { kind: 'value', value: structuredContent, wrapped: true };
    }
    if (Array.isArray(content) && content.length > 0 && content.every(isTextBlock)) {
      const only = content.length === 1 ? content[0] : undefined;
      return only && typeof only.text === 'string' ? fromText(only.text) : { kind: 'none' };
    }
  }
  return { kind: 'value', value, wrapped: false };
}

const isTextBlock = (block: Json): block is { type: 'text'; text: string } =>
  isObject(block) && block.type === 'text' && typeof block.text === 'string';
