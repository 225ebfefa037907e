import { describe, expect, it } from 'vitest';
import { URI, Utils } from 'vscode-uri';
import { WorkspaceFiles } from './files.ts';
import type { VsCode } from './vscode.ts';

const FILE = 1;
const FOLDER = 2;
const LINK = 64;

/**
 * A virtual file system by path: text for a file, null for a link.
 *
 * @param open the documents that are open
 */
function workspaceOf(disk: Record<string, string | null>, open: string[] = []) {
  const paths = new Map(Object.entries(disk));
  const missing = () => Object.assign(new Error('gone'), { code: 'FileNotFound' });
  const isFolder = (path: string) => [...paths.keys()].some((each) => each.startsWith(`${path}/`));
  const typeOf = (path: string) => {
    if (!paths.has(path)) return FOLDER;
    return paths.get(path) === null ? FILE | LINK : FILE;
  };
  const fs = {
    async stat({ path }: URI) {
      if (!paths.has(path) && !isFolder(path)) throw missing();
      return { type: typeOf(path) };
    },
    async readFile({ path }: URI) {
      return new TextEncoder().encode(paths.get(path) ?? '');
    },
    async readDirectory({ path }: URI) {
      const below = [...paths.keys()].filter((each) => each.startsWith(`${path}/`));
      const names = new Set(below.map((each) => each.slice(path.length + 1).split('/')[0] ?? ''));
      return [...names].map((name): [string, number] => [name, typeOf(`${path}/${name}`)]);
    },
  };
  return new WorkspaceFiles({
    FileType: { File: FILE, Directory: FOLDER, SymbolicLink: LINK },
    l10n: { t: (text: string) => text },
    Uri: { parse: (uri: string) => URI.parse(uri), joinPath: Utils.joinPath },
    workspace: {
      fs,
      workspaceFolders: [{ uri: URI.parse('mem://host/w') }],
      textDocuments: open.map((uri) => ({ uri: URI.parse(uri) })),
    },
  } as unknown as VsCode);
}

describe('reading', () => {
  it('gives a text without its byte order mark', async () => {
    const files = workspaceOf({ '/w/a.yaml': '\ufeffcase_id: x' });
    expect(await files.read('mem://host/w/a.yaml')).toEqual({ ok: true, text: 'case_id: x' });
  });

  it.each([
    ['mem://host/w/none.yaml', 'no such file'],
    ['mem://host/w/sub', 'it is a folder'],
    ['mem://host/w/link.yaml', 'it is a link, which may lead out of the workspace'],
    ['mem://host/other/a.yaml', 'it is outside the workspace'],
    ['mem://host/wide/a.yaml', 'it is outside the workspace'],
    ['mem://host/w/../other/a.yaml', 'it is outside the workspace'],
    ['mem://host/w/%2e%2e/other/a.yaml', 'it is outside the workspace'],
    ['mem://elsewhere/w/a.yaml', 'it is outside the workspace'],
    ['file:///w/a.yaml', 'it is outside the workspace'],
  ])('refuses %s: %s', async (uri, reason) => {
    const files = workspaceOf({
      '/w/a.yaml': '',
      '/w/sub/b.yaml': '',
      '/w/link.yaml': null,
      '/other/a.yaml': '',
      '/wide/a.yaml': '',
    });
    expect(await files.problem(uri)).toBe(reason);
    expect(await files.read(uri)).toEqual({ ok: false, reason });
  });

  it('reads beside a file that is open without a folder', async () => {
    const files = workspaceOf({ '/alone/a.tools.json': '[]' }, ['mem://host/alone/a.case.yaml']);
    expect(await files.read('mem://host/alone/a.tools.json')).toEqual({ ok: true, text: '[]' });
  });
});

describe('listing', () => {
  const disk = {
    '/w/a.case.yaml': '',
    '/w/sub/b.case.yaml': '',
    '/w/sub/b.txt': '',
    '/w/link.case.yaml': null,
    '/w/node_modules/c.case.yaml': '',
    '/w/.gitignore': 'out/\n*.draft.case.yaml\n',
    '/w/out/d.case.yaml': '',
    '/w/e.draft.case.yaml': '',
    '/w/sub/.gitignore': '!keep.draft.case.yaml\n',
    '/w/sub/keep.draft.case.yaml': '',
    '/other/f.case.yaml': '',
  };

  it('finds what Git does not ignore, the deepest rules deciding', async () => {
    const found = await workspaceOf(disk).list('mem://host/w');
    expect(found).toEqual([
      'mem://host/w/.gitignore',
      'mem://host/w/a.case.yaml',
      'mem://host/w/sub/.gitignore',
      'mem://host/w/sub/b.case.yaml',
      'mem://host/w/sub/b.txt',
      'mem://host/w/sub/keep.draft.case.yaml',
    ]);
  });

  it('looks into no other folder', async () => {
    expect(await workspaceOf(disk).list('mem://host/other')).toEqual([]);
  });
});
