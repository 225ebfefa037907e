/** `npm run schemas`: writes schemas/ from the models. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, root } from './bootstrap.mjs';

await bootstrap();
const { build } = await import('esbuild');

const work = await mkdtemp(join(tmpdir(), 'callsheet-schemas-'));
const outfile = join(work, 'schemas.cjs');
await build({
  entryPoints: [join(root, 'server/src/model/schema/json-schema.ts')],
  bundle: true,
  outfile,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  // jsonc-parser's CommonJS form loads its parts in a way that cannot be bundled.
  mainFields: ['module', 'main'],
});
const { publishedSchemas, schemaText } = createRequire(outfile)(outfile);
await rm(work, { recursive: true });

const folder = join(root, 'schemas');
await mkdir(folder, { recursive: true });
for (const [name, schema] of publishedSchemas()) {
  await writeFile(join(folder, name), schemaText(schema));
}
