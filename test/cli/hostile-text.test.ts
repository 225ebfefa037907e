/** Texts of cases, manifests and traces are shown as text, by every command and in every format for people. */
import { describe, expect, it } from 'vitest';
import { callsheet, folderWith } from '../../server/src/cli/testing.ts';
import { PAYLOADS } from '../hardening/payloads.ts';

/** What turns, hides or moves the text around it. */
const DECEIVING = /(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const toolsOf = (name: string, description: string): string =>
  JSON.stringify({
    tools: [
      {
        name,
        description,
        inputSchema: { type: 'object', properties: { [name]: { enum: [description] } } },
      },
    ],
  });

const filesOf = (payload: string): Record<string, string> => ({
  'a.case.json': JSON.stringify({
    case_id: `c ${payload}`,
    title: payload,
    user_message: payload,
    tools: 'm.tools.json',
    expected: { calls: [{ name: `t ${payload}`, args: { [payload]: 'x', other: payload } }] },
    trace: 'r.trace.json',
  }),
  'm.tools.json': toolsOf(`t ${payload}`, payload),
  'n.tools.json': toolsOf(`t ${payload}`, `${payload}!`),
  'r.trace.json': JSON.stringify({
    case_id: `c ${payload}`,
    runs: [{ calls: [{ name: `t ${payload}`, arguments: { [payload]: `${payload}!` } }] }],
  }),
});

const commandsOn = (payload: string): readonly (readonly string[])[] => [
  ...['pretty', 'github', 'junit'].map((format) => ['check', '--format', format]),
  ...['pretty', 'github', 'junit', 'markdown', 'html'].map((format) => [
    'score',
    '--format',
    format,
  ]),
  ['tools', 'diff', 'm.tools.json', 'n.tools.json'],
  ['tools', 'diff', 'm.tools.json', 'n.tools.json', '--format', 'markdown'],
  ['explain', `c ${payload}`],
];

describe.each(Object.entries(PAYLOADS))('%s', (_, payload) => {
  it.each(
    commandsOn(payload).map(
      (words) => [words.slice(0, words[0] === 'explain' ? 1 : undefined).join(' '), words] as const,
    ),
  )('is text in %s', async (_, words) => {
    const { out, err } = await callsheet(folderWith(filesOf(payload)), ...words);
    expect(out).not.toBe('');
    expect(out).not.toMatch(DECEIVING);
    expect(err).not.toMatch(DECEIVING);
    if (words.includes('github')) {
      expect(out.split('\n').filter((line) => /^::(?:set-env|error file=a::)/.test(line))).toEqual(
        [],
      );
    }
    if (words.includes('html')) expect(out).not.toMatch(/<script>|<img src=x/);
  });
});
