import { describe, expect, it } from 'vitest';
import { at, sessionOf } from '../testing.ts';

const tools = (...names: string[]) =>
  `[${names.map((name) => `{ name: ${name}, inputSchema: {} }`).join(', ')}]`;
const manifest = (...names: string[]) =>
  JSON.stringify({ tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });
const policies = (...names: string[]) =>
  `policies: { ${names.map((name) => `${name}: { consequence: write }`).join(', ')} }\n`;
const CASE = 'case_id: one\nexpected: { tool_behavior: no_call }\n';

/** The names that are no tool's, and how many files were read to find out. */
async function unknown(files: Readonly<Record<string, string>>, looked: readonly string[] = []) {
  const { session, files: disk } = sessionOf(files);
  for (const path of looked) await session.snapshot(at(path));
  const snapshot = (await session.snapshot(at('callsheet.config.yaml')))!;
  const found = session.findings(snapshot).lint.filter(({ code }) => code === 'unknown-tool');
  const names = found.map(({ place }) => place.tree.text.slice(place.start, place.end));
  return { names, reads: disk.reads };
}

/** Each way in which a workspace comes by the tool `pay`. */
const WAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a manifest by its name': { 'm.tools.json': manifest('pay') },
  'a manifest that a case names': {
    'one.case.yaml': `${CASE}tools: data.json\n`,
    'data.json': manifest('pay'),
  },
  'a case that holds it': { 'one.case.yaml': `${CASE}tools: ${tools('pay')}\n` },
  'a case of a dataset': {
    'a.dataset.yaml': `dataset: a\ncases: [{ case_id: one, tools: ${tools('pay')} }]\n`,
  },
  "a dataset's own": { 'a.dataset.yaml': `dataset: a\ntools: ${tools('pay')}\ncases: []\n` },
  "a dataset's defaults": {
    'a.dataset.yaml': `dataset: a\ndefaults: { tools: ${tools('pay')} }\ncases: []\n`,
  },
  'a golden of any name': {
    'one.case.yaml': 'case_id: one\nexpected: { golden: gold/it.yaml#g }\n',
    'gold/it.yaml': 'golden_id: g\ntools: ../gold.json\ncalls: []\n',
    'gold.json': manifest('pay'),
  },
};

describe('the tools that a configuration may name', () => {
  it.each(Object.entries(WAYS))('are those of %s', async (_, files) => {
    const config = { 'callsheet.config.yaml': policies('pay', 'payy') };
    const paths = Object.keys(files).filter((path) => /case|dataset/.test(path));
    expect((await unknown({ ...config, ...files })).names).toEqual(['payy']);
    expect((await unknown({ ...config, ...files }, paths)).names).toEqual(['payy']);
  });

  it('are those that it holds itself', async () => {
    const text = `tools: ${tools('pay')}\n${policies('pay', 'payy')}`;
    expect((await unknown({ 'callsheet.config.yaml': text })).names).toEqual(['payy']);
  });

  it('go by the alias under which a manifest is named', async () => {
    const text = policies('bank__pay', 'pay', 'other__pay');
    const named = 'tools: { path: m.tools.json, alias: bank }\n';
    const files = { 'm.tools.json': manifest('pay') };
    const [own, bycase] = await Promise.all([
      unknown({ ...files, 'callsheet.config.yaml': named + text }),
      unknown({ ...files, 'callsheet.config.yaml': text, 'one.case.yaml': CASE + named }),
    ]);
    expect(own.names).toEqual(['other__pay']);
    expect(bycase.names).toEqual(['other__pay']);
  });

  it.each([
    ['a manifest is missing', `${CASE}tools: gone.json\n`],
    ['a golden is missing', 'case_id: one\nexpected: { golden: gone.yaml }\n'],
    ['a case cannot be parsed', `${CASE}tools: [data.json\n`],
  ])('are not known where %s', async (_, text) => {
    const files = {
      'callsheet.config.yaml': policies('payy'),
      'm.tools.json': manifest('pay'),
      'one.case.yaml': text,
    };
    expect((await unknown(files)).names).toEqual([]);
  });

  it('are looked for among the cases only where a manifest lacks one', async () => {
    const files = {
      'callsheet.config.yaml': policies('pay'),
      'm.tools.json': manifest('pay'),
      'one.case.yaml': CASE,
    };
    expect((await unknown(files)).reads).toBe(2);
    const more = { ...files, 'callsheet.config.yaml': policies('payy') };
    expect(await unknown(more)).toEqual({ names: ['payy'], reads: 3 });
  });
});
