import { URI } from 'vscode-uri';
import { CHECK_FORMATS, type CheckFormat } from '../report/formats.ts';
import { type CheckReport, countSeverities, type LocatedFinding } from '../report/located.ts';
import { RULES } from '../rules/index.ts';
import { fixFile } from '../workspace/safe-fixes.ts';
import { checkFiles } from './check-files.ts';
import { EXIT, Failure } from './failure.ts';
import type { Means } from './means.ts';
import { fileName, openRoots, type Root } from './roots.ts';
import type { Terminal } from './terminal.ts';
import { writeFiles } from './write-files.ts';

export interface CheckOptions {
  readonly format: CheckFormat;
  readonly config?: string;
  readonly maxWarnings?: number;
  /** Only drift, as an error. */
  readonly drift?: boolean;
  /** Write what can be fixed safely, then check. */
  readonly fix?: boolean;
  /** Whether reports of earlier checks may be used, and these be kept; true where absent. */
  readonly cache?: boolean;
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
  options: CheckOptions,
): Promise<number> {
  const { format, config, drift, fix, maxWarnings = Number.POSITIVE_INFINITY } = options;
  const roots = await openRoots(terminal, paths, config);
  if (fix) await fixFiles(terminal, roots);
  const all = await checkReport(roots, terminal.cwd, meansFor(terminal, options));
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

/** After a fix, what is known is not what stands on the disk. */
const meansFor = ({ means = {} }: Terminal, { fix, cache = true }: CheckOptions): Means =>
  fix ? {} : { ...means, ...(!cache && { cache: undefined }) };

/** Writes the files in which something can be fixed safely, and tells which. */
async function fixFiles({ cwd, err }: Terminal, roots: readonly Root[]): Promise<void> {
  for (const { session, uris } of roots) {
    await session.loadCases();
    for (const uri of uris) {
      const before = (await session.workspace.store.load(uri)).text;
      const text = await fixFile(session, uri);
      if (text === undefined || text === before) continue;
      writeFiles(cwd, cwd, [{ path: URI.parse(uri).fsPath, text }], true);
      err(`${fileName(cwd)(uri)}: fixed\n`);
    }
  }
}

const onlyDrift = ({ files, findings }: CheckReport): CheckReport => ({
  files,
  findings: findings
    .filter(({ code }) => code === 'tools-drift')
    .map((finding) => ({ ...finding, severity: 'error' })),
});

async function checkReport(
  roots: readonly Root[],
  cwd: string,
  means: Means,
): Promise<CheckReport> {
  const name = fileName(cwd);
  const findings: LocatedFinding[] = [];
  for (const root of roots) {
    const found = await checkFiles(root, cwd, means);
    for (const each of found) findings.push(each);
    // A report that shows the lines needs their texts.
    const withFindings = new Set(found.map(({ file }) => file));
    for (const uri of root.uris) {
      if (withFindings.has(name(uri))) await root.session.workspace.store.load(uri);
    }
  }
  return { files: roots.flatMap(({ uris }) => uris.map(name)), findings };
}
