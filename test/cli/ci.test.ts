/** What a pipeline does with the command line: gates, baselines, shards and formats. */
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { callsheet, folderWith, type Outcome } from '../../server/src/cli/testing.ts';
import { SCORE_FORMATS } from '../../server/src/report/formats.ts';

const WORDS = ['one', 'two', 'three', 'four', 'five'];

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'reserve',
      description: 'Put one article aside for a customer, by its stock number.',
      inputSchema: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] },
      annotations: { readOnlyHint: true },
    },
  ],
});

const caseOf = (id: string, sku = id): string => `case_id: ${id}
tools: ./shop.tools.json
user_message: Reserve ${id}.
tags: [${id.length > 3 ? 'long' : 'short'}]
expected:
  calls:
    - name: reserve
      args: { sku: ${sku} }
`;

/** Reserves what the user names, but for what it cannot remember. */
const AGENT = `let text = '';
process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
  const sku = /Reserve (\\w+)/.exec(JSON.parse(text).messages[0].content)[1];
  const calls = [{ name: 'reserve', arguments: { sku: sku === 'three' ? 'tree' : sku }, status: 'ok' }];
  console.log(JSON.stringify({ runs: [{ calls }] }));
});
`;

const suite = (config: object = {}): string =>
  folderWith({
    'callsheet.config.yaml': JSON.stringify({
      runners: { agent: { type: 'command', command: [process.execPath, 'agent.cjs'] } },
      ...config,
    }),
    'agent.cjs': AGENT,
    'shop.tools.json': TOOLS,
    ...Object.fromEntries(WORDS.map((id) => [`${id}.case.yaml`, caseOf(id)])),
  });

/** A report without what differs from run to run: times. */
const steady = ({ out }: Outcome): unknown =>
  JSON.parse(out, (key, value) => (/latency|started/.test(key) ? null : value));

/** The elements of a document, by a parser that refuses what is not well formed. */
function elementsOf(xml: string): { name: string; attributes: Record<string, string> }[] {
  const found: { name: string; attributes: Record<string, string> }[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) =>
    found.push({ name, attributes: attributes as Record<string, string> }),
  );
  parser.write(xml).close();
  return found;
}

describe('shards', () => {
  it('make the report that one run makes', async () => {
    const folder = suite();
    const run = (...args: string[]) =>
      callsheet(folder, 'run', '--runner', 'agent', '--format', 'json', ...args);
    const whole = await run('--out', 'whole');
    expect(whole.code).toBe(1);
    const counts: number[] = [];
    for (const shard of ['1/3', '2/3', '3/3']) {
      const part = await run('--shard', shard, '--out', `results/${shard[0]}`);
      counts.push(JSON.parse(part.out).cases.length);
    }
    expect(counts).toEqual([2, 2, 1]);
    const merge = (...args: string[]) => callsheet(folder, 'score', '--format', 'json', ...args);
    const folders = [1, 2, 3].flatMap((index) => ['--results', `results/${index}`]);
    const merged = await merge(...folders);
    expect(steady(merged)).toEqual(steady(whole));
    expect(merged.code).toBe(1);
    expect(steady(await merge('--results', 'results'))).toEqual(steady(whole));
    expect(JSON.parse(merged.out).summary).toEqual({ pass: 4, fail: 1, error: 0 });
  });

  it.each(Object.keys(SCORE_FORMATS))('make the same %s as one folder', async (format) => {
    const folder = suite();
    await callsheet(folder, 'run', '--runner', 'agent', '--out', 'whole');
    for (const [index, name] of readdirSync(join(folder, 'whole')).entries()) {
      cpSync(join(folder, 'whole', name), join(folder, `part${index % 2}`, name));
    }
    const score = (...names: string[]) =>
      callsheet(
        folder,
        'score',
        '--format',
        format,
        ...names.flatMap((name) => ['--results', name]),
      );
    const whole = await score('whole');
    expect(whole).toMatchObject({ code: 1, err: '' });
    expect(await score('part0', 'part1')).toEqual(whole);
    expect(await score('part1', 'part0')).toEqual(whole);
  });
});

const traceOf = (sku: string): string =>
  JSON.stringify({ runs: [{ calls: [{ name: 'reserve', arguments: { sku }, status: 'ok' }] }] });

/** Recorded runs of every case, of which those named are wrong. */
const recorded = (wrong: readonly string[], config: object = {}): string =>
  folderWith({
    'callsheet.config.yaml': JSON.stringify(config),
    'shop.tools.json': TOOLS,
    ...Object.fromEntries(
      WORDS.flatMap((id) => [
        [`${id}.case.yaml`, `${caseOf(id)}trace: ${id}.trace.json\n`],
        [`${id}.trace.json`, traceOf(wrong.includes(id) ? 'none' : id)],
      ]),
    ),
  });

