import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { speak } from '../server/src/l10n/say.ts';
import { methods, type ReportPage } from '../server/src/protocol.ts';
import { ALL_RULES } from '../server/src/rules/index.ts';
import { textsIn } from './l10n.ts';
import { Client, uriOf } from './protocol/harness.ts';

const ROOT = join(import.meta.dirname, '..');

/** What hovers and completion say of keys and rules: tables, whose texts are said where they are shown. */
const described = [
  ...readdirSync(join(ROOT, 'schemas')).flatMap((name) =>
    descriptionsIn(JSON.parse(readFileSync(join(ROOT, 'schemas', name), 'utf8'))),
  ),
  ...ALL_RULES.map(({ summary }) => summary),
];

function descriptionsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'description' && typeof value === 'string' ? [value] : descriptionsIn(value),
  );
}

const client = textsIn('client/src');
const server = textsIn('server/src');

it('has every text for translators in the bundle, and no other', async () => {
  const keys = [...new Set([...client.keys, ...server.keys, ...described])].sort();
  expect(keys.length).toBeGreaterThan(200);
  expect(keys.filter((key) => key.startsWith('not a literal'))).toEqual([]);
  const bundle = Object.fromEntries(keys.map((key) => [key, key]));
  const file = join(ROOT, 'l10n', 'bundle.l10n.json');
  await expect(`${JSON.stringify(bundle, null, 2)}\n`).toMatchFileSnapshot(file);
});

it('has no text of the extension in English alone', () => {
  expect(client.bare).toEqual([]);
});

it('takes every text of the manifest from its words, and uses each of them', () => {
  const manifest = readFileSync(join(ROOT, 'package.json'), 'utf8');
  const words = JSON.parse(readFileSync(join(ROOT, 'package.nls.json'), 'utf8'));
  const used = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key!);
  expect([...new Set(used)].sort()).toEqual(Object.keys(words).sort());
  const written = [
    ...manifest.matchAll(
      /"(?:title|description|markdownDescription|label|name|contents)": "([^%"][^"]* [^"]*)"/g,
    ),
  ];
  // What the marketplace shows is read from the manifest of the package itself.
  expect(written.map(([, text]) => text)).toEqual([JSON.parse(manifest).description]);
});

afterEach(() => speak());

it('speaks the language that a client hands over', async () => {
  const spoken = await Client.start({
    initializationOptions: {
      l10n: {
        Rescore: 'Neu werten',
        '`{0}` has no argument `{1}`{2}': '{2}: kein Argument „{1}“ bei „{0}“',
        '; did you mean {0}?': 'Meinten Sie {0}',
        'Change to `{0}`': 'Zu „{0}“ ändern',
        'It returned:': 7,
      },
    },
    files: {
      'a.tools.json': JSON.stringify({
        tools: [{ name: 'find', inputSchema: { type: 'object', properties: { city: {} } } }],
      }),
    },
  });
  const text =
    'case_id: a\ntools: ./a.tools.json\nexpected:\n  calls:\n    - name: find\n      args: { citi: x }\n';
  const uri = await spoken.open('a.case.yaml', text);
  const { diagnostics } = await spoken.diagnostics(uri);
  expect(diagnostics.map(({ message }) => message)).toContain(
    'Meinten Sie `city`: kein Argument „citi“ bei „find“',
  );
  const there = { textDocument: { uri } };
  const lenses = await spoken.request<{ command: { title: string } }[]>(
    'textDocument/codeLens',
    there,
  );
  expect(lenses.map(({ command }) => command.title)).toContain('Neu werten');
  const actions = await spoken.request<{ title: string }[]>('textDocument/codeAction', {
    ...there,
    range: diagnostics[0]!.range,
    context: { diagnostics },
  });
  expect(actions.map(({ title }) => title)).toContain('Zu „city“ ändern');
  await spoken.stop();
});

it('describes keys and rules in that language', async () => {
  const { description } = JSON.parse(
    readFileSync(join(ROOT, 'schemas', 'case.schema.json'), 'utf8'),
  ).properties.case_id;
  const { summary } = ALL_RULES.find(({ id }) => id === 'unknown-arg')!;
  const spoken = await Client.start({
    initializationOptions: {
      l10n: { [description]: 'Der Name des Falls', [summary]: 'Ein fremdes Argument' },
    },
  });
  const uri = await spoken.open('a.case.yaml', '# callsheet-disable-line \ncase_id: a\n');
  const there = (line: number, character: number) => ({
    textDocument: { uri },
    position: { line, character },
  });
  const hover = await spoken.request('textDocument/hover', there(1, 2));
  expect(JSON.stringify(hover)).toContain('Der Name des Falls');
  const rules = await spoken.request<{ label: string }[]>('textDocument/completion', there(0, 25));
  const rule = rules.find(({ label }) => label === 'unknown-arg')!;
  expect(await spoken.request('completionItem/resolve', rule)).toMatchObject({
    documentation: { value: 'Ein fremdes Argument' },
  });
  await spoken.stop();
});

it('says in a report which language it is in', async () => {
  const uri = uriOf('a.case.yaml');
  const spoken = await Client.start({
    locale: 'de',
    initializationOptions: { l10n: { 'The task and its runs': 'Aufgabe und Läufe' } },
    files: {
      'a.case.yaml': 'case_id: a\nexpected: { calls: [] }\ntrace: a.trace.json\n',
      'a.trace.json': JSON.stringify({ calls: [], final_message: 'Hello.' }),
    },
  });
  const { html } = await spoken.request<ReportPage>(methods.report, { uri, case_id: 'a' });
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('Aufgabe und Läufe');
  await spoken.stop();
});
