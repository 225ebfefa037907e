import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../model/value.ts';
import { parseFile } from '../syntax/index.ts';
import { createToolset, type Manifest, readManifest, schemaFindings, toolDigest } from './index.ts';

const manifestOf = (...tools: readonly JsonObject[]): Manifest => {
  const file = parseFile(JSON.stringify({ tools: [...tools] }), 'json');
  return readManifest({
    uri: 'file:///a',
    documents: file.documents.map(({ frame }) => frame.tree),
  });
};

const tool = (name: string, properties: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  name,
  inputSchema: { type: 'object', properties },
  ...rest,
});

describe('a toolset', () => {
  const mail = manifestOf(tool('send', { to: {} }), tool('get.inbox'));
  const chat = manifestOf(tool('send', { room: {} }, { annotations: { readOnlyHint: false } }));

  it('finds tools by name and through aliases', () => {
    const toolset = createToolset(
      [
        { manifest: mail, alias: 'mail' },
        { manifest: chat, alias: 'chat' },
      ],
      new Map(),
      true,
    );
    expect(toolset.tools.map(({ name, alias }) => `${alias} ${name}`)).toEqual([
      'mail send',
      'mail get.inbox',
      'chat send',
    ]);
    expect(toolset.find('send')?.alias).toBe('mail');
    expect(toolset.find('chat__send')?.alias).toBe('chat');
    expect(toolset.find('mcp__mail__get_inbox')?.name).toBe('get.inbox');
    expect(toolset.find('constructor')).toBeUndefined();
    expect(toolset.schema('mcp__chat__send')?.argumentNames).toEqual(['room']);
    expect(toolset.same('get.inbox', 'mail__get_inbox')).toBe(true);
    expect(toolset.same('mail__send', 'chat__send')).toBe(false);
  });

  it('knows consequences from policies, else from annotations', () => {
    const policies = new Map([['mail__send', { consequence: 'destructive' as const }]]);
    const toolset = createToolset([{ manifest: mail, alias: 'mail' }], policies, true);
    expect(toolset.consequence('send')).toBe('destructive');
    expect(toolset.consequence('get.inbox')).toBe('unknown');
    expect(toolset.policy('none')).toEqual({});
    expect(createToolset([{ manifest: chat }], new Map(), true).consequence('send')).toBe('write');
  });

  it('prepares a schema once', () => {
    const parts = [{ manifest: mail }];
    const [a, b] = [createToolset(parts, new Map(), true), createToolset(parts, new Map(), false)];
    expect(a.schema('send')).toBe(b.schema('send'));
    expect([a.complete, b.complete]).toEqual([true, false]);
    expect(a.outputSchema('send')).toBeNull();
  });
});

const DIGEST = 'sha256:fcf7a7e8dcb1bbc08c9ab3962a8dec6c6b94bb1ff0f89e3e7bb0813c0716f82b';

describe('a digest', () => {
  it('covers the definition, whatever the order of its keys', () => {
    const [a] = manifestOf({ name: 'x', inputSchema: { type: 'object', required: ['q'] } }).tools;
    const [b] = manifestOf({ inputSchema: { required: ['q'], type: 'object' }, name: 'x' }).tools;
    const [c] = manifestOf({ name: 'x', title: 'X', inputSchema: { type: 'object' } }).tools;
    // printf '{"input_schema":{"required":["q"],"type":"object"},"name":"x"}' | sha256sum
    expect(toolDigest(a!)).toBe(DIGEST);
    expect(toolDigest(b!)).toBe(DIGEST);
    expect(toolDigest(c!)).not.toBe(DIGEST);
  });
});

describe('schema findings', () => {
  const found = (...tools: readonly JsonObject[]) =>
    schemaFindings(manifestOf(...tools)).map(
      ({ code, severity, message }) => `${severity} ${code} | ${message}`,
    );

  it('name what does not compile', () => {
    expect(
      found(
        tool('a', { n: { type: 'number', exclusiveMinimum: true } }),
        tool('b', { n: { $ref: '#/$defs/none' }, m: { $ref: 'https://example.com/x' } }),
        tool('c', { n: { type: 'text' } }),
        tool('d', { n: { type: 'string', pattern: '(' } }),
      ),
    ).toEqual([
      'error schema-invalid | a: the input schema is no valid schema at properties/n/exclusiveMinimum: must be number',
      'error schema-invalid | b: the input schema refers to "#/$defs/none", which is not in it',
      'error schema-invalid | b: the input schema refers to "https://example.com/x", which is not in it (nothing is fetched to check a schema)',
      'error schema-invalid | c: the input schema is no valid schema at properties/n/type: must be equal to one of the allowed values',
      'error schema-invalid | d: the input schema has a malformed pattern: (',
    ]);
  });

  it('follow the dialect that is named', () => {
    const pair = { pair: { type: 'array', items: [{ type: 'string' }] } };
    const declared = (uri: string): JsonObject => ({
      name: 'a',
      inputSchema: { $schema: uri, type: 'object', properties: pair },
    });
    expect(found(declared('http://json-schema.org/draft-07/schema#'))).toEqual([]);
    expect(found(declared('https://json-schema.org/draft/2019-09/schema'))).toEqual([]);
    expect(found(declared('https://json-schema.org/draft/2020-12/schema'))).toEqual([
      'error schema-invalid | a: the input schema is no valid schema at properties/pair/items: must be object,boolean',
    ]);
    expect(found(declared('http://json-schema.org/draft-04/schema#'))).toEqual([
      'hint schema-dialect | a: the input schema is of the dialect "http://json-schema.org/draft-04/schema#", which is not checked',
    ]);
  });

  it('list once what checks nothing', () => {
    expect(
      found(
        tool('a', { n: { type: 'string', format: 'uint64', minLenght: 2, 'x-own': 1 } }),
        tool('b', { n: { format: 'colour', pattern: '^(?=a)', minLenght: 3, required: [] } }),
      ),
    ).toEqual([
      'hint unknown-keyword | keywords that say nothing to a validator: minLenght (did you mean minLength?)',
      'hint unknown-format | formats that are not checked: uint64, colour',
      'hint unknown-format | patterns that cannot be checked in linear time: ^(?=a)',
    ]);
  });

  it('are none for schemas in a circle, or by the same address', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/node' } } };
    const inputSchema = { $id: 'https://example.com/t', type: 'object', $defs: { node } };
    expect(found({ name: 'a', inputSchema }, { name: 'b', inputSchema })).toEqual([]);
  });
});
