/** BFCL's questions, accepted answers and verdicts as its files hold them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BfclCall } from '../../server/src/convert/bfcl.ts';
import { createToolset, readManifest } from '../../server/src/manifest/index.ts';
import { canonicalJson } from '../../server/src/model/json-text.ts';
import { readCase } from '../../server/src/model/read-case.ts';
import { readConfig } from '../../server/src/model/read-config.ts';
import type { Toolset } from '../../server/src/model/tool.ts';
import type { Json, JsonObject } from '../../server/src/model/value.ts';
import { caseContext } from '../../server/src/rules/context.ts';
import { lintCase } from '../../server/src/rules/index.ts';
import type { Scope } from '../../server/src/rules/rule.ts';
import type { ToolSpec } from '../../server/src/scoring/testing.ts';
import { parseFile } from '../../server/src/syntax/index.ts';

export interface BfclVerdict {
  readonly id: string;
  readonly file: string;
  readonly test_category: string;
  readonly mutation: string;
  readonly model_output: readonly BfclCall[];
  readonly valid: boolean;
  readonly error_type: string | null;
  /** The line as written: JSON cannot tell `5.0` from `5` once it is read. */
  readonly text: string;
}

export interface BfclFunction {
  readonly name: string;
  readonly parameters: {
    readonly properties: Readonly<
      Record<string, { readonly type: string; readonly default?: Json }>
    >;
    readonly required?: readonly string[];
  };
}

const lines = <T>(path: string): T[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);

export const readVerdicts = (folder: string): BfclVerdict[] =>
  readFileSync(join(folder, 'ast_verdicts.jsonl'), 'utf8')
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => ({ ...JSON.parse(text), text }));

export const readFunctions = (folder: string, file: string): Map<string, readonly BfclFunction[]> =>
  new Map(
    lines<{ id: string; function: BfclFunction[] }>(join(folder, `BFCL_v4_${file}.json`)).map(
      (entry) => [entry.id, entry.function],
    ),
  );

export const readAnswers = (folder: string, file: string): Map<string, readonly BfclCall[]> =>
  new Map(
    lines<{ id: string; ground_truth: BfclCall[] }>(
      join(folder, 'possible_answer', `BFCL_v4_${file}.json`),
    ).map((entry) => [entry.id, entry.ground_truth]),
  );

const TYPES: Readonly<Record<string, string>> = {
  dict: 'object',
  float: 'number',
  tuple: 'array',
  any: '',
};

/** The functions as tools with schemas. */
export const bfclTools = (functions: readonly BfclFunction[]): ToolSpec[] =>
  functions.map(({ name, parameters }) => ({
    name,
    properties: Object.fromEntries(
      Object.entries(parameters.properties).map(([key, { type, default: value }]) => [
        key,
        { type: TYPES[type] ?? type, ...(value !== undefined && { default: value }) },
      ]),
    ),
    required: [...(parameters.required ?? [])],
  }));

/** The question's functions as a manifest, read as any file of that dialect is. */
function manifestOf(functions: readonly BfclFunction[]): Toolset {
  const file = parseFile(JSON.stringify(functions), 'json');
  const documents = file.documents.map(({ frame }) => frame.tree);
  const manifest = readManifest({ uri: 'test:/bfcl.tools.json', documents });
  return createToolset([{ manifest }], readConfig().policies, true);
}

/** Whether a case that expects this has no error-level finding against the functions of its question. */
export function isValid(functions: readonly BfclFunction[], expected: JsonObject): boolean {
  const text = canonicalJson({ case_id: 'bfcl', expected });
  const subject = readCase(parseFile(text, 'json').documents[0]!.frame.tree)!;
  const scope: Scope = {
    uri: 'test:/bfcl.case.json',
    toolset: manifestOf(functions),
    config: readConfig(),
    golden: () => ({ kind: 'unreadable', reason: 'there is none' }),
    file: () => undefined,
    manifest: () => undefined,
    definitionOf: () => undefined,
  };
  return lintCase(caseContext(scope, subject)).every(({ severity }) => severity !== 'error');
}