describe('gates', () => {
  const gates = [
    { metric: 'pass_rate', min: 0.8 },
    { metric: 'arg_acc', min: 1, where: { tag: 'short' } },
  ];

  it('hold over single failures, and only with --gate', async () => {
    const folder = recorded(['three'], { gates });
    expect((await callsheet(folder, 'score')).code).toBe(1);
    const gated = await callsheet(folder, 'score', '--gate', '--format', 'json');
    expect(gated.code).toBe(0);
    expect(JSON.parse(gated.out).gates).toEqual([
      { metric: 'pass_rate', min: 0.8, value: 0.8, ok: true },
      { metric: 'arg_acc', where: { tag: 'short' }, min: 1, value: 1, ok: true },
    ]);
  });

  it('fail by a slice alone, and say so in every format', async () => {
    const folder = recorded(['two'], { gates });
    const said = async (format: string) => {
      const { code, out } = await callsheet(folder, 'score', '--gate', '--format', format);
      expect([format, code]).toEqual([format, 1]);
      return out;
    };
    expect(await said('pretty')).toMatch(/✓ pass_rate.*\n.*✗ arg_acc/);
    expect(await said('github')).toMatch(/^::error .*arg_acc/m);
    expect(await said('markdown')).toContain('arg_acc');
    expect(await said('html')).toContain('arg_acc');
    const [run] = JSON.parse(await said('sarif')).runs;
    expect(JSON.stringify(run.results)).toContain('arg_acc');
    const elements = elementsOf(await said('junit'));
    expect(elements.filter(({ name }) => name === 'failure').length).toBeGreaterThanOrEqual(1);
    expect(elements.find(({ name }) => name === 'testsuites')?.attributes.name).toBe(
      'callsheet score',
    );
  });

  it('cannot be held by a case that was not scored', async () => {
    const folder = folderWith({
      'callsheet.config.yaml': JSON.stringify({ gates: [{ metric: 'safety_failures', max: 0 }] }),
      'shop.tools.json': TOOLS,
      'one.case.yaml': caseOf('one'),
    });
    const { code, out } = await callsheet(folder, 'score', '--gate');
    expect(code).toBe(1);
    expect(out).toContain('name one under `trace`, or run the case');
  });
});

describe('a baseline', () => {
  it('tells which cases, slices, tools and figures became worse', async () => {
    const { out: before } = await callsheet(recorded([]), 'score', '--format', 'json');
    const after = recorded(['one', 'three']);
    writeFileSync(join(after, 'baseline.json'), before);
    const args = ['score', '--baseline', 'baseline.json'];
    const { regressions, file } = JSON.parse(
      (await callsheet(after, ...args, '--format', 'json')).out,
    ).baseline;
    expect(file).toBe('baseline.json');
    const worse = regressions.map(({ kind, name }: { kind: string; name: string }) => [kind, name]);
    expect(worse).toEqual(
      expect.arrayContaining([
        ['case', 'one'],
        ['case', 'three'],
        ['tool', 'reserve'],
        ['metric', 'pass_rate'],
      ]),
    );
    const pass = regressions.find(({ name }: { name: string }) => name === 'pass_rate');
    // Two pairs, both worse: a coin falls so in half of all tries of two, counted on both sides.
    expect(pass).toMatchObject({ before: 1, after: 0.6, p: 0.5 });
    expect((await callsheet(after, ...args)).out).toContain('Worse than baseline.json');
  });

  it('fails the build when asked to, for a verdict that fell, and not for what stayed', async () => {
    const gates = [{ metric: 'pass_rate', min: 0.5 }];
    const { out: before } = await callsheet(recorded(['one']), 'score', '--format', 'json');
    const compared = async (wrong: readonly string[], ...more: string[]) => {
      const folder = recorded(wrong, { gates });
      writeFileSync(join(folder, 'old.json'), before);
      return (await callsheet(folder, 'score', '--gate', ...more)).code;
    };
    const asked = ['--baseline', 'old.json', '--fail-on-regression'];
    expect(await compared(['two'], '--baseline', 'old.json')).toBe(0);
    expect(await compared(['two'], ...asked)).toBe(1);
    expect(await compared(['one'], ...asked)).toBe(0);
    expect(await compared([], '--fail-on-regression')).toBe(2);
  });
});
