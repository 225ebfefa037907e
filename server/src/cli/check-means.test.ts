import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../cli.ts';
import { cachesOf, type Means } from './means.ts';
import { placeWith } from './testing.ts';

const folders: string[] = [];
const ownFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-means-'));
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function check(cwd: string, means: Means, ...args: string[]): Promise<string> {
  let said = '';
  const add = (text: string) => {
    said += text;
  };
  const code = await main(['check', ...args], { cwd, color: false, means, out: add, err: add });
  return `${said}exit code ${code}\n`;
}

const caseText = (id: string, tool = 'look', rest = '') =>
  `case_id: ${id}\nuser_message: Hello.\nexpected:\n  calls:\n    - name: ${tool}\n${rest}`;
const manifest = (...names: string[]) =>
  JSON.stringify({ tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });

/** A workspace in which most kinds of files, and of findings, occur. */
const FILES = {
  'callsheet.config.yaml': 'tools: shop.tools.json\npolicies: { lok: { consequence: read } }\n',
  'shop.tools.json': manifest('look', 'buy'),
  'other/list.json': manifest('peek'),
  'good.case.yaml': caseText('good'),
  'typo.case.yaml': caseText('typo', 'loook'),
  'own.case.yaml': `tools: other/list.json\n${caseText('own', 'peek')}trace: own.trace.json\n`,
  'golden.case.yaml':
    'case_id: golden\nuser_message: Hi.\nexpected: { golden: "buy.golden.yaml" }\n',
  'buy.golden.yaml': 'golden_id: buy\nuser_message: Hi.\ncalls: [{ name: buy }]\n',
  'all.dataset.yaml': 'dataset: all\ncases:\n  - include: "set-*.case.yaml"\n',
  'set-1.case.yaml': caseText('set_1'),
  'set-2.case.yaml': caseText('set_2', 'buy'),
  'twice-1.case.yaml': caseText('twice'),
  'twice-2.case.yaml': caseText('twice'),
};

describe('a check that keeps its reports', () => {
  /** Checks with and without what was kept: both must say the same. */
  const place = () => {
    const { folder } = placeWith(FILES);
    const cache = { folder: ownFolder(), build: 'one' };
    return {
      folder,
      cache,
      kept: () => readdirSync(cache.folder).map((name) => join(cache.folder, name)),
      both: async (...args: string[]) => {
        const known = await check(folder, { cache }, ...args);
        expect(known).toBe(await check(folder, {}, ...args));
        return known;
      },
      write: (path: string, text: string) => writeFileSync(join(folder, path), text),
    };
  };

  it('says again what it said, whether all is checked or a part', async () => {
    const { both } = place();
    const first = await both('.');
    expect(first).toContain('typo.case.yaml:5:13 error');
    expect(first).toContain('twice');
    expect(await both('.')).toBe(first);
    for (const paths of [['good.case.yaml', 'typo.case.yaml'], ['all.dataset.yaml'], ['.']]) {
      await both(...paths);
    }
    await both('.', '--format', 'json');
    await both('.', '--config', 'callsheet.config.yaml');
  });

  it.each([
    ['the case', 'good.case.yaml', caseText('good', 'lok')],
    ['its id, to that of another', 'good.case.yaml', caseText('own')],
    ['the manifest', 'shop.tools.json', manifest('look')],
    ['a manifest that only one case names', 'other/list.json', manifest('pick')],
    ['the golden', 'buy.golden.yaml', 'golden_id: buy\nuser_message: Hi.\ncalls: [{ name: by }]\n'],
    ['the golden, to nothing', 'buy.golden.yaml', ''],
    ['the configuration', 'callsheet.config.yaml', 'rules: { unknown-tool: off }\n'],
    [
      'what a dataset includes',
      'all.dataset.yaml',
      'dataset: all\ncases: [{ include: "x-*.case.yaml" }]\n',
    ],
    [
      'the trace, which comes',
      'own.trace.json',
      '{"trace_version": 1, "case_id": "own", "runs": []}',
    ],
    ['the files, by one', 'more.case.yaml', caseText('good')],
  ])('looks again after a change of %s', async (_, path, text) => {
    const { both, write } = place();
    const before = await both('.');
    await both('.');
    write(path, text);
    const after = await both('.');
    expect(after).not.toBe(before);
    await both('.');
  });

  it('looks again after a file is gone', async () => {
    const { both, folder } = place();
    await both('.');
    rmSync(join(folder, 'twice-2.case.yaml'));
    expect(await both('.')).not.toContain('twice-1.case.yaml:1');
    rmSync(join(folder, 'other/list.json'));
    expect(await both('.')).toContain('own.case.yaml:1');
  });

  it('is not led astray by what was kept for another folder, by another build, or is broken', async () => {
    const { both, kept, folder, cache } = place();
    const first = await both('.');
    const [file] = kept();
    const text = readFileSync(file!, 'utf8');
    const harmless = text.replaceAll('unknown-tool', 'unknown-fool');
    for (const broken of ['', text.slice(0, -20), harmless, `${text}x`, '\n', 'null\nnull']) {
      writeFileSync(file!, broken);
      expect(await both('.')).toBe(first);
    }
    const elsewhere = placeWith({ ...FILES, 'shop.tools.json': manifest('loook') });
    await check(elsewhere.folder, { cache });
    expect(kept()).toHaveLength(2);
    const [theirs] = kept().filter((each) => each !== file);
    writeFileSync(file!, readFileSync(theirs!, 'utf8'));
    expect(await both('.')).toBe(first);
    expect(await check(folder, { cache: { ...cache, build: 'two' } })).toBe(first);
  });

  it('keeps nothing where it is told so, and needs no place to keep it', async () => {
    const { both, kept, folder, cache } = place();
    const first = await both('.', '--no-cache');
    expect(kept()).toEqual([]);
    const file = join(folder, 'good.case.yaml');
    expect(await check(folder, { cache: { ...cache, folder: join(file, 'x') } })).toBe(first);
  });

  it('writes nothing where nothing has changed', async () => {
    const { folder, cache, kept } = place();
    await check(folder, { cache });
    rmSync(join(folder, 'twice-2.case.yaml'));
    await check(folder, { cache });
    const old = new Date(0);
    utimesSync(kept()[0]!, old, old);
    await check(folder, { cache });
    expect(statSync(kept()[0]!).mtime).toEqual(old);
  });

  it('forgets the workspaces that were checked longest ago', async () => {
    const { folder, cache, kept } = place();
    for (let i = 0; i < 60; i++) writeFileSync(join(cache.folder, `old-${i}.json`), '');
    await check(folder, { cache });
    expect(kept().length).toBeLessThanOrEqual(50);
  });
});

