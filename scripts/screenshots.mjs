/**
 * `npm run screenshots`: builds the package, has the suites in the browser take their pictures, and
 * puts those of the walkthrough, the README and the pages where they are checked in.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installParts } from '../test/vscode/install.mjs';
import { bootstrap, node, outputFolder, root } from './bootstrap.mjs';

await bootstrap();
await installParts();
const suites = ['--root=.', '--config=test/vscode/vitest.config.mts', 'test/vscode/ui'];
for (const command of [
  ['scripts/build.mjs'],
  ['node_modules/vitest/vitest.mjs', 'run', ...suites],
]) {
  const code = await node(command);
  if (code !== 0) process.exit(code);
}

/**
 * The pictures that are shown, each with its place.
 *
 * @type {[taken: string, path: string][]}
 */
const shown = [
  ...['tools', 'write', 'check', 'rescore'].map(
    (name) => /** @type {[string, string]} */ ([`step-${name}`, `images/walkthrough/${name}.png`]),
  ),
  ['report-light', 'docs/images/report.png'],
];
for (const [taken, path] of shown) {
  const file = join(root, ...path.split('/'));
  await mkdir(dirname(file), { recursive: true });
  await copyFile(join(outputFolder, 'screenshots', `${taken}.png`), file);
  console.log(path);
}
