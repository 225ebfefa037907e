import { setOwn } from '../../model/json-text.ts';
import { isObject, type Json, type JsonObject } from '../../model/value.ts';
import { isSchema, type Schema, SUBSCHEMAS } from '../keywords.ts';

/**
 * Rewrites a schema and every schema inside it, innermost first.
 *
 * @param rename other spellings of keywords, by which schemas are also found
 * @param each the rewriting of one schema, its keywords renamed already
 */
export function rewriteSchema(
  schema: Schema,
  rename: ReadonlyMap<string, string>,
  each: (schema: JsonObject) => JsonObject,
): Schema {
  const visit = (value: Json): Json => {
    if (!isObject(value)) return value;
    const copy: JsonObject = {};
    for (const [written, member] of Object.entries(value)) {
      const keyword = rename.get(written) ?? written;
      setOwn(copy, keyword, inside(keyword, member));
    }
    return each(copy);
  };
  const inside = (keyword: string, value: Json): Json => {
    const kind = SUBSCHEMAS.get(keyword);
    if (kind === undefined) return value;
    if (Array.isArray(value)) return value.map(visit);
    if (kind !== 'map' || !isObject(value)) return visit(value);
    const copy: JsonObject = {};
    for (const [name, part] of Object.entries(value)) setOwn(copy, name, visit(part));
    return copy;
  };
  const result = visit(schema);
  return isSchema(result) ? result : schema;
}
