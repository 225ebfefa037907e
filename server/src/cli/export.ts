import { exportCase, type Problem } from '../convert/promptfoo-export.ts';
import type { CaseNode, GoldenNode } from '../model/located.ts';
import { toExpectation } from '../model/resolve.ts';
import { type Plain, toYaml } from '../syntax/index.ts';
import type { Unit } from '../workspace/files/contents.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { Session } from '../workspace/session.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { EXIT, Failure } from './failure.ts';
import { openRoots } from './roots.ts';
import type { Terminal } from './terminal.ts';
import { writeFiles } from './write-files.ts';

export const EXPORT_FORMATS = ['promptfoo'] as const;

export interface ExportOptions {
  /** Written there instead of to standard output. */
  readonly out?: string;
  readonly force?: boolean;
  readonly config?: string;
}

/**
 * Writes cases as a configuration of promptfoo. Where a case asks for something that promptfoo has no word
 * for, nothing is written, and every such place is named.
 *
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export async function exportFiles(
  terminal: Terminal,
  paths: readonly string[],
  options: ExportOptions,
): Promise<number> {
  const roots = await openRoots(terminal, paths, options.config);
  const tests: Plain[] = [];
  const problems: string[] = [];
  for (const { session, uris } of roots) {
    await session.loadCases();
    for (const uri of uris) {
      const snapshot = await session.snapshot(uri);
      for (const unit of snapshot?.contents.units ?? []) {
        const made = exportUnit(session, snapshot!, unit);
        if (made.ok) tests.push(made.test as Plain);
        else {
          const id = unitId(unit) ?? 'a case without an id';
          for (const { key, reason } of made.problems) problems.push(`${id}: ${key}: ${reason}`);
        }
      }
    }
  }
  if (problems.length > 0) {
    for (const problem of problems) terminal.err(`callsheet: cannot export ${problem}\n`);
    return EXIT.failure;
  }
  if (tests.length === 0) throw new Failure('there is no case to export here: check the paths');
  const text = toYaml([{ prompts: ['{{user_message}}'], tests }]);
  if (options.out === undefined) terminal.out(text);
  else
    writeFiles(terminal.cwd, terminal.cwd, [{ path: options.out, text }], options.force === true);
  return EXIT.fine;
}

function exportUnit(session: Session, snapshot: Snapshot, unit: Unit) {
  const invalid = session.linter
    .lintUnit(snapshot, unit)
    .filter(({ code, severity }) => severity === 'error' || code === 'vacuous-expectation')
    .map(({ code, message }): Problem => ({ key: code, reason: message }));
  if (invalid.length > 0) return { ok: false, problems: invalid } as const;
  const scope = snapshot.scopeOf(unit);
  const { toolset } = scope;
  const { expectation } = toExpectation(unit.subject, {
    golden: (reference) => {
      const found = scope.golden(reference);
      return found.kind === 'found' ? found.golden : undefined;
    },
    toolset,
    ...(scope.dataset && { dataset: scope.dataset }),
  });
  const title = unit.subject.title?.value;
  const runKeys = runKeysOf([unit.subject, scope.dataset?.defaults]);
  return exportCase({ expectation, toolset, runKeys, ...(title !== undefined && { title }) });
}

/** Keys that decide how often a case is run, and what the user goes on to say. */
const RUN_KEYS = { replies: 'replies', trials: 'trials' } as const;

const runKeysOf = (subjects: readonly (CaseNode | GoldenNode | undefined)[]): string[] =>
  Object.entries(RUN_KEYS).flatMap(([key, field]) =>
    subjects.some((subject) => subject?.kind === 'case' && subject[field] !== undefined)
      ? [key]
      : [],
  );
