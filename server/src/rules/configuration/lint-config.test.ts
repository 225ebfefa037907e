import { describe, expect, it } from 'vitest';
import { readConfig } from '../../model/read-config.ts';
import { readDataset } from '../../model/read-dataset.ts';
import { parseFile } from '../../syntax/index.ts';
import { lintDatasetFrame } from '../dataset/lint-frame.ts';
import { fixesFor } from '../lint.ts';
import type { FileLookup } from '../rule.ts';
import { applyFix } from '../testing.ts';
import { TRAVEL, toolsetOf } from '../testing-tools.ts';
import { type ConfigContext, lintConfig } from './lint-config.ts';

const treeOf = (text: string) => parseFile(text, 'yaml').documents[0]!.frame.tree;

const MISSING: FileLookup = { ok: false, reason: 'there is no such file', nearest: ['./a.json'] };

function lint(text: string, rest: Partial<ConfigContext> = {}) {
  const config = readConfig(treeOf(text), 'test:/callsheet.config.yaml');
  return lintConfig({
    config,
    toolset: toolsetOf(TRAVEL, config, true),
    foreignServers: new Set(['other']),
    file: () => undefined,
    manifest: () => undefined,
    ...rest,
  });
}

const told = (text: string, rest?: Partial<ConfigContext>): string[] =>
  lint(text, rest).map(({ code, place }) => `${text.slice(place.start, place.end)} ${code}`);

describe('a configuration', () => {
  it('is linted for names that lead nowhere', () => {
    expect(
      told(`
polices: {}
policies: { bok_flight: { consequence: write }, book_flight: { consequence: write } }
rules: { unknown-tol: off, unknown-tool: off2, missed-call: warning }
default_runner: agnet
runners: { agent: { type: command, command: [a] } }
sandbox: { server: books }
gates:
  - { metric: selection_ac, min: 1, where: { tool: serch_flights } }
  - { metric: pass_pow_k, k: 5, min: 1 }
`),
    ).toEqual([
      'polices unknown-key',
      'bok_flight unknown-tool',
      'unknown-tol unknown-key',
      'off2 bad-value',
      'agnet runner-unknown',
      'books bad-value',
      'selection_ac bad-value',
      'serch_flights unknown-tool',
    ]);
  });

  it('is not judged by what is not known', () => {
    const text = 'policies: { x: { weight: 1 } }\nsandbox: { server: books }\n';
    const config = readConfig(treeOf(text), 'test:/c');
    expect(
      told(text, { toolset: toolsetOf(TRAVEL, config, false), foreignServers: undefined }),
    ).toEqual([]);
    expect(told('sandbox: { server: other }\n')).toEqual([]);
  });

  it('names files that can be read', () => {
    expect(
      told('tools: [./b.json]\npredicates: ./p.mjs\n', {
        file: () => MISSING,
        manifest: () => MISSING,
      }),
    ).toEqual(['./b.json tools-unreadable', './p.mjs file-unreadable']);
  });

  it('has its mistakes mended', () => {
    const text = 'default_runner: agnet\nrunners: { agent: { type: command, command: [a] } }\n';
    const [found] = lint(text);
    expect(applyFix(text, fixesFor(found!)[0]!)).toContain('default_runner: agent\n');
  });

  it('that does not parse has its syntax findings alone', () => {
    expect(told('polices: { a: [ }\n').every((each) => each.endsWith('yaml-syntax'))).toBe(true);
  });
});

describe("a dataset's frame", () => {
  it('is linted without its cases', () => {
    const text =
      'dataset: d\ntools: ./b.json\ncases: [{ nonsense: 1 }]\ngates: [{ metric: arg_ac, min: 1 }]\nextra: 1\n';
    const found = lintDatasetFrame(readDataset(treeOf(text))!, readConfig(), () => MISSING);
    expect(found.map(({ code }) => code)).toEqual(['tools-unreadable', 'bad-value', 'unknown-key']);
  });
});
