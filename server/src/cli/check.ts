import type { Finding } from '../model/finding.ts';
import { CHECK_FORMATS, type CheckFormat } from '../report/formats.ts';
import { type CheckReport, countSeverities, type LocatedFinding } from '../report/located.ts';
import { RULES } from '../rules/index.ts';
import { locate } from '../workspace/locate.ts';
import type { Session } from '../workspace/session.ts';
import type { Uri } from '../workspace/uri.ts';
import { EXIT, Failure } from './failure.ts';
import { fileName, openRoots, type Root } from './roots.ts';
import type { Terminal } from './terminal.ts';

export interface CheckOptions {
  readonly format: CheckFormat;
  readonly config?: string;
  readonly maxWarnings?: number;
  /** Only drift, as an error. */
  readonly drift?: boolean;
}

/**
 * Lints the files at the paths.
 *
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export async function check(
  terminal: Terminal,
  paths: readonly string[],
  { format, config, drift = false, maxWarnings = Number.POSITIVE_INFINITY }: CheckOptions,
): Promise<number> {
  const roots = await openRoots(terminal, paths, config);
  const all = await checkReport(roots, terminal.cwd);
  const report = drift ? onlyDrift(all) : all;
  if (report.files.length === 0) {
    throw new Failure(
      'there is nothing to check here: no case, golden, dataset, manifest, trace or configuration',
    );
  }
  const texts = new Map(
    roots.flatMap(({ session, uris }) =>
      uris.map((uri) => [
        fileName(terminal.cwd)(uri),
        () => session.workspace.store.peek(uri)?.text,
      ]),
    ) as [string, () => string | undefined][],
  );
  terminal.out(
    CHECK_FORMATS[format](report, {
      color: terminal.color,
      source: (file) => texts.get(file)?.(),
      describe: (code) => RULES.get(code)?.summary,
    }),
  );
  const counts = countSeverities(report.findings);
  return counts.error > 0 || counts.warning > maxWarnings ? EXIT.findings : EXIT.fine;
}

const onlyDrift = ({ files, findings }: CheckReport): CheckReport => ({
  files,
  findings: findings
    .filter(({ code }) => code === 'tools-drift')
    .map((finding) => ({ ...finding, severity: 'error' })),
});

async function checkReport(roots: readonly Root[], cwd: string): Promise<CheckReport> {
  const name = fileName(cwd);
  const findings: LocatedFinding[] = [];
  for (const { session, uris } of roots) {
    await session.loadCases();
    for (const uri of uris) {
      const snapshot = await session.snapshot(uri);
      if (!snapshot) {
        const reason = session.workspace.store.peek(uri)?.failure ?? 'it cannot be read';
        throw new Failure(`cannot read ${name(uri)}: ${reason}`);
      }
      const { linter } = session;
      for (const finding of [...linter.lint(snapshot), ...linter.lintSuite(snapshot)]) {
        findings.push(locatedFinding(session, uri, finding, name));
      }
    }
  }
  return { files: roots.flatMap(({ uris }) => uris.map(name)), findings };
}

function locatedFinding(
  session: Session,
  uri: Uri,
  { code, severity, message, place, data, related }: Finding,
  name: (uri: Uri) => string,
): LocatedFinding {
  const { workspace } = session;
  const file = workspace.store.peek(uri)!;
  const at = locate(workspace, file, place);
  return {
    file: name(at.uri),
    range: at.range,
    severity,
    code,
    message,
    ...(data !== undefined && { data }),
    ...(related?.length && {
      related: related.map((each) => {
        const there = locate(workspace, file, each.place);
        return { file: name(there.uri), range: there.range, message: each.message };
      }),
    }),
  };
}
