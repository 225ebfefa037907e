import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parseFile, toValue } from '../../syntax/index.ts';
import { checkShape } from '../shape.ts';
import type { SchemaKind } from './index.ts';
import { publishedSchemas, schemaText } from './json-schema.ts';

const published = publishedSchemas();
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);

function accepts(kind: SchemaKind | 'tools', text: string): boolean {
  const { root } = parseFile(text, 'yaml').documents[0]!.frame.tree;
  const schema = published.get(`${kind}.schema.json`)!;
  return ajv.validate(schema, toValue(root!)) as boolean;
}

const caseWith = (expected: string): string =>
  `{ case_id: a, user_message: hi, expected: { ${expected} } }`;
const withArgs = (args: string): string => caseWith(`calls: [{ name: f, args: { ${args} } }]`);

describe('the published schemas', () => {
  it.each([...published.keys()])('schemas/%s is what the models say (npm run schemas)', (name) => {
    expect(readFileSync(`schemas/${name}`, 'utf8')).toBe(schemaText(published.get(name)!));
  });

  const refused: [SchemaKind, string][] = [
    ['case', '{ case_id: a, expcted: {} }'],
    ['case', '{ expected: {} }'],
    ['case', '{ case_id: a, tool_behavior: no_call, expected: {} }'],
    ['case', '{ case_id: a, user_message: hi, messages: [], expected: {} }'],
    ['case', caseWith('tool_behaviour: no_call')],
    ['case', caseWith('tool_behavior: nocall')],
    ['case', caseWith('calls: []')],
    ['case', caseWith('allowed_tools: []')],
    ['case', caseWith('golden: g, calls: [{ name: f }]')],
    ['case', caseWith('calls: [{ name: f, argz: {} }]')],
    ['case', caseWith('calls: [{ args: {} }]')],
    ['case', caseWith('calls: [{ name: f, turn: -1 }]')],
    ['case', caseWith('calls: [{ name: f, group: 1.5 }]')],
    ['case', caseWith('calls: [{ name: f, match: { calls: exact } }]')],
    ['case', caseWith('any_of: [{ name: f }]')],
    ['case', caseWith('match: { extra_call: any }')],
    ['case', caseWith('state: { ignored: [] }')],
    ['case', caseWith('must_mention: [{ all: [a] }]')],
    ['case', withArgs('a: { alowed: [1], from_call: x }')],
    ['case', withArgs('a: { allowed: [1], optinal: true }')],
    ['case', withArgs('a: { allowed: 1 }')],
    ['case', withArgs('a: { optional: true }')],
    ['case', withArgs('a: { from_call: x, compare: loos }')],
    ['case', withArgs('a: [{ b: { from_call: x, tolerance: "1" } }]')],
    ['case', '{ case_id: a, tools: [{ pth: x }], expected: {} }'],
    ['case', '{ case_id: a, messages: [{ rol: user, content: a }], expected: {} }'],
    ['golden', '{ golden: g }'],
    ['golden', '{ golden_id: g, baseline: { call: 1 } }'],
    ['golden', '{ golden_id: g, approved: { at: yesterday } }'],
    ['dataset', '{ dataset: d, case: [] }'],
    ['dataset', '{ dataset: d, defaults: { case_id: a } }'],
    ['dataset', '{ dataset: d, cases: [{ inclde: x }] }'],
    ['dataset', '{ dataset: d, near_neighbors: [[a]] }'],
    ['config', '{ tool: x }'],
    ['config', '{ runners: { a: { type: command, comand: [x] } } }'],
    ['config', '{ policies: { f: { consequence: wirte } } }'],
    ['config', '{ gates: [{ metric: m }] }'],
    ['config', '{ servers: { a: {} } }'],
    ['trace', '{ runs: [{ calls: [{ tool: f }] }] }'],
  ];

  it.each(refused)('a %s like %s is refused', (kind, text) => {
    expect(accepts(kind, text)).toBe(false);
  });

  const accepted: [SchemaKind | 'tools', string][] = [
    ['case', caseWith('tool_behavior: no_call')],
    [
      'case',
      withArgs('a: {}, b: { x-note: 1 }, c: { path: /tmp, mode: 7 }, d: [{ optional: true }]'),
    ],
    ['case', withArgs('a: { allowed: [1], x-why: b }, x-b: { city: SFO }')],
    ['case', withArgs('a: [{ b: { allowed: [1], other: 2 } }]')],
    [
      'case',
      '{ case_id: a, x-owner: me, tools: [{ name: f, inputSchema: {} }], expected: { x-y: 1 } }',
    ],
    ['golden', '{ golden_id: g, version: 2, calls: [{ name: f }], approved: { at: 2026-02-03 } }'],
    [
      'dataset',
      '{ dataset: d, cases: [{ include: "*.yaml" }, { case_id: a, expected: {} }], near_neighbors: [[a, b]] }',
    ],
    [
      'config',
      '{ runners: { a: { type: command, command: [x], env: { A: b } } }, servers: { a: { url: x } } }',
    ],
    [
      'config',
      '{ gates: [{ metric: pass_pow_k, k: 5, min: 0.95, where: { consequence: destructive } }] }',
    ],
    ['trace', '{ trace_version: 1, runs: [{ calls: [{ name: f, other: 1, error: null }] }] }'],
    ['trace', '[{ name: f }]'],
    ['tools', '{ tools: [{ name: f, inputSchema: {} }], nextCursor: a }'],
    ['tools', '[{ type: function, function: { name: f } }]'],
  ];

  it.each(accepted)('a %s like %s is accepted', (kind, text) => {
    expect(accepts(kind, text)).toBe(true);
  });

  it('accepts the case of every key', () => {
    expect(
      accepts('case', readFileSync('server/src/model/schema/every-key.case.yaml', 'utf8')),
    ).toBe(true);
  });

  it('describes every key', () => {
    const bare: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, part] of Object.entries(value)) {
        if (key === 'properties') {
          for (const [name, schema] of Object.entries(part as Record<string, object>)) {
            if (!('description' in schema)) bare.push(`${path}/${name}`);
          }
        }
        walk(part, `${path}/${key}`);
      }
    };
    for (const [name, schema] of published) walk(schema, name);
    expect(bare).toEqual([]);
  });

  // What the shape check refuses beyond a schema's power, or leaves to another rule, is not in these lists.
  it('agrees with the shape check', () => {
    const mixed = /alowed|optinal|a: \{ optional/;
    const clean = (kind: SchemaKind, text: string): boolean =>
      checkShape(kind, parseFile(text, 'yaml').documents[0]!.frame.tree.root!).length === 0;
    for (const [kind, text] of refused) {
      expect([text, clean(kind, text)]).toEqual([text, mixed.test(text)]);
    }
    for (const [kind, text] of accepted) {
      if (kind !== 'tools') expect([text, clean(kind, text)]).toEqual([text, true]);
    }
  });
});
