import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeCorpora } from '../../../test/corpora.ts';
import { createToolset, readManifest } from '../manifest/index.ts';
import { readCase } from '../model/read-case.ts';
import { readConfig } from '../model/read-config.ts';
import type { Tool, Toolset } from '../model/tool.ts';
import { isObject, type Json, type JsonObject } from '../model/value.ts';
import { parseFile } from '../syntax/index.ts';
import { caseContext } from './context.ts';
import { lintCase } from './lint.ts';

const FORMATS: Record<string, string> = {
  date: '2026-06-12',
  'date-time': '2026-06-12T08:00:00Z',
  uri: 'https://example.com/a',
  email: 'ann@example.com',
  uuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
};

/** A value that satisfies a schema, for the keywords that real manifests use. */
function exampleOf(schema: Json | undefined, root: JsonObject): Json {
  if (!isObject(schema)) return 'x';
  const { type, enum: members, anyOf, oneOf, allOf, $ref } = schema;
  if (typeof $ref === 'string') {
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), root);
    return exampleOf(target, root);
  }
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(members)) return members[0]!;
  for (const options of [anyOf, oneOf, allOf]) {
    if (Array.isArray(options) && type === undefined) return exampleOf(options[0], root);
  }
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), Number(schema.exclusiveMinimum ?? 0) + 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 1) }, () =>
        exampleOf(schema.items, root),
      );
    case 'object':
      return argumentsOf(schema, root);
    case 'null':
      return null;
    default:
      return FORMATS[String(schema.format)] ?? 'x'.repeat(Number(schema.minLength ?? 1));
  }
}

function argumentsOf(schema: JsonObject, root: JsonObject): JsonObject {
  const { properties, required } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return {};
  return Object.fromEntries(
    required.map((name) => [String(name), exampleOf(properties[String(name)], root)]),
  );
}

/** Calls a tool with its required arguments. */
function caseOf(tool: Tool): string {
  const schema = isObject(tool.inputSchema) ? tool.inputSchema : {};
  const args = Object.fromEntries(
    Object.entries(argumentsOf(schema, schema)).map(([name, value]) => [
      name,
      { allowed: [value] },
    ]),
  );
  const calls = [{ name: tool.name, args }];
  return JSON.stringify({ case_id: 'a', user_message: 'x', expected: { calls } }, null, 2);
}

function complaints(tool: Tool, toolset: Toolset): string[] {
  const subject = readCase(parseFile(caseOf(tool), 'json').documents[0]!.frame.tree)!;
  const scope = {
    uri: 'test:/a.case.json',
    toolset,
    config: readConfig(),
    golden: () => ({ kind: 'unknown', ids: [] }) as const,
    file: () => undefined,
    manifest: () => undefined,
    definitionOf: () => undefined,
  };
  return lintCase(caseContext(scope, subject))
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ code, message }) => `${tool.name}: ${code}: ${message}`);
}

describeCorpora('a valid call of every tool', 'manifests', (folder) => {
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.json'))) {
    it(`raises no alarm: ${name}`, () => {
      const file = parseFile(readFileSync(join(folder, name), 'utf8'), 'json');
      const documents = file.documents.map(({ frame }) => frame.tree);
      const manifest = readManifest({ uri: `test:/${name}`, documents });
      const toolset = createToolset([{ manifest }], new Map(), true);
      expect(manifest.tools.length).toBeGreaterThan(0);
      expect(manifest.tools.flatMap((tool) => complaints(tool, toolset))).toEqual([]);
    });
  }
});
