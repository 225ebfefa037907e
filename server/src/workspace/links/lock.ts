import { LOCK_NAME, type Lock, readLock } from '../../manifest/index.ts';
import type { DatasetNode } from '../../model/located.ts';
import type { Unit } from '../files/contents.ts';
import type { FileState } from '../files/file-state.ts';
import { parentOf, resolvePath, type Uri } from '../files/uri.ts';

/** The lock file beside the configuration, or where the configuration would be. */
export const lockUri = (config: Uri | undefined, folder: Uri): Uri =>
  resolvePath(config ? parentOf(config) : folder, LOCK_NAME) as Uri;

const locks = new WeakMap<FileState, { readonly lock: Lock | undefined }>();

/** What a lock file says, read once for each of its states; undefined where there is none to read. */
export function lockOf(state: FileState | undefined): Lock | undefined {
  if (!state?.document) return undefined;
  const known = locks.get(state);
  if (known) return known.lock;
  const lock = readLock(state.document.getText());
  locks.set(state, { lock });
  return lock;
}

/** Whether a lock file is there and cannot be understood, after a merge that went wrong for example. */
export const isBrokenLock = (state: FileState | undefined): boolean =>
  state?.document !== undefined && lockOf(state) === undefined;

/** Whether a case is labelled, by itself or by its dataset: only then is the lock file of interest. */
export function hasLabels(
  { subject, dataset }: Unit,
  includedBy: DatasetNode | undefined,
): boolean {
  const defaults = (dataset ?? includedBy)?.defaults;
  return (subject.toolsDigest ?? defaults?.toolsDigest) !== undefined;
}
