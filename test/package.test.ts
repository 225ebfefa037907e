/** What `npm run build` leaves behind. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/bootstrap.mjs';
import { brokenLinks } from './pages.ts';

const size = (file: string) => statSync(join(root, file)).size;
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const megabytes = (count: number) => count * 1_000_000;

/** The package's files as the build lays them out, with slashes on every system. */
const packagedFiles = () => {
  const layout = join(root, 'dist', 'package');
  return readdirSync(layout, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(layout, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
};

describe('the bundles', () => {
  it.each(['dist/extension.js', 'dist/web/extension.js'])(
    '%s leaves vscode to its host',
    (file) => {
      expect(text(file)).toMatch(/require\("vscode"\)/);
    },
  );

  it.each(['dist/web/extension.js', 'dist/web/server.js'])(
    '%s asks a browser for no Node',
    (file) => {
      expect(text(file)).not.toMatch(/require\("(node:)?(fs|path|child_process|net|crypto|os)"\)/);
    },
  );

  it('dist/extension.js loads nothing but vscode before it is asked for something', () => {
    const look = `
      const Module = require('node:module');
      const load = Module._load;
      const loaded = [];
      Module._load = (request, ...rest) => {
        if (!request.endsWith('extension.js')) loaded.push(request);
        return request === 'vscode' ? {} : load(request, ...rest);
      };
      require('./dist/extension.js');
      console.log(loaded.join());`;
    const loaded = execFileSync(process.execPath, ['-e', look], { cwd: root, encoding: 'utf8' });
    expect(loaded.trim()).toBe('vscode');
  });

  it('dist/cli.js is a program', () => {
    expect(text('dist/cli.js').split('\n', 1)).toEqual(['#!/usr/bin/env node']);
    if (process.platform !== 'win32') {
      expect(statSync(join(root, 'dist/cli.js')).mode & 0o111).toBe(0o111);
    }
  });

  it('dist/server.js is under 1.1 MB', () => {
    expect(size('dist/server.js')).toBeLessThan(megabytes(1.1));
  });
});

describe('the package', () => {
  it('is under 1.6 MB', () => {
    expect(size('callsheet.vsix')).toBeLessThan(megabytes(1.6));
  });

  it('holds what the extension runs and what its manifest names, and no source', () => {
    const files = packagedFiles();
    const named = text('package.json').match(/(?<=")\.\/[^"]+/g) ?? [];
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'LICENSE',
        'dist/server.js',
        'dist/mcp.js',
        'dist/chat.js',
        'dist/ajv.js',
        'dist/re2.js',
        'dist/web/server.js',
      ]),
    );
    const missing = named
      .map((path) => path.slice('./'.length))
      .filter((path) => !files.some((file) => file === path || file.startsWith(`${path}/`)));
    expect(missing).toEqual([]);
    expect(files.filter((file) => /\.([cm]?ts|map|tgz|vsix)$/.test(file))).toEqual([]);
    expect(files.filter((file) => /^(client|server|test|scripts)\//.test(file))).toEqual([]);
    expect(files.filter((file) => file.includes('.callsheet'))).toEqual([]);
  });

  it('holds everything that its pages link to', () => {
    const layout = join(root, 'dist', 'package');
    const pages = packagedFiles().filter((file) => file.endsWith('.md'));
    expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/ci.md', 'CHANGELOG.md']));
    expect(pages.flatMap((page) => brokenLinks(layout, page))).toEqual([]);
    expect(readFileSync(join(layout, 'README.md'), 'utf8')).not.toContain('![');
  });
});

describe('the walkthrough', () => {
  it('has four steps, each with words and a picture that the package holds', () => {
    const { contributes } = JSON.parse(text('package.json'));
    const words = JSON.parse(text('package.nls.json')) as Record<string, string>;
    const [{ steps }] = contributes.walkthroughs;
    expect(steps).toHaveLength(4);
    for (const { title, description, media } of steps) {
      for (const key of [title, description, media.altText]) {
        expect(words[key.slice(1, -1)]).toMatch(/\w/);
      }
      expect(packagedFiles()).toContain(media.image);
    }
  });
});
