/**
 * `npm run screenshots`: builds the package, has the suites in the browser take their pictures, and
 * puts those of the walkthrough and the README into images/, which is checked in.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
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

const images = join(root, 'images', 'walkthrough');
await mkdir(images, { recursive: true });
for (const name of ['tools', 'write', 'check', 'rescore']) {
  await copyFile(
    join(outputFolder, 'screenshots', `step-${name}.webp`),
    join(images, `${name}.webp`),
  );
  console.log(`images/walkthrough/${name}.webp`);
}
