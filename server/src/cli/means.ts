import { statSync } from 'node:fs';
import { availableParallelism, homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { version } from '../../../package.json';
import type { CachePlace } from './check-cache.ts';
import type { Threads } from './check-threads.ts';

/** What makes a check fast; without it all is done in one thread, from the beginning. */
export interface Means {
  readonly threads?: Threads;
  readonly cache?: CachePlace;
}

/**
 * What this machine offers.
 *
 * @param script the command line's own file: each thread runs it, and what another one found is not kept
 */
export function processMeans(script: string): Means {
  const { mtimeMs, size } = statSync(script);
  return {
    threads: { count: availableParallelism(), script },
    cache: {
      folder: join(cachesOf(process.platform, process.env, homedir()), 'callsheet'),
      build: `${version} ${size} ${mtimeMs}`,
    },
  };
}

/** Where a system wants programs to keep what can be made anew. */
export function cachesOf(
  platform: NodeJS.Platform,
  { XDG_CACHE_HOME: chosen, LOCALAPPDATA: local }: NodeJS.ProcessEnv,
  home: string,
): string {
  if (chosen && isAbsolute(chosen)) return chosen;
  if (platform === 'win32') return local ?? join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}
