/** `npm run fuzz [documents] [seed]`: bundles bench/fuzz.ts and runs it. */
import { bootstrap } from '../scripts/bootstrap.mjs';

await bootstrap();
const { runBundled } = await import('./lib/bundled.mjs');
process.exitCode = await runBundled('fuzz', process.argv.slice(2));
