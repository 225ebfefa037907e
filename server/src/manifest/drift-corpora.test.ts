import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import type { ToolDefinition } from '../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { parseFile } from '../syntax/index.ts';
import { definitionSchema, diffTool, diffTools } from './drift.ts';
import { readManifest, toolDefinition } from './index.ts';

const load = (path: string): ToolDefinition[] => {
  const file = parseFile(readFileSync(path, 'utf8'), 'json');
  const documents = file.documents.map(({ frame }) => frame.tree);
  return readManifest({ uri: path, documents }).tools.map(toolDefinition);
};

/** The same value with the keys of every object the other way round, apart from names of arguments. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map(turned);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, turned(each)]),
  );
}

const withSchema = (
  tool: ToolDefinition,
  edit: (properties: JsonObject, schema: JsonObject) => JsonObject,
): ToolDefinition => {
  const schema = structuredClone(tool.input_schema) as JsonObject;
  const properties = edit(schema.properties as JsonObject, schema);
  return { ...tool, input_schema: { ...schema, properties } };
};

const renameFirst = (properties: JsonObject, schema: JsonObject): JsonObject => {
  const [[first, value] = [], ...rest] = Object.entries(properties);
  if (Array.isArray(schema.required)) {
    schema.required = schema.required.map((name) => (name === first ? `${first}_renamed` : name));
  }
  return Object.fromEntries([[`${first}_renamed`, value!], ...rest]);
};

const withoutFirst = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).slice(1));

describeCorpora('changes of real tools', 'manifests', (folder) => {
  const manifests = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => load(join(folder, name)));
  const tools = manifests.flat();
  const editable = tools.filter(
    (tool) =>
      isObject(tool.input_schema) &&
      isObject(tool.input_schema.properties) &&
      Object.keys(tool.input_schema.properties).length > 0 &&
      definitionSchema(tool),
  );
  const firstOf = (tool: ToolDefinition): string =>
    Object.keys((tool.input_schema as JsonObject).properties as JsonObject)[0]!;

  it('are none where nothing but the order of keys is different', () => {
    expect(tools.length).toBeGreaterThan(300);
    for (const tool of tools) {
      expect(diffTool(tool, turned(tool as unknown as Json) as unknown as ToolDefinition)).toEqual(
        [],
      );
    }
  });

  it('are told as what they are', () => {
    expect(editable.length).toBeGreaterThan(250);
    for (const tool of editable) {
      const first = firstOf(tool);
      const messages = (after: ToolDefinition) =>
        diffTool(tool, after).map(({ message }) => message);
      expect(messages(withSchema(tool, renameFirst))).toEqual([
        `argument \`${first}\` renamed to \`${first}_renamed\``,
      ]);
      expect(messages(withSchema(tool, withoutFirst))).toContain(`argument \`${first}\` removed`);
      const described = withSchema(tool, (properties) => ({
        ...properties,
        [first]: { ...(properties[first] as JsonObject), description: 'Something else entirely.' },
      }));
      expect(messages(described)).toEqual([`argument \`${first}\`: description edited`]);
    }
  });

  it('find each renamed tool again, and take none for another that is gone', () => {
    for (const before of manifests) {
      for (const [index, tool] of before.entries()) {
        const renamed = { ...tool, name: `x_${tool.name}` };
        const after = before.with(index, renamed);
        const named = diffTools(before, after).map(({ name, after: now }) => [name, now?.name]);
        expect(named).toEqual([[tool.name, renamed.name]]);
        const gone = before.toSpliced(index, 1);
        expect(diffTools(before, gone).map(({ changes }) => changes[0]?.kind)).toEqual(['removed']);
      }
    }
  });
});
