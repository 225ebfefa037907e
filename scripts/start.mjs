/**
 * `npm start`: what Callsheet finds in the examples, and the editor on them.
 * `npm start -- --no-editor` ends after the first part.
 */
import { join } from 'node:path';
import { partsFolder, unsupported } from '../test/vscode/install.mjs';
import { startWorkbench } from '../test/vscode/server.mjs';
import { bootstrap, node, root } from './bootstrap.mjs';

/** A code above this says that a command could not run; up to it, it reports what it found. */
const FOUND_SOMETHING = 1;

await bootstrap();
await must('the build', ['scripts/build.mjs'], 0);
for (const command of ['check', 'score']) {
  console.log(`\n$ callsheet ${command} examples\n`);
  await must(`callsheet ${command}`, ['dist/cli.js', command, 'examples'], FOUND_SOMETHING);
}
console.log(
  '\nThe mistakes above, and the failures of cases that end in _regression, are there on purpose: see examples/README.md.',
);
if (process.argv.includes('--no-editor')) process.exit();
if (process.stdout.isTTY) await openEditor();
else
  console.log('On a terminal, npm start now serves VS Code with the extension and the examples.');

/**
 * @param {string} what
 * @param {string[]} args
 * @param {number} highest the highest exit code that is fine
 */
async function must(what, args, highest) {
  const code = await node(args);
  if (code <= highest) return;
  console.error(`${what} ended with exit code ${code}.`);
  process.exit(code);
}

/** Serves VS Code with the packaged extension until Ctrl+C. */
async function openEditor() {
  const obstacle = unsupported();
  if (obstacle) {
    console.log(`\n${obstacle}. Or: code --install-extension callsheet.vsix`);
    return;
  }
  const profile = join(partsFolder, 'start');
  const server = await startWorkbench({
    profile,
    log: join(profile, 'server.log'),
    vsix: join(root, 'callsheet.vsix'),
  });
  const folder = encodeURIComponent(join(root, 'examples'));
  console.log(`\nVS Code with Callsheet: ${server.url}/?folder=${folder}\nCtrl+C ends it.`);
  await server.ended;
}
