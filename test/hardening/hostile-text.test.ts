/** Texts of manifests, cases and traces are shown as text: in the editor, and in every report. */
import { describe, expect, it } from 'vitest';
import { askEverything } from '../../server/src/features/every-feature.ts';
import { ask } from '../../server/src/features/testing.ts';
import { SCORE_FORMATS, type ScoreFormat } from '../../server/src/report/formats.ts';
import { scored } from '../../server/src/report/testing.ts';
import { Client } from '../protocol/harness.ts';
import { PAYLOADS } from './payloads.ts';

/** What turns, hides or moves the text around it. */
const DECEIVING = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const filesOf = (payload: string): Record<string, string> => ({
  'a.case.json': JSON.stringify(
    {
      case_id: `c ${payload}`,
      title: payload,
      user_message: 'u',
      tools: 'm.tools.json',
      expected: { calls: [{ name: payload, args: { [payload]: payload, other: payload } }] },
      trace: 'r.trace.json',
    },
    null,
    1,
  ),
  'm.tools.json': JSON.stringify({
    tools: [
      {
        name: payload,
        title: payload,
        description: payload,
        inputSchema: {
          type: 'object',
          properties: {
            [payload]: { type: 'string', description: payload, enum: [payload], default: payload },
          },
        },
      },
    ],
  }),
  'r.trace.json': JSON.stringify({
    case_id: `c ${payload}`,
    runs: [{ calls: [{ name: payload, arguments: { [payload]: `${payload}!` } }] }],
  }),
});

/** Markdown in which nothing but our own emphasis, lists and code is left to be read as markup. */
function expectInert(markdown: string): void {
  expect(markdown).not.toMatch(DECEIVING);
  const prose = markdown
    .replaceAll(/^(`{3,})\w*\n[\s\S]*?\n\1$/gm, '')
    .replaceAll(/(?<![`\\])(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '')
    .replaceAll(/\\[\\`*_{}[\]()#+\-.!|<>~&:@]/g, '');
  expect(prose).not.toMatch(/\]\(|<\w|!\[|^#|https?:|command:|javascript:/m);
}

/** Everything that an editor draws of an answer, by the field that it stands in. */
function shown(value: unknown, found: string[] = []): string[] {
  if (Array.isArray(value)) for (const item of value) shown(item, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const isDrawn = /^(?:label|detail|title|tooltip|message|name|containerName)$/.test(key);
      if (isDrawn && typeof member === 'string') found.push(member);
      else if (key !== 'arguments' && key !== 'data') shown(member, found);
    }
  }
  return found;
}

/** JSON and SARIF are data: what shows them escapes them. */
const READ_BY_PEOPLE = (Object.keys(SCORE_FORMATS) as ScoreFormat[]).filter(
  (format) => format !== 'json' && format !== 'sarif',
);

describe.each(Object.entries(PAYLOADS))('%s', (_, payload) => {
  it('is text in what editors show', async () => {
    const files = filesOf(payload);
    const asked = await ask(files, { score: true });
    const text = files['a.case.json']!;
    for (let offset = 0; offset < text.length; offset += 7) {
      const { hover, completion, ...answers } = askEverything(asked.context, offset);
      if (hover) expectInert((hover.contents as { value: string }).value);
      for (const item of completion) {
        const { documentation } = item;
        if (documentation) expectInert((documentation as { value: string }).value);
      }
      const { actions, hints, lenses, symbols, workspaceSymbols } = answers;
      for (const each of shown([completion, actions, hints, lenses, symbols, workspaceSymbols])) {
        expect(each).not.toMatch(DECEIVING);
      }
    }
  });

  it('is text in diagnostics', async () => {
    const files = filesOf(payload);
    const client = await Client.start({ files });
    const uri = await client.open('a.case.json', files['a.case.json']!);
    const { diagnostics } = await client.diagnosticsWith(uri, 'findings', (params) =>
      params.diagnostics.some(({ code }) => code === 'unknown-arg'),
    );
    for (const each of shown(diagnostics)) expect(each).not.toMatch(DECEIVING);
    await client.stop();
  });

  it.each(READ_BY_PEOPLE)('is text in the format %s', (format) => {
    const text = JSON.stringify(scored());
    const hostile = JSON.parse(
      text
        .replaceAll('"bad"', JSON.stringify(payload))
        .replaceAll('"search"', JSON.stringify(payload))
        .replaceAll('expected \\"a\\"', JSON.stringify(payload).slice(1, -1)),
    );
    const options = { color: false, source: () => undefined, describe: () => undefined };
    const written = SCORE_FORMATS[format](hostile, options as never);
    expect(written).not.toMatch(DECEIVING);
    if (format === 'html' || format === 'junit') {
      expect(written).not.toMatch(
        /<script|<img|onerror=(?!alert\(1\)&gt;)|&bogus;|javascript:alert\(1\)"/,
      );
    }
    if (format === 'markdown') expectInert(written.replaceAll(/^#+ [\w ]+$/gm, ''));
    if (format === 'github') {
      expect(
        written.split('\n').filter((line) => /^::(?:set-env|error file=a::)/.test(line)),
      ).toEqual([]);
    }
  });
});
