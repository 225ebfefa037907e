import type { ToolSchema, Toolset } from '../model/tool.ts';
import type { JsonObject } from '../model/value.ts';

/** Places of one schema that are kept; a call asks for a few dozen. */
const MAX_PLACES = 2000;

const cached = new WeakMap<ToolSchema, ToolSchema>();

/** The schema, which finds each place only once however many rules and calls ask for it. */
export function withMemory(schema: ToolSchema): ToolSchema {
  const known = cached.get(schema);
  if (known) return known;
  const places = new Map<string, JsonObject | boolean | undefined>();
  const made: ToolSchema = {
    ...schema,
    at(path) {
      const key = JSON.stringify(path);
      if (places.has(key)) return places.get(key);
      if (places.size >= MAX_PLACES) places.clear();
      const found = schema.at(path);
      places.set(key, found);
      return found;
    },
  };
  cached.set(schema, made);
  return made;
}

/** The input schemas of a toolset, each with its memory. */
export const inputSchemas = (toolset: Toolset): Pick<Toolset, 'schema'> => ({
  schema(name) {
    const schema = toolset.schema(name);
    return schema && withMemory(schema);
  },
});