describe('a check in threads', () => {
  let script = '';
  beforeAll(async () => {
    script = join(ownFolder(), 'cli.cjs');
    await build({
      entryPoints: [join(import.meta.dirname, '../cli.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
      external: ['./mcp.js', './chat.js'],
      logLevel: 'silent',
    });
  }, 60_000);

  const many = Object.fromEntries(
    Array.from({ length: 4100 }, (_, i) => [
      `cases/${i}.case.yaml`,
      caseText(i % 400 === 7 ? 'same' : `c${i}`, i % 50 === 0 ? 'loook' : 'look'),
    ]),
  );

  it('says the same in the same order, and what it finds can be kept', async () => {
    const { folder } = placeWith({ ...FILES, ...many });
    const cache = { folder: ownFolder(), build: 'one' };
    const alone = await check(folder, {});
    expect(alone).toContain('same');
    expect(await check(folder, { threads: { count: 2, script }, cache })).toBe(alone);
    expect(await check(folder, { cache })).toBe(alone);
    // A thread that ends without a word leaves the work to the others.
    const mute = join(ownFolder(), 'mute.cjs');
    writeFileSync(mute, `require('node:fs').writeFileSync(${JSON.stringify(`${mute}.ran`)}, '')`);
    expect(await check(folder, { threads: { count: 2, script: mute } })).toBe(alone);
    expect(existsSync(`${mute}.ran`)).toBe(true);
  }, 60_000);
});

it('keeps reports where the system wants them', () => {
  expect(cachesOf('linux', {}, '/home/a')).toBe('/home/a/.cache');
  expect(cachesOf('linux', { XDG_CACHE_HOME: '/x' }, '/home/a')).toBe('/x');
  expect(cachesOf('linux', { XDG_CACHE_HOME: 'x' }, '/home/a')).toBe('/home/a/.cache');
  expect(cachesOf('darwin', {}, '/Users/a')).toBe('/Users/a/Library/Caches');
  expect(cachesOf('win32', { LOCALAPPDATA: 'C:/l' }, 'C:/a')).toBe('C:/l');
});
