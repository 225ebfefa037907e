import { existsSync, readFileSync } from 'node:fs';

/** Whether a process runs; one that has ended and that nobody has asked about yet does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const state = `/proc/${pid}/stat`;
    return !existsSync(state) || !/\) Z /.test(readFileSync(state, 'utf8'));
  } catch {
    return false;
  }
}
