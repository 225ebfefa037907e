/** The command could not run: usage, or input that cannot be read. The message says what to do. */
export class Failure extends Error {}

/** The person wanted the command to end, and it did. The message says what is left of it. */
export class Stopped extends Failure {}

/** What the disk's refusals mean, by their code. */
const REFUSALS: Readonly<Record<string, string>> = {
  EEXIST: 'there is a file of that name where a folder is needed',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk can only be read',
  ENOSPC: 'the disk is full',
  ENOENT: 'there is no such place',
  ENAMETOOLONG: 'the name is too long',
};

/** What went wrong with a file, for a person; undefined for an error that no disk made. */
export function diskFailure(error: unknown): string | undefined {
  const { code, path, syscall, message } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === undefined) return undefined;
  // Only the system's own refusals name the call that it refused.
  const reason = REFUSALS[code] ?? (path !== undefined && syscall !== undefined && message);
  return reason ? `cannot use ${path ?? 'a path that was given'}: ${reason}` : undefined;
}

/** Exit codes, as pinned for everybody who calls the tool. */
export const EXIT = { fine: 0, findings: 1, failure: 2, stopped: 130 } as const;
