import { describe, expect, it } from 'vitest';
import { createToolset, readManifest } from '../manifest/index.ts';
import type { ExpectedCall, InjectedFailure } from '../model/expectation.ts';
import { readMatcher } from '../model/read-matcher.ts';
import type { Run } from '../model/run.ts';
import { toMatcher } from '../model/to-matcher.ts';
import type { JsonObject } from '../model/value.ts';
import { parseFile } from '../syntax/index.ts';
import { mockTools } from './mocks.ts';
import { recordedTools } from './recorded.ts';

const MANIFEST = readManifest({
  uri: 'file:///shop.tools.json',
  documents: parseFile(
    JSON.stringify({
      tools: [
        {
          name: 'search',
          inputSchema: {
            type: 'object',
            properties: { city: { type: 'string' }, limit: { type: 'integer' } },
            required: ['city'],
          },
          annotations: { readOnlyHint: true },
        },
        {
          name: 'charge',
          inputSchema: { type: 'object', properties: { amount: { type: 'integer' } } },
          annotations: { destructiveHint: true },
        },
      ],
    }),
    'json',
  ).documents.map(({ frame }) => frame.tree),
});
const TOOLSET = createToolset(
  [{ manifest: MANIFEST, alias: 'shop' }],
  new Map([['charge', { idempotencyKey: 'key' }]]),
  true,
);

const { signal } = new AbortController();

function call(name: string, args: JsonObject, more: Partial<ExpectedCall> = {}): ExpectedCall {
  const tree = parseFile(JSON.stringify(args), 'json').documents[0]!.frame.tree;
  const root = tree.root;
  if (root?.kind !== 'map') throw new Error('no arguments');
  const matchers = root.entries.map(
    ({ key, value }) => [String(key.value), toMatcher(readMatcher(value))] as const,
  );
  return {
    name,
    args: new Map(matchers),
    after: [],
    hasAfter: false,
    optional: false,
    argsMode: 'exact',
    ignoreArgs: [],
    ...more,
  };
}
const fails = (more: Partial<InjectedFailure>): InjectedFailure => ({
  kind: 'timeout',
  times: 1,
  effectApplied: false,
  ...more,
});
const world = (...calls: ExpectedCall[]) => {
  const tools = mockTools({ toolset: TOOLSET, calls });
  return (name: string, args: JsonObject) => tools.call(name, args, signal);
};

describe('mocked tools', () => {
  it('answer by arguments, each golden call in turn, the last again and again', async () => {
    const ask = world(
      call('search', { city: { allowed: ['Rome', 'Roma'] } }, { returns: 1 }),
      call('search', { city: 'Oslo' }, { returns: 2 }),
      call('search', { city: { predicate: 'non_empty' } }, { returns: 3 }),
    );
    const outputs = [];
    for (const city of ['Oslo', 'roma', 'Rome', 'Lima', 'Lima', 'Oslo']) {
      outputs.push((await ask('shop__search', { city })).output);
    }
    expect(outputs).toEqual([2, 1, 3, 3, 3, 3]);
  });

  it('answer what the golden does not know as if nothing was found, and count what it does', async () => {
    const ask = world(call('search', { city: 'Rome' }, { returns: 1 }));
    expect(await ask('search', { city: 'Oslo' })).toEqual({ status: 'ok', output: null });
    expect(await ask('charge', { amount: 5 })).toEqual({ status: 'ok', output: null, effects: 1 });
  });

  it('refuse unknown tools and arguments that the schema refuses', async () => {
    const ask = world();
    expect(await ask('guess', {})).toEqual({ status: 'error', error: 'there is no tool guess' });
    expect(await ask('search', { limit: 'many' })).toMatchObject({ status: 'error' });
  });

  it('count a repeat once under one key, and twice under two', async () => {
    const ask = world(
      call('charge', { amount: 5 }, { returns: 'done', fails: fails({ effectApplied: true }) }),
    );
    expect(await ask('charge', { amount: 5, key: 'a' })).toMatchObject({
      status: 'timeout',
      effects: 1,
    });
    expect(await ask('charge', { amount: 5, key: 'a' })).toEqual({
      status: 'ok',
      output: 'done',
      effects: 0,
    });
    expect(await ask('charge', { amount: 5, key: 'b' })).toEqual({
      status: 'ok',
      output: 'done',
      effects: 1,
    });
  });

  it.each<[string, Partial<InjectedFailure>, object]>([
    ['a timeout before anything happened', {}, { status: 'timeout', effects: 0 }],
    [
      'a status',
      { kind: 'http_error', status: 502 },
      { status: 'error', error: { status: 502 }, effects: 0 },
    ],
    [
      'an error',
      { kind: 'tool_error', message: 'no funds' },
      { status: 'error', error: 'no funds' },
    ],
    ['an empty answer', { kind: 'empty' }, { status: 'ok', output: '', effects: 1 }],
    ['half an answer', { kind: 'malformed' }, { status: 'ok', output: '{"charg', effects: 1 }],
  ])('fail with %s, as often as they are to', async (_, failure, expected) => {
    const ask = world(
      call(
        'charge',
        { amount: 5 },
        { returns: { charge_id: 1 }, fails: fails({ times: 2, ...failure }) },
      ),
    );
    expect(await ask('charge', { amount: 5 })).toMatchObject(expected);
    expect(await ask('charge', { amount: 5 })).toMatchObject(expected);
    expect(await ask('charge', { amount: 5 })).toEqual({
      status: 'ok',
      output: { charge_id: 1 },
      effects: 1,
    });
  });
});

describe('recorded tools', () => {
  const run: Run = {
    runId: '1',
    messages: [],
    calls: [
      { name: 'search', arguments: { city: 'Rome' }, status: 'error', error: '503' },
      { name: 'search', arguments: { city: 'Rome' }, status: 'ok', output: [1] },
      { name: 'charge', arguments: { amount: 5 }, output: 'done', effects: 1 },
    ],
  };

  it('answer as they did, in order, and say nothing to what was never asked', async () => {
    const tools = recordedTools(run, (a, b) => TOOLSET.same(a, b));
    const ask = (name: string, args: JsonObject) => tools.call(name, args, signal);
    expect(await ask('shop__search', { city: 'Rome' })).toEqual({ status: 'error', error: '503' });
    expect(await ask('search', { city: 'Rome' })).toEqual({ status: 'ok', output: [1] });
    expect(await ask('search', { city: 'Rome' })).toEqual({ status: 'ok', output: [1] });
    expect(await ask('charge', { amount: 5 })).toEqual({
      status: 'ok',
      output: 'done',
      effects: 1,
    });
    expect(await ask('charge', { amount: 6 })).toEqual({ status: 'ok', output: null });
  });
});
