import type { Change, ToolDrift } from '../manifest/index.ts';
import type { TextRange } from '../model/range.ts';
import { jsonText } from './json.ts';
import { painter, plain, plural } from './text.ts';

/** What has changed between two manifests, and the cases that it concerns. */
export interface DiffReport {
  /** The manifests, as they were named. */
  readonly before: string;
  readonly after: string;
  readonly drifts: readonly ToolDrift[];
  readonly cases: readonly {
    readonly id: string;
    readonly file: string;
    readonly lines: readonly {
      readonly tool: string;
      readonly change: Change;
      readonly breaks: boolean;
      readonly range: TextRange;
    }[];
  }[];
}

export type DiffFormat = 'pretty' | 'json' | 'markdown';

/** The formats of `tools diff`: each turns a report into the whole output. */
export const DIFF_FORMATS: Readonly<
  Record<DiffFormat, (report: DiffReport, color: boolean) => string>
> = { pretty, json, markdown };

const total = ({ drifts, cases }: DiffReport): string =>
  `${plural(drifts.length, 'tool')} changed, ${plural(cases.length, 'case')} touched`;

function pretty(report: DiffReport, color: boolean): string {
  const paint = painter(color);
  const tools = report.drifts.map(({ name, changes }) =>
    [paint('strong', plain(name)), ...changes.map(({ message }) => `  ${plain(message)}`)].join(
      '\n',
    ),
  );
  const cases = report.cases.map(({ id, file, lines }) =>
    [
      `${paint('strong', plain(id))} ${paint('dim', plain(file))}`,
      ...lines.map(({ tool, change, breaks, range }) => {
        const mark = breaks ? paint('error', 'breaks') : paint('dim', 'review');
        const place = `${range.start.line + 1}:${range.start.character + 1}`;
        return `  ${place} ${mark} ${plain(tool)}: ${plain(change.message)}`;
      }),
    ].join('\n'),
  );
  return `${[...tools, ...cases, total(report)].join('\n\n')}\n`;
}

function json({ before, after, drifts, cases }: DiffReport): string {
  return `${jsonText({
    version: 1,
    before,
    after,
    tools: drifts.map((drift) => ({
      name: drift.name,
      ...(drift.after && drift.after.name !== drift.name && { to: drift.after.name }),
      changes: drift.changes,
    })),
    cases: cases.map(({ id, file, lines }) => ({
      case_id: id,
      file,
      lines: lines.map(({ tool, change, breaks, range }) => ({
        tool,
        kind: change.kind,
        message: change.message,
        breaks,
        range,
      })),
    })),
  })}\n`;
}

/** Text of a manifest or a case in a cell of a table: no markup, no new line, no end of the cell. */
const cell = (text: string): string => plain(text).replace(/[\\|<>[\]*_]/g, (char) => `\\${char}`);

function markdown(report: DiffReport): string {
  const tools = report.drifts.flatMap(({ name, changes }) =>
    changes.map(({ message }) => `| ${cell(name)} | ${cell(message)} |`),
  );
  const cases = report.cases.flatMap(({ id, file, lines }) =>
    lines.map(({ tool, change, breaks, range }) => {
      const place = `${cell(file)}:${range.start.line + 1}`;
      const what = `${cell(tool)}: ${cell(change.message)}`;
      return `| ${cell(id)} | ${place} | ${what} | ${breaks ? 'breaks' : 'review'} |`;
    }),
  );
  const parts = [
    `## ${total(report)}`,
    ...(tools.length > 0 ? [['| Tool | Change |', '| --- | --- |', ...tools].join('\n')] : []),
    ...(cases.length > 0
      ? [['| Case | Line | Change | |', '| --- | --- | --- | --- |', ...cases].join('\n')]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
