/** `callsheet run` with changed tools, and what it says of the difference. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PERTURBATIONS } from '../runner/perturb.ts';
import { type Place, placeWith } from './testing.ts';

const tool = (name: string, description: string, ...args: string[]) => ({
  name,
  description,
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(args.map((arg) => [arg, { type: 'string' }])),
    required: args,
  },
});
const manifest = (...tools: object[]) => JSON.stringify({ tools });
const ORDER = tool('get_order', 'Looks up an order. Not a refund.', 'order_id');
const REFUND = tool('refund', 'Gives money back for an order.', 'order_id');

/**
 * Calls the first tool whose description has the message's first word, else the first of all; its argument
 * is the message's last word under whatever name the tool wants. Notes each tool it was offered.
 */
const AGENT = `
import { appendFileSync, readFileSync } from 'node:fs';
const { messages, tools, seed } = JSON.parse(readFileSync(0, 'utf8'));
appendFileSync('offered', seed + ': ' + tools.map(({ name }) => name).join(' ') + '\\n');
const words = messages.at(-1).content.split(' ');
const chosen = tools.find(({ description = '' }) => description.includes(words[0])) ?? tools[0];
const name = process.argv[2] ?? Object.keys(chosen.inputSchema.properties)[0];
const call = { id: 'c1', name: chosen.name, arguments: { [name]: words.at(-1) }, status: 'ok', output: {} };
console.log(JSON.stringify({ calls: [call], final_message: 'Done.' }));
`;
const asks = (id: string, word: string, name: string) => `
case_id: ${id}
user_message: ${word} 8842
tags: [${word}]
expected: { calls: [{ name: ${name}, args: { order_id: "8842" } }] }
`;
const shop = (files: Readonly<Record<string, string>> = {}) =>
  placeWith({
    'callsheet.config.yaml': `
tools: shop.tools.json
policies: { get_order: { consequence: read }, refund: { consequence: write } }
runners:
  agent: { type: command, command: [node, agent.mjs] }
  stubborn: { type: command, command: [node, agent.mjs, order_id] }
default_runner: agent
gates: [{ metric: pass_rate, min: 0.9 }]
`,
    'shop.tools.json': manifest(ORDER, REFUND),
    'agent.mjs': AGENT,
    'a.case.yaml': `${asks('looks', 'Looks', 'get_order')}---${asks('pays', 'money', 'refund')}`,
    ...files,
  });

async function report(place: Place, ...args: string[]) {
  const { code, out, err } = await place.run('run', '--format', 'json', '--out', 'runs', ...args);
  expect({ err, isJson: out.startsWith('{') }).toEqual({ err, isJson: true });
  return { code, err, report: JSON.parse(out) };
}
const offered = (place: Place) => place.read('offered').trim().split('\n');

