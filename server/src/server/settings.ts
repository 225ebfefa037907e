import type { FileGlobs } from '../workspace/files/kinds.ts';

/** The settings `callsheet.*` that the server reads; `files` is that of the folder asked for. */
export interface Settings {
  readonly files: FileGlobs;
  readonly codeLens: boolean;
  readonly scoreHints: boolean;
}

export const DEFAULT_SETTINGS: Settings = { files: {}, codeLens: true, scoreHints: true };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Settings as a client gives them; what has another shape keeps its default. */
export function readSettings(value: unknown): Settings {
  if (!isRecord(value)) return DEFAULT_SETTINGS;
  return {
    files: isRecord(value.files) ? readGlobs(value.files) : DEFAULT_SETTINGS.files,
    codeLens: flag(value.codeLens, DEFAULT_SETTINGS.codeLens),
    scoreHints: flag(value.scoreHints, DEFAULT_SETTINGS.scoreHints),
  };
}

function flag(value: unknown, fallback: boolean): boolean {
  const enabled = isRecord(value) ? value.enabled : undefined;
  return typeof enabled === 'boolean' ? enabled : fallback;
}

function readGlobs(value: Record<string, unknown>): FileGlobs {
  const globs: Record<string, string[]> = {};
  for (const [kind, patterns] of Object.entries(value)) {
    if (Array.isArray(patterns)) {
      globs[kind] = patterns.filter((pattern) => typeof pattern === 'string');
    }
  }
  return globs;
}
