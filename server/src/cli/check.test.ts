import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { main } from '../cli.ts';
import { placeWith } from './testing.ts';

const CASE = 'case_id: one\nuser_message: Hello.\nexpected: { tool_behavior: no_call }\n';

it('fixes what can be fixed safely, writes it, and reports the rest', async () => {
  const tools = JSON.stringify({
    tools: [
      { name: 'look', inputSchema: { type: 'object', properties: { limit: { default: 10 } } } },
    ],
  });
  const { run, read } = placeWith({
    'shop.tools.json': tools,
    'one.case.yaml': 'case_id: one\nexpected:\n\ttool_behavior: no_call\n',
    'two.case.yaml': CASE.replace('one', 'two').replace('no_call', 'no_cal'),
  });
  expect((await run('check')).code).toBe(1);
  const { code, out, err } = await run('check', '--fix');
  expect(err).toBe('one.case.yaml: fixed\n');
  expect(read('one.case.yaml')).toBe('case_id: one\nexpected:\n  tool_behavior: no_call\n');
  expect(code).toBe(1);
  expect(out).not.toContain('one.case.yaml');
  expect(out).toContain('two.case.yaml:3:28 error');
  expect((await run('check', '--fix')).err).toBe('');
});

it('checks again when a file changes, until it is ended', async () => {
  const { folder } = placeWith({ 'one.case.yaml': CASE });
  let out = '';
  let err = '';
  let stop: () => void = () => undefined;
  const ended = main(['check', '--watch'], {
    cwd: folder,
    color: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    onInterrupt: (call) => {
      stop = call;
      return () => undefined;
    },
  });
  await vi.waitFor(() => expect(err).toContain('watching'), 10_000);
  expect(out).toContain('No findings');
  const path = join(folder, 'one.case.yaml');
  writeFileSync(path, readFileSync(path, 'utf8').replace('no_call', 'no_cal'));
  await vi.waitFor(() => expect(out).toContain('one.case.yaml:3:28 error'), 10_000);
  stop();
  expect(await ended).toBe(130);
  expect(err).toMatch(/stopped watching\n$/);
});

it('watches nothing where there is nothing to check', async () => {
  const { run } = placeWith({ 'one.case.yaml': CASE });
  const { code, out, err } = await run('check', '--watch', 'nowhere');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^callsheet: there is no file or folder nowhere/);
});

it('writes no report again that is like the last, lest it starts itself', async () => {
  const { folder } = placeWith({ 'one.case.yaml': CASE });
  const reports: string[] = [];
  let watching = 0;
  let stop: () => void = () => undefined;
  const ended = main(['check', '--watch'], {
    cwd: folder,
    color: false,
    live: true,
    out: (text) => {
      reports.push(text);
      writeFileSync(join(folder, 'report.txt'), reports.join(''));
    },
    err: (text) => {
      if (text.startsWith('watching')) watching++;
    },
    onInterrupt: (call) => {
      stop = call;
      return () => undefined;
    },
  });
  // The report is a change of the folder, and the check after it comes to the same.
  await vi.waitFor(() => expect(watching).toBe(2), 10_000);
  expect(reports).toHaveLength(1);
  stop();
  await ended;
});