describe('--compare-tools', () => {
  const vague = manifest(ORDER, { ...REFUND, description: 'Does what is needed.' });

  it('runs every case once with each manifest, and tells what became worse', async () => {
    const place = shop({ 'new.json': vague });
    const args = ['--compare-tools', 'shop.tools.json', 'new.json', '--trials', '2'];
    const { code, err, report: made } = await report(place, ...args);
    expect(code).toBe(1);
    expect(err).toMatch(/^with shop.tools.json:\n\[1\/4\].*\nwith new.json:\n\[1\/4\]/s);
    expect(made.comparison).toEqual({
      before: 'shop.tools.json',
      after: 'new.json',
      rows: [
        { kind: 'all', name: '', before: { n: 4, c: 4 }, after: { n: 4, c: 2 }, p: 1 },
        { kind: 'case', name: 'pays', before: { n: 2, c: 2 }, after: { n: 2, c: 0 } },
        { kind: 'tool', name: 'refund', before: { n: 2, c: 2 }, after: { n: 2, c: 0 }, p: 1 },
        { kind: 'slice', name: 'tag=money', before: { n: 2, c: 2 }, after: { n: 2, c: 0 }, p: 1 },
      ],
    });
    // The report is that of the second manifest, the first its baseline.
    expect(made.summary).toEqual({ pass: 1, fail: 1, error: 0 });
    expect(made.baseline.file).toBe('shop.tools.json');
    expect(made.baseline.regressions[0]).toEqual({
      kind: 'case',
      name: 'pays',
      before: 'pass',
      after: 'fail',
    });
    // Both sides have had the same seeds, and keep their runs.
    expect(offered(place).map((line) => line[0])).toEqual(['1', '2', '1', '2', '1', '2', '1', '2']);
    for (const side of ['before', 'after']) {
      const { runs } = JSON.parse(place.read(`runs/${side}/pays.trace.json`));
      expect(runs).toHaveLength(2);
      expect(runs[0].meta.tools).toBe(side === 'before' ? 'shop.tools.json' : 'new.json');
    }
  });

  it('gates the second, and fails on what is worse', async () => {
    const place = shop({ 'new.json': vague });
    const better = ['--compare-tools', 'new.json', 'shop.tools.json'];
    expect((await report(place, ...better, '--gate', '--fail-on-regression')).code).toBe(0);
    const worse = ['--compare-tools', 'shop.tools.json', 'new.json'];
    expect((await report(place, ...worse, '--gate')).code).toBe(1);
  });

  it('shows the figures side by side', async () => {
    const place = shop({ 'new.json': vague });
    const args = ['--compare-tools', 'shop.tools.json', 'new.json', '.'];
    const { out } = await place.run('run', ...args);
    expect(out).toContain(`
shop.tools.json → new.json
  passed           before  after  p
  all cases           2/2    1/2  1
  case pays           1/1    0/1  –
  tool refund         1/1    0/1  1
  slice tag=money     1/1    0/1  1

Worse than shop.tools.json
  case pays: pass → fail
`);
    const markdown = await place.run('run', '--format', 'markdown', ...args);
    expect(markdown.out).toContain('## Comparison\n\n`shop.tools.json` against `new.json`\n');
    expect(markdown.out).toContain('| `case pays` | 1/1 | 0/1 | – |');
  });

  it('reads calls in the words of the case where a manifest has others', async () => {
    const renamed = manifest(
      tool('fetch_order', 'Looks up an order. Not a refund.', 'order_id'),
      tool('refund', 'Gives money back for an order.', 'order_number'),
    );
    const place = shop({ 'new.json': renamed });
    const args = ['--compare-tools', 'shop.tools.json', 'new.json'];
    const { code, report: made } = await report(place, ...args);
    expect({ code, rows: made.comparison.rows.length }).toEqual({ code: 0, rows: 1 });
    expect(offered(place).slice(2)).toEqual(['1: fetch_order refund', '1: fetch_order refund']);
    const { runs } = JSON.parse(place.read('runs/after/pays.trace.json'));
    expect(runs[0].calls[0]).toMatchObject({ name: 'refund', arguments: { order_id: '8842' } });
  });

  it('takes a call of a tool that only a manifest has for a wrong choice', async () => {
    const close = tool('pay_out', 'Pays money to a customer.', 'order_id');
    const place = shop({ 'new.json': manifest(close, REFUND, ORDER) });
    const args = ['--compare-tools', 'shop.tools.json', 'new.json', '--case', 'pays'];
    const { report: made } = await report(place, ...args);
    const [{ metrics, findings }] = made.cases[0].runs;
    expect(metrics).toMatchObject({ missed: 1, spurious: 1, hallucinated_tools: 0 });
    expect(findings.map(({ code }: { code: string }) => code)).toContain('spurious-call');
    // In the order of the manifests: that may be all that is different.
    expect(offered(place)).toEqual(['1: get_order refund', '1: pay_out refund get_order']);
  });

  it('leaves the tools of another server by the same name where they are', async () => {
    const place = shop({
      'callsheet.config.yaml': `
tools: [{ path: shop.tools.json, alias: shop }, { path: stock.tools.json, alias: stock }]
runners: { agent: { type: command, command: [node, agent.mjs] } }
default_runner: agent
`,
      'stock.tools.json': manifest(tool('refund', 'Takes goods back.', 'sku')),
      'new.json': manifest(REFUND, ORDER),
    });
    const args = ['--compare-tools', 'shop.tools.json', 'new.json', '--case', 'pays'];
    expect((await report(place, ...args)).code).toBe(0);
    expect(offered(place)).toEqual([
      '1: shop__get_order shop__refund stock__refund',
      '1: shop__refund shop__get_order stock__refund',
    ]);
  });

  it('leaves out cases without the tools, says so, and goes on where it was stopped', async () => {
    const sail = `case_id: sails
user_message: Sail.
tools: [{ name: sail, inputSchema: { type: object } }]
expected: { calls: [{ name: sail }] }
`;
    const place = shop({ 'new.json': vague, 'b.case.yaml': sail });
    const args = ['--compare-tools', 'shop.tools.json', 'new.json', '--case', 'looks'];
    expect((await report(place, ...args, '.')).err).not.toContain('left out');
    const all = await place.run('run', ...args.slice(0, 3), '--resume', 'runs', '--trials', '2');
    expect(all.err).toMatch(
      /^1 case left out: without a tool of the manifests that are compared\n/,
    );
    // Each side had one trial of one case, and now has two of both.
    expect(offered(place)).toHaveLength(8);
  });

  it('says what is wrong before anything is started', async () => {
    const place = shop({ 'other.json': manifest(tool('sail', 'Sails.')), 'none.json': '{}' });
    const said = async (...args: string[]) => {
      const { code, out, err } = await place.run('run', ...args);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      return err;
    };
    const pair = ['--compare-tools', 'shop.tools.json', 'other.json'];
    expect(await said('--compare-tools', 'shop.tools.json')).toContain('takes two manifests');
    expect(await said('--compare-tools', 'shop.tools.json', 'none.json')).toContain('no tool is');
    expect(await said('--compare-tools', 'other.json', 'other.json')).toContain('no case here has');
    expect(await said(...pair, '--perturb', 'extra-tools')).toContain('exclude each other');
    expect(await said(...pair, '--baseline', 'x.json')).toContain('leave out --baseline');
    expect(await said(...pair, '--dry-run')).toContain('leave out --dry-run');
    expect(await said(...pair, '--runner', 'replay')).toContain('name a --runner');
    expect(await said('--perturb', 'shuffle')).toContain('one of reorder-tools, extra-tools');
    expect(existsSync(join(place.folder, 'offered'))).toBe(false);
  });
});

