import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createToolset, readManifest } from '../manifest/index.ts';
import { readCase } from '../model/read-case.ts';
import { readConfig } from '../model/read-config.ts';
import { readGolden } from '../model/read-golden.ts';
import { type Language, parseFile } from '../syntax/index.ts';
import { caseContext } from './context.ts';
import { lintCase } from './lint.ts';

const folder = fileURLToPath(new URL('../../../examples/', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

const treesOf = (name: string) => {
  const language: Language = name.endsWith('.json') ? 'json' : 'yaml';
  const { documents } = parseFile(readFileSync(join(folder, name), 'utf8'), language);
  return documents.map(({ frame }) => frame.tree);
};

const config = readConfig(treesOf('callsheet.config.yaml')[0], 'test:/callsheet.config.yaml');
const manifests = files
  .filter((name) => name.endsWith('.tools.json'))
  .map((name) => ({ manifest: readManifest({ uri: `test:/${name}`, documents: treesOf(name) }) }));
const scope = {
  uri: 'test:/a.case.yaml',
  toolset: createToolset(manifests, config.policies, true),
  config,
  golden: () => ({ kind: 'unreadable', reason: 'not looked for' }) as const,
  file: () => undefined,
  manifest: () => undefined,
  definitionOf: () => undefined,
};

/** What is found in each document of a file, as `id: code, code`. */
const found = (name: string): string[] =>
  treesOf(name).flatMap((tree) => {
    const subject = name.includes('.golden.') ? readGolden(tree) : readCase(tree);
    if (!subject) return [];
    const codes = lintCase(caseContext(scope, subject))
      .filter(({ severity, code }) => severity !== 'hint' && code !== 'file-unreadable')
      .map(({ code }) => code);
    const id = subject.kind === 'case' ? subject.caseId?.value : subject.goldenId?.value;
    return [`${id}: ${codes.join(', ')}`];
  });

describe('the examples', () => {
  it('have the mistakes that they say, each once', () => {
    expect(found('mistakes.case.yaml')).toMatchInlineSnapshot(`
      [
        "mistake_tool_name: unknown-tool",
        "mistake_argument_name: unknown-arg",
        "mistake_missing_argument: missing-required-arg",
        "mistake_argument_type: arg-type",
        "mistake_enum_value: arg-enum",
        "mistake_later_call: from-call-later",
        "mistake_path_syntax: from-call-path",
        "mistake_path_property: from-call-path",
        "mistake_key: unknown-key",
        "mistake_nothing_expected: vacuous-expectation",
        "mistake_duplicate_id: duplicate-call-id, duplicate-call-id",
        "mistake_matcher_key: mixed-matcher",
        "mistake_predicate: predicate-unknown",
        "mistake_contradiction: behavior-contradiction",
        "mistake_loose_amount: loose-destructive",
      ]
    `);
  });

  const sound = files.filter((name) => /\.(case|golden)\.(yaml|json)$/.test(name));
  for (const name of sound.filter((each) => each !== 'mistakes.case.yaml')) {
    it(`are sound: ${name}`, () => {
      expect(found(name).filter((line) => !line.endsWith(': '))).toEqual([]);
    });
  }
});
