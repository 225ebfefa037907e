/** The command line as its users get it: packed, installed into an empty folder, started by name. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/bootstrap.mjs';
import { folderWith } from '../server/src/cli/testing.ts';
import { npm, OFFLINE, type Packed, packInto, windows } from './packed.ts';
import { brokenLinks } from './pages.ts';

describe('the tarball', { timeout: 120_000 }, () => {
  let packed: Packed;
  let folder: string;
  beforeAll(() => {
    folder = folderWith({ 'package.json': '{ "private": true }' });
    packed = packInto(folder);
    npm(folder, 'install', ...OFFLINE, `./${packed.filename}`);
  }, 120_000);

  const run = (...args: string[]) =>
    spawnSync('npx', ['--no-install', 'callsheet', ...args], {
      cwd: folder,
      encoding: 'utf8',
      shell: windows,
    });

  it('holds the program, the schemas and the pages, and nothing that needs another package', () => {
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'package.json',
        'dist/cli.js',
        'dist/mcp.js',
        'docs/rules.md',
        'schemas/case.schema.json',
      ]),
    );
    expect(
      paths.filter((path) => /^(server|client|test|bench|scripts)\/|\.callsheet\//.test(path)),
    ).toEqual([]);
    const installed = join(folder, 'node_modules', 'callsheet');
    const pages = paths.filter((path) => path.endsWith('.md'));
    expect(pages.flatMap((page) => brokenLinks(installed, page))).toEqual([]);
    expect(packed.size).toBeLessThan(1_000_000);
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    );
    expect(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual(['callsheet']);
  });

  it('gives a command that checks, fails with the right code, and knows its version', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(run('--version').stdout.trim()).toBe(version);
    const text = 'case_id: one\nuser_message: Hello.\nexpected: { tool_behavior: no_call }\n';
    writeFileSync(join(folder, 'one.case.yaml'), text);
    expect(run('check')).toMatchObject({ status: 0, stderr: '' });
    writeFileSync(
      join(folder, 'two.case.yaml'),
      text.replace('one', 'two').replace('_call', '_cal'),
    );
    const { status, stdout } = run('check');
    expect(status).toBe(1);
    expect(stdout).toContain('two.case.yaml:3:28 error');
    expect(run('check', 'nowhere').status).toBe(2);
  });

  it.skipIf(windows)('refuses a commit with a broken case by the hook to copy', () => {
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    git('init', '--quiet');
    copyFileSync(
      join(folder, 'node_modules/callsheet/examples/ci/pre-commit'),
      join(folder, '.git/hooks/pre-commit'),
    );
    chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const commit = () => git(...who, 'commit', '--quiet', '--message', 'Cases');
    const text = (behavior: string) =>
      `case_id: two\nuser_message: Hello.\nexpected: { tool_behavior: ${behavior} }\n`;
    writeFileSync(join(folder, 'two.case.yaml'), text('no_cal'));
    git('add', '.');
    const refused = commit();
    expect(refused.status).toBe(1);
    expect(refused.stdout + refused.stderr).toContain('two.case.yaml:3:28 error');
    writeFileSync(join(folder, 'two.case.yaml'), text('no_call'));
    git('add', '.');
    expect(commit().status).toBe(0);
  });

  it('finds the engines of schemas and of their patterns', () => {
    const id = { type: 'string', pattern: '^[0-9]+$' };
    const inputSchema = { type: 'object', properties: { id }, required: ['id'] };
    const tools = [{ name: 'close', description: 'Closes an issue.', inputSchema }];
    writeFileSync(join(folder, 'all.tools.json'), JSON.stringify({ tools }));
    const text = 'case_id: three\ntools: all.tools.json\nuser_message: Close 7.\nexpected:\n';
    const calls = '  calls: [{ name: close, args: { id: seven } }]\n';
    writeFileSync(join(folder, 'three.case.yaml'), text + calls);
    const { stdout } = run('check', 'three.case.yaml');
    expect(stdout).toContain('three.case.yaml:5:38 error');
    expect(stdout).toContain('arg-invalid');
  });

  it('finds the part that pulls tools', () => {
    const { status, stderr } = run('tools', 'pull', '--', 'node', '-e', '0');
    expect(status).toBe(2);
    expect(stderr).toContain('before it had listed its tools');
  });
});