describe('--perturb', () => {
  it('leaves an agent that reads its tools where it was', async () => {
    const place = shop();
    for (const name of ['reorder-tools', 'extra-tools', 'rename-arguments', 'short-descriptions']) {
      const { code, report: made } = await report(place, '--perturb', name);
      expect({ name, code, rows: made.comparison.rows }).toMatchObject({
        name,
        code: 0,
        rows: [{}],
      });
    }
  });

  it('finds the one that does not look at descriptions or arguments', async () => {
    const place = shop();
    const blind = await report(place, '--perturb', 'no-descriptions');
    expect(blind.report.comparison).toMatchObject({
      before: "the cases' own tools",
      after: 'no-descriptions',
      rows: [
        { kind: 'all', before: { n: 2, c: 2 }, after: { n: 2, c: 1 } },
        { kind: 'case', name: 'pays' },
        { kind: 'tool', name: 'refund' },
        { kind: 'slice', name: 'tag=money' },
      ],
    });
    // It calls with the argument's old name, which it was not offered.
    const stubborn = await report(place, '--perturb', 'rename-arguments', '--runner', 'stubborn');
    expect(stubborn.report.summary).toEqual({ pass: 0, fail: 2, error: 0 });
    expect(stubborn.report.cases[0].runs[0].findings).toMatchObject([
      { code: 'missing-arg', arg: 'order_id' },
      { code: 'hallucinated-arg', arg: 'unoffered_order_id' },
    ]);
  });

  it('makes several changes at once, and another order with each seed', async () => {
    const place = shop();
    const args = ['--perturb', 'extra-tools', '--perturb', 'reorder-tools', '--case', 'looks'];
    await report(place, ...args, '--trials', '3');
    const orders = offered(place)
      .slice(3)
      .map((line) => line.slice(3));
    expect(new Set(orders).size).toBe(3);
    expect(new Set(orders.map((line) => line.split(' ').length))).toEqual(new Set([14]));
    expect(new Set(orders.map((line) => line.split(' ').sort().join())).size).toBe(1);
  });

  it('compares with a report that is there, and runs the cases once', async () => {
    const place = shop();
    const { out } = await place.run('run', '--format', 'json');
    writeFileSync(join(place.folder, 'before.json'), out);
    const args = ['--perturb', 'no-descriptions', '--baseline', 'before.json'];
    const { report: made } = await report(place, ...args);
    expect(made.comparison).toMatchObject({ before: 'before.json', after: 'no-descriptions' });
    expect(offered(place)).toHaveLength(4);
  });

  it('is named with what it does in the help', async () => {
    const { out } = await shop().run('run', '--help');
    for (const [name, { summary }] of Object.entries(PERTURBATIONS)) {
      expect(out).toContain(name);
      expect(out).toContain(summary);
    }
  });
});
