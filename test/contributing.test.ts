/** The worked examples of CONTRIBUTING.md, carried out in a copy of the tree. */
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../scripts/bootstrap.mjs';
import { folderWith } from '../server/src/cli/testing.ts';
import { blocksOf } from './pages.ts';

const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
const examples = blocksOf(page).flatMap(({ file, text }) => (file ? [[file, text] as const] : []));
const COPIED = [
  'server',
  'schemas',
  'docs',
  'test/setup',
  'package.json',
  'tsconfig.json',
  'vitest.config.mts',
];

/** The line by which one file imports a name of another. */
function importOf(name: string, into: string): string {
  const [from] = examples.find(([, text]) => text.includes(`export const ${name}`)) ??
    examples.find(([, text]) => text.includes(`export function ${name}`)) ?? [''];
  const path = relative(dirname(into), from).replaceAll('\\', '/');
  return `import { ${name} } from '${path.startsWith('.') ? path : `./${path}`}';\n`;
}

describe('the worked examples', { timeout: 240_000 }, () => {
  let copy: string;
  const touched = examples.map(([file]) => file);
  const edit = (file: string, change: (text: string) => string) => {
    touched.push(file);
    const path = join(copy, file);
    const before = readFileSync(path, 'utf8');
    const after = change(before);
    expect(after).not.toBe(before);
    writeFileSync(path, after);
  };
  const node = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: copy,
      encoding: 'utf8',
    });
    return { status, said: `${stdout}${stderr}` };
  };

  beforeAll(() => {
    copy = folderWith({});
    for (const path of COPIED) cpSync(join(root, path), join(copy, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    cpSync(folderWith(Object.fromEntries(examples)), copy, { recursive: true });
    const lists = page.matchAll(/Import it in `([\w./-]+)`, and put\s+`(\w+),`\s+into `(\w+)`/g);
    for (const [, file = '', name = '', list = ''] of lists) {
      edit(file, (text) => {
        const start = RegExp(`(${list}: .*= \\[\\n)`);
        return importOf(name, file) + text.replace(start, `$1  ${name},\n`);
      });
    }
    const [, features = '', registration = ''] =
      /Register it in `([\w./-]+)`, with `(.*?;)`/.exec(page) ?? [];
    edit(features, (text) => {
      const place = '  connection.onHover(';
      return (
        importOf('signatureHelp', features) + text.replace(place, `  ${registration}\n${place}`)
      );
    });
    const [, server = '', capability = ''] =
      /`capabilitiesFor` \(`([\w./-]+)`\),\s+with `(.*?,)`/.exec(page) ?? [];
    edit(server, (text) => text.replace('hoverProvider: true,', `$& ${capability}`));
  });

  it('are one of a rule, one of a dialect, one of a feature, each with its test', () => {
    expect(examples.map(([file]) => file)).toEqual([
      'server/src/rules/shape/duplicate-tag.ts',
      'server/src/rules/shape/duplicate-tag.test.ts',
      'server/src/trace/dialects/steps.ts',
      'server/src/trace/dialects/steps.test.ts',
      'server/src/features/signature-help.ts',
      'server/src/features/signature-help.test.ts',
    ]);
  });

  it('pass their tests, with those of their neighbours', () => {
    const tests = examples.map(([file]) => file).filter((file) => file.endsWith('.test.ts'));
    const neighbours = ['server/src/rules/lint.test.ts', 'server/src/trace/dialects'];
    const { status, said } = node(
      ...['node_modules/vitest/vitest.mjs', 'run', `--root=${copy}`, '--update', '--maxWorkers=1'],
      ...tests,
      ...neighbours,
    );
    expect([status, said]).toEqual([0, expect.anything()]);
    expect(readFileSync(join(copy, 'docs/rules.md'), 'utf8')).toContain('duplicate-tag');
  });

  it('are right in their types', () => {
    writeFileSync(
      join(copy, 'server.json'),
      '{ "extends": "./tsconfig.json", "include": ["server"] }',
    );
    const { said } = node('node_modules/typescript/bin/tsc', '--project', 'server.json');
    const wrong = said.split('\n').filter((line) => touched.some((file) => line.includes(file)));
    expect(wrong).toEqual([]);
  });
});
