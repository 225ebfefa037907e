import { say } from '../../l10n/say.ts';
import type { GoldenLookup } from '../../rules/rule.ts';
import { contentsOf } from '../files/contents.ts';
import type { FileState } from '../files/file-state.ts';

const cache = new WeakMap<FileState, Map<string | undefined, GoldenLookup>>();

/**
 * The golden trajectory that a path and fragment lead to; the same object as long as its file is the same.
 *
 * @param id the fragment; without one the file holds exactly one golden
 */
export function lookUpGolden(state: FileState, id: string | undefined): GoldenLookup {
  const answers = cache.get(state) ?? new Map<string | undefined, GoldenLookup>();
  cache.set(state, answers);
  const known = answers.get(id);
  if (known) return known;
  const made = look(state, id);
  answers.set(id, made);
  return made;
}

function look(state: FileState, id: string | undefined): GoldenLookup {
  if (!state.document)
    return { kind: 'unreadable', reason: state.failure ?? say`it cannot be read` };
  const goldens = contentsOf(state, 'golden').units.flatMap(({ subject }) =>
    subject.kind === 'golden' ? [subject] : [],
  );
  const [only] = goldens;
  if (!only) return { kind: 'unreadable', reason: say`it holds no golden trajectory` };
  const golden =
    id === undefined
      ? goldens.length === 1
        ? only
        : undefined
      : goldens.find((candidate) => candidate.goldenId?.value === id);
  if (golden) return { kind: 'found', uri: state.uri, golden };
  return { kind: 'unknown', ids: goldens.flatMap(({ goldenId }) => goldenId?.value ?? []) };
}
