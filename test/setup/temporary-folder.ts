/** All that tests put into the temporary folder lies in a folder of the run, which goes with it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export default function useTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
