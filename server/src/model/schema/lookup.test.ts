import { describe, expect, it } from 'vitest';
import { type Path, parseFile } from '../../syntax/index.ts';
import type { SchemaKind } from './index.ts';
import { placeAt } from './lookup.ts';

const place = (kind: SchemaKind, text: string, ...path: Path) =>
  placeAt(kind, parseFile(text, 'yaml').documents[0]!.frame.tree.root, path);
const names = (kind: SchemaKind, text: string, ...path: Path) =>
  place(kind, text, ...path)?.keys.map((key) => key.name);

describe('placeAt', () => {
  it('lists the keys of a mapping with what they mean', () => {
    const keys = place('case', '')!.keys;
    expect(keys.find((key) => key.name === 'case_id')).toEqual({
      name: 'case_id',
      description: 'Identifier of the case, unique in its dataset.',
      required: true,
      types: ['string'],
    });
    expect(names('case', 'case_id: a', 'expected', 'calls', 0)).toContain('args');
    expect(names('golden', '', 'baseline')).toEqual(['calls', 'latency_ms', 'cost_usd', 'tokens']);
  });

  it('knows values, types and items', () => {
    expect(place('case', '', 'expected', 'tool_behavior')).toMatchObject({
      values: ['call', 'no_call', 'no_write', 'clarify'],
      types: ['string'],
    });
    expect(place('case', '', 'holdout')?.types).toEqual(['boolean']);
    expect(place('case', '', 'expected', 'allowed_tools')?.item?.types).toEqual(['string']);
    expect(place('config', '', 'rules', 'tools-drift')?.values).toContain('off');
  });

  it('offers the keys of a matcher where an argument stands, at any depth', () => {
    const at = ['expected', 'calls', 0, 'args', 'amount'];
    expect(place('case', '', ...at)).toMatchObject({ argument: true });
    expect(names('case', '', ...at)).toContain('from_call');
    expect(names('case', '', ...at, 0, 'card')).toContain('from_call');
    expect(place('case', '', ...at, 'compare')?.values).toContain('loose');
  });

  it('follows the branch that was meant, and all where nothing is written', () => {
    const text = 'runners: { a: { type: chat }, b: }\ntools: [{ path: x }]';
    expect(names('config', text, 'runners', 'a')).toContain('base_url');
    expect(names('config', text, 'runners', 'a')).not.toContain('command');
    expect(names('config', text, 'runners', 'b')).toEqual(
      expect.arrayContaining(['base_url', 'command', 'vendor']),
    );
    expect(place('config', text, 'runners', 'b', 'type')?.values).toEqual([
      'command',
      'chat',
      'vscode-lm',
    ]);
    expect(names('config', text, 'tools', 0)).toEqual(['path', 'alias']);
    expect(names('dataset', 'cases: []', 'cases', 0)).toEqual(
      expect.arrayContaining(['case_id', 'include']),
    );
  });

  it('knows nothing of what the format does not', () => {
    expect(place('case', '', 'nope')).toBeUndefined();
    expect(place('case', '', 'constructor')).toBeUndefined();
    expect(place('case', '', 'title', 'deeper')).toBeUndefined();
  });
});
