/**
 * `npm run screenshots`: builds the package, has the suites in the browser take their pictures, and
 * puts those that the documentation shows into docs/images/, which is checked in.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installParts } from '../test/vscode/install.mjs';
import { bootstrap, node, outputFolder, root } from './bootstrap.mjs';

/** A picture's name in test-output/screenshots, and its name in docs/images. */
const SHOWN = [['rescore-wrong-argument', 'rescore']];

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

const images = join(root, 'docs', 'images');
await mkdir(images, { recursive: true });
for (const [taken, shown] of SHOWN) {
  await copyFile(join(outputFolder, 'screenshots', `${taken}.png`), join(images, `${shown}.png`));
  console.log(`docs/images/${shown}.png`);
}
