/** The first case of the README, and docs/first-case.md step by step with the server that it names. */
import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../scripts/bootstrap.mjs';
import { callsheet, folderWith, type Outcome } from '../server/src/cli/testing.ts';
import { blocksOf } from './pages.ts';

const page = readFileSync(join(root, 'docs/first-case.md'), 'utf8');
const named = [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)].map(
  ([, file = '', text = '']) => [file, text] as const,
);
/** What the page says to add to a file: the fenced text that begins with these words. */
const toAdd = (start: string): string =>
  new RegExp(`^\`\`\`yaml\n(${start}[\\s\\S]*?)^\`\`\`$`, 'm').exec(page)![1]!;

const ORDER = {
  type: 'object',
  properties: { order_id: { type: 'string' } },
  required: ['order_id'],
};
const MONEY = { ...ORDER, properties: { ...ORDER.properties, amount: { type: 'number' } } };

it('of the README is checked, scored on the line and gated', async () => {
  const blocks = blocksOf(readFileSync(join(root, 'README.md'), 'utf8'));
  const told = (start: string) => blocks.find(({ text }) => text.startsWith(start))!.text;
  const trace = told('{ "trace_version"');
  const tools = [
    { name: 'get_order', description: 'Looks an order up.', inputSchema: ORDER },
    { name: 'issue_refund', description: 'Pays money back.', inputSchema: MONEY },
  ];
  const folder = folderWith({
    'callsheet.config.yaml': told('runners:'),
    'shop/orders.tools.json': JSON.stringify({ tools }),
    'shop/refund.case.yaml': `${told('case_id:')}trace: ./refund.trace.json\n`,
    'shop/refund.trace.json': trace,
  });
  expect(await callsheet(folder, 'check', 'shop')).toMatchObject({ code: 0 });
  const { code, out } = await callsheet(folder, 'score', 'shop', '--gate');
  expect(code).toBe(1);
  expect(out).toMatch(/refund\.case\.yaml:12:9 error .*got 128\.4 broken-provenance/);
  expect(out).toContain('✗ pass_rate should be at least 0.9, is 0');
  writeFileSync(join(folder, 'shop/refund.trace.json'), trace.replace('128.4', '64.2'));
  expect(await callsheet(folder, 'score', 'shop', '--gate')).toMatchObject({ code: 0 });
});

const SERVER = '@modelcontextprotocol/server-filesystem';

it.skipIf(!existsSync(join(root, 'node_modules', SERVER)))(
  'leads from nothing to a gated case',
  { timeout: 120_000 },
  async () => {
    const folder = folderWith({
      ...Object.fromEntries(named),
      'notes/release.txt': 'Release 4.2 ships on Friday.\n',
      'notes/todo.txt': 'Buy milk\n',
    });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    const done: string[] = [];
    /** Runs a command as the page tells it, to the letter. */
    const told = async (command: string): Promise<Outcome> => {
      expect(page).toContain(`npx callsheet ${command}`);
      done.push(command);
      return callsheet(folder, ...command.split(' '));
    };
    const change = (file: string, from: string, to: string) => {
      const path = join(folder, file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
    };

    const pulled = await told('tools pull --server files --out files.tools.json');
    expect(pulled).toMatchObject({ code: 0, out: '' });
    expect(pulled.err).toContain('14 tools of secure-filesystem-server');
    expect((await told('check')).out).toContain('No findings');

    appendFileSync(join(folder, 'callsheet.config.yaml'), toAdd('runners:'));
    const ran = await told('run --runner agent --out runs');
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('✓ release_day  3 of 3 runs passed');
    expect(ran.err).toContain('runs are in runs');

    appendFileSync(join(folder, 'release.case.yaml'), toAdd('trace:'));
    expect((await told('score')).code).toBe(0);
    change('release.case.yaml', '[Friday]', '[Monday]');
    const broken = await told('score');
    expect(broken.code).toBe(1);
    expect(broken.out).toContain('release.case.yaml:17:18 error no reply mentions "Monday"');
    change('release.case.yaml', '[Monday]', '[Friday]');
    expect((await told('explain release_day')).out).toContain('search_files is called');

    expect((await told('tools label release.case.yaml')).code).toBe(0);
    expect(await callsheet(folder, 'check', '--drift')).toMatchObject({ code: 0 });

    appendFileSync(join(folder, 'callsheet.config.yaml'), toAdd('gates:'));
    const gated = await told('score --gate');
    expect(gated.code).toBe(0);
    expect(gated.out).toContain('✓ pass_rate should be at least 1, is 1');

    const captured = await told(
      'capture runs/release_day.trace.json --tools files.tools.json --out release.golden.yaml',
    );
    expect(captured.code).toBe(0);
    expect(readFileSync(join(folder, 'release.golden.yaml'), 'utf8')).toContain(
      'path: { from_call: search_files }',
    );
    expect(await callsheet(folder, 'check')).toMatchObject({ code: 0 });

    const commands = [...page.matchAll(/^npx callsheet (.*)$/gm)].map(([, command]) => command);
    expect(commands.filter((command) => !done.includes(command ?? ''))).toEqual([]);
  },
);
