import { expect, it } from 'vitest';
import type { ToolDefinition } from '../model/tool.ts';
import { definitionDigest, isLabel, labelOf, vouchesFor } from './digest.ts';
import { readLock, renderLock } from './lock.ts';

const pay: ToolDefinition = {
  name: 'pay',
  input_schema: JSON.parse('{"properties": {"__proto__": {}, "amount": {"maximum": 1}}}'),
};
const look: ToolDefinition = { name: 'look', description: 'Looks “around”.' };

it('writes definitions sorted by digest, and reads them back by a label', () => {
  const text = renderLock([pay, look, pay]);
  const digests = [pay, look].map(definitionDigest).sort();
  expect(Object.keys(JSON.parse(text))).toEqual(digests);
  expect(renderLock([look, pay])).toBe(text);
  expect(text).toMatch(/^\{\n {2}"sha256:[0-9a-f]{64}": \{\n/);
  const lock = readLock(text)!;
  expect(lock.find(labelOf(definitionDigest(pay)))).toEqual(pay);
  expect(lock.find(definitionDigest(look).toUpperCase().replace('SHA', 'sha'))).toEqual(look);
  expect(lock.find('sha256:0000000000000000')).toBeUndefined();
  expect(renderLock(lock.definitions.values())).toBe(text);
});

it('trusts no entry whose digest is not its own, and no text that is no lock', () => {
  const digest = definitionDigest(pay);
  const text = JSON.stringify({ [digest]: { ...pay, name: 'other' }, x: 1, y: {} });
  expect(readLock(text)?.definitions.size).toBe(0);
  expect(readLock('<<<<<<< HEAD\n{}')).toBeUndefined();
  expect(readLock('[]')).toBeUndefined();
});

it('renders an empty lock', () => {
  expect(renderLock([])).toBe('{}\n');
});

it('knows labels', () => {
  expect(isLabel('sha256:0123456789abcdef')).toBe(true);
  expect(isLabel('sha256:0123')).toBe(false);
  expect(vouchesFor('sha256:0123456789ABCDEF', 'sha256:0123456789abcdef00')).toBe(true);
  expect(labelOf(definitionDigest(pay))).toHaveLength(23);
  expect(labelOf(definitionDigest(pay), 71)).toBe(definitionDigest(pay));
});
