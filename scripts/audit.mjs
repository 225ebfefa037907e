/**
 * `npm run audit`: fails where the registry knows of a vulnerability in what package-lock.json names. Says
 * nothing where the registry answers no such question, or cannot be reached.
 */
import { spawnSync } from 'node:child_process';
import { root } from './bootstrap.mjs';

const { stdout } = spawnSync('npm audit --json --fetch-retries=0 --fetch-timeout=20000', {
  cwd: root,
  shell: true,
  encoding: 'utf8',
});
const found = vulnerabilities(stdout);
for (const { name, severity, range } of found) console.log(`${name} ${range}: ${severity}`);
process.exitCode = found.length > 0 ? 1 : 0;

/**
 * @param {string} text npm's report; an error of the registry holds no vulnerabilities
 * @returns {{name: string, severity: string, range: string}[]}
 */
function vulnerabilities(text) {
  try {
    return Object.values(JSON.parse(text).vulnerabilities ?? {});
  } catch {
    return [];
  }
}
