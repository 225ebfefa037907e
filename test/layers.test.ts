import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The floors of the server, lowest first: each stands on those below it, and on no neighbour. */
const FLOORS: readonly (readonly string[])[] = [
  ['l10n'],
  ['syntax'],
  ['model'],
  ['manifest', 'trace', 'scoring', 'runner', 'mcp'],
  ['rules', 'report', 'convert'],
  ['workspace'],
  ['features', 'cli'],
  ['server'],
];

/** The floors inside of a part, lowest first; what lies beside its folders composes them. */
const INNER_FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  scoring: [['values'], ['matching'], ['analysis'], ['findings', 'set']],
  workspace: [['files'], ['links'], ['lint'], ['scores'], ['running']],
};

/** Files at the top: the doors, and what client and server share. */
const DOORS: Readonly<Record<string, string>> = {
  'server.ts': 'server',
  'cli.ts': 'cli',
  'web/server.ts': 'server',
  'protocol.ts': 'protocol',
};

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Every import of a source file by another, tests aside, as paths from the root; read by esbuild. */
async function arrows(folder: string): Promise<Arrow[]> {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|testing\.ts$/.test(name))
    .map((name) => join(ROOT, folder, name));
  const { metafile } = await build({
    entryPoints: entries,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'out',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
    absWorkingDir: ROOT,
  });
  return Object.entries(metafile.inputs).flatMap(([from, { imports }]) =>
    imports.map(({ path, external }) => ({ from, to: external ? `npm:${path}` : path })),
  );
}

function partOf(path: string): string | undefined {
  const inside = relative('server/src', path).split(sep).join('/');
  if (inside.startsWith('..')) return undefined;
  return DOORS[inside] ?? inside.split('/')[0];
}

const floorOf = (part: string): number => FLOORS.findIndex((floor) => floor.includes(part));

/** The folder of a file inside of a part; undefined for a file that lies beside the folders. */
function folderIn(part: string, path: string): string | undefined {
  const [first, ...rest] = relative(join('server/src', part), path).split(sep);
  return first === '..' || rest.length === 0 ? undefined : first;
}

const server = await arrows('server/src');
const client = await arrows('client/src');

describe('the layers', () => {
  it('point down, and never sideways', () => {
    const wrong = server.filter(({ from, to }) => {
      const [a, b] = [partOf(from), partOf(to)];
      if (!a || !b || a === b || b === 'protocol') return false;
      return floorOf(b) < 0 || floorOf(a) <= floorOf(b);
    });
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it.each(Object.entries(INNER_FLOORS))('point down inside of %s, too', (part, floors) => {
    const known = (folder: string) => floors.findIndex((floor) => floor.includes(folder));
    const inside = server.flatMap(({ from, to }) => {
      const [a, b] = [folderIn(part, from), folderIn(part, to)];
      return a === undefined || b === undefined || a === b ? [] : [{ from, to, a, b }];
    });
    expect(inside.length).toBeGreaterThan(0);
    const wrong = inside.filter(({ a, b }) => known(b) < 0 || known(a) <= known(b));
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it.each([
    ['yaml', ['syntax']],
    ['jsonc-parser', ['syntax']],
    ['ajv', ['manifest']],
    ['vscode-languageserver', ['server', 'protocol']],
    ['commander', ['cli']],
  ])('import %s in one place', (library, parts) => {
    const users = server
      .filter(({ to }) => to === `npm:${library}` || to.startsWith(`npm:${library}/`))
      .map(({ from }) => partOf(from));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter((part) => !parts.includes(part ?? ''))).toEqual([]);
  });

  it('keep Node out of what runs in a browser', () => {
    const allowed = /\/(cli|mcp|runner)\/|cli\.ts$|src\/server\.ts$|\/node-[^/]*\.ts$/;
    const wrong = server.filter(
      ({ from, to }) => to.startsWith('npm:node:') && !allowed.test(from),
    );
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  it('leave the client nothing of the server but the protocol', () => {
    const crossing = client.filter(
      ({ from, to }) => from.startsWith('client/') && to.startsWith('server/'),
    );
    expect(crossing.length).toBeGreaterThan(0);
    expect(crossing.filter(({ to }) => to !== 'server/src/protocol.ts')).toEqual([]);
  });
});
