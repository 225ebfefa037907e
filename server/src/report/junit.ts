import type { ReportedCase, ScoreReport } from '../scoring/set/score-report.ts';
import { caseFindings, gateName, gateText, runsText } from './annotations.ts';
import { byCodeUnits, type CheckReport, type LocatedFinding, sortFindings } from './located.ts';
import { markup, plural } from './text.ts';

interface TestCase {
  readonly name: string;
  readonly classname: string;
  /** Seconds. */
  readonly time?: number;
  readonly problem?: { readonly kind: 'failure' | 'error'; readonly lines: readonly string[] };
  /** What is said without failing. */
  readonly notes: readonly string[];
}

interface Suite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${markup(String(value))}"`)
    .join('');

const lines = (texts: readonly string[]): string => texts.map(markup).join('\n');

function caseXml({ name, classname, time, problem, notes }: TestCase): string {
  const head = `    <testcase${attributes({ name, classname, time })}`;
  const body = [
    ...(problem
      ? [
          `      <${problem.kind}${attributes({ message: problem.lines[0] ?? '' })}>${lines(problem.lines)}</${problem.kind}>`,
        ]
      : []),
    ...(notes.length > 0 ? [`      <system-out>${lines(notes)}</system-out>`] : []),
  ];
  return body.length === 0 ? `${head}/>` : [`${head}>`, ...body, '    </testcase>'].join('\n');
}

function counts(cases: readonly TestCase[]) {
  const of = (kind: string) => cases.filter((each) => each.problem?.kind === kind).length;
  return { tests: cases.length, failures: of('failure'), errors: of('error') };
}

function xml(name: string, suites: readonly Suite[]): string {
  const all = suites.flatMap((suite) => suite.cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name, ...counts(all) })}>`,
    ...suites.flatMap((suite) => [
      `  <testsuite${attributes({ name: suite.name, ...counts(suite.cases) })}>`,
      ...suite.cases.map(caseXml),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

const findingLine = ({ range, severity, code, message }: LocatedFinding): string =>
  `${range.start.line + 1}:${range.start.character + 1} ${severity} ${message} [${code}]`;

/** JUnit XML with one test a file, which fails where the file has an error. */
export function checkJunit(report: CheckReport): string {
  const findings = sortFindings(report.findings);
  const files = [...new Set([...report.files, ...findings.map(({ file }) => file)])];
  const cases = files.sort(byCodeUnits).map((file): TestCase => {
    const own = findings.filter((finding) => finding.file === file);
    const errors = own.filter(({ severity }) => severity === 'error').map(findingLine);
    const notes = own.filter(({ severity }) => severity !== 'error').map(findingLine);
    return {
      name: file,
      classname: 'callsheet.check',
      ...(errors.length > 0 && { problem: { kind: 'failure', lines: errors } }),
      notes,
    };
  });
  return xml('callsheet check', [{ name: 'check', cases }]);
}

function scoredCase(of: ReportedCase): TestCase {
  const told = caseFindings(of).map((each) => {
    const { code, severity, message, range, file = of.file } = each.finding;
    const place = range ? `${file}:${range.start.line + 1}:${range.start.character + 1} ` : '';
    return { severity, line: `${place}${severity} ${message}${runsText(of, each)} [${code}]` };
  });
  const times = of.runs.map((run) => run.metrics.latency_ms).filter((ms) => ms !== null);
  const errors = told.filter(({ severity }) => severity === 'error').map(({ line }) => line);
  const rest = told.filter(({ severity }) => severity !== 'error').map(({ line }) => line);
  const { n, c } = of.reliability;
  const passes = n === 0 ? 'not scored' : `${c} of ${plural(n, 'run')} passed`;
  return {
    name: of.case_id,
    classname: of.file,
    ...(times.length > 0 && { time: times.reduce((sum, ms) => sum + ms, 0) / 1000 }),
    ...(of.verdict === 'pass'
      ? { notes: [...errors, ...rest] }
      : {
          problem: {
            kind: of.verdict === 'fail' ? ('failure' as const) : ('error' as const),
            lines: errors.length > 0 ? [...errors, passes] : [passes],
          },
          notes: rest,
        }),
  };
}

/** JUnit XML with one suite a file, one test a case, and a suite of the gates where there are any. */
export function scoreJunit(report: ScoreReport): string {
  const files = [...new Set(report.cases.map(({ file }) => file))];
  const suites = files.map((file): Suite => {
    return { name: file, cases: report.cases.filter((of) => of.file === file).map(scoredCase) };
  });
  const gates = report.gates.map(
    (gate): TestCase => ({
      name: gateName(gate),
      classname: 'callsheet.gates',
      ...(!gate.ok && { problem: { kind: 'failure', lines: [gateText(gate)] } }),
      notes: [],
    }),
  );
  const gateSuite = gates.length > 0 ? [{ name: 'gates', cases: gates }] : [];
  return xml('callsheet score', [...suites, ...gateSuite]);
}
