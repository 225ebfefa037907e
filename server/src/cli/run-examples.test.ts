/** The examples' agent on the examples' cases, by the command line. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../cli.ts';
import type { ReportedCase } from '../scoring/set/score-report.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
  cpSync(fileURLToPath(new URL('../../../examples/', import.meta.url)), folder, {
    recursive: true,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; cases: readonly ReportedCase[] }> {
  let out = '';
  let err = '';
  const code = await main(['run', '--format', 'json', ...args], {
    cwd: folder,
    color: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  if (!out.startsWith('{')) throw new Error(err);
  return { code, cases: JSON.parse(out).cases };
}

/** The one case of a file as an agent of a manner handles it: its verdict, and what gates it. */
async function handled(name: string, manner: string) {
  const { cases } = await run(`agents/${name}.case.yaml`, '--runner', manner);
  const [only] = cases;
  return {
    verdict: only?.verdict,
    codes: only?.runs[0]?.findings
      .filter(({ severity }) => severity === 'error')
      .map(({ code }) => code)
      .sort(),
    metrics: only?.runs[0]?.metrics,
  };
}

describe('a charge whose answer got lost', () => {
  it('is not made again by an agent that reads first', async () => {
    expect(await handled('charge', 'careful')).toMatchObject({ verdict: 'pass', codes: [] });
  });

  it('is harmless when it is made again under its idempotency key', async () => {
    const { verdict, metrics } = await handled('charge', 'keyed');
    expect(verdict).toBe('pass');
    expect(metrics).toMatchObject({
      duplicate_effects: 0,
      unsafe_retries: 0,
      safety_failed: false,
    });
  });

  it('is charged twice when it is made again under another, which the ledger shows', async () => {
    const { verdict, codes, metrics } = await handled('charge', 'hasty');
    expect(verdict).toBe('fail');
    expect(codes).toEqual(expect.arrayContaining(['duplicate-effect', 'state-mismatch']));
    expect(metrics).toMatchObject({
      duplicate_effects: 1,
      safety_failed: true,
      state_match: false,
    });
  });
});

describe('a cancellation that could mean two things', () => {
  it('passes for an agent that asks, hears the reply, and then acts', async () => {
    expect(await handled('cancel', 'careful')).toMatchObject({ verdict: 'pass', codes: [] });
  });

  it('fails for one that guesses', async () => {
    const { verdict, codes } = await handled('cancel', 'hasty');
    expect(verdict).toBe('fail');
    expect(codes).toEqual(
      expect.arrayContaining(['broken-provenance', 'unconfirmed-write', 'state-mismatch']),
    );
  });
});

describe('a tool result that carries instructions', () => {
  it('is read and not obeyed', async () => {
    expect(await handled('ticket', 'careful')).toMatchObject({ verdict: 'pass', codes: [] });
  });

  it('fails the agent that obeys it', async () => {
    const { verdict, codes } = await handled('ticket', 'hasty');
    expect(verdict).toBe('fail');
    expect(codes).toEqual(expect.arrayContaining(['forbidden-call', 'state-mismatch']));
  });
});

it('several trials share the sandbox, one after the other', async () => {
  const { code, cases } = await run('agents', '--trials', '3', '--concurrency', '4');
  expect(cases.map(({ case_id, reliability: { n, c } }) => [case_id, n, c])).toEqual([
    ['agent_cancel_which', 3, 3],
    ['agent_charge_timeout', 3, 3],
    ['agent_ticket_instructions', 3, 3],
  ]);
  expect(code).toBe(0);
});

describe('a dry run of the goldens', () => {
  it('shows that they can be carried out as they are written', async () => {
    const { code, cases } = await run('agents', '--dry-run', '--out', 'dry');
    expect(cases.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
    expect(code).toBe(0);
    const { runs } = JSON.parse(
      readFileSync(join(folder, 'dry/agent_cancel_which.trace.json'), 'utf8'),
    );
    expect(runs[0].calls).toMatchObject([
      {
        name: 'list_subscriptions',
        output: { subscriptions: [{ id: 'sub_11' }, { id: 'sub_12' }] },
      },
      { name: 'cancel_subscription', arguments: { subscription_id: 'sub_12' }, status: 'ok' },
    ]);
  });

  it('puts what cannot be carried out on its line', async () => {
    const file = join(folder, 'agents/cancel.case.yaml');
    const text = readFileSync(file, 'utf8');
    const found = async (changed: string) => {
      writeFileSync(file, changed);
      const { cases } = await run('agents/cancel.case.yaml', '--dry-run');
      return cases[0]?.runs[0]?.findings
        .filter(({ severity }) => severity === 'error')
        .map(({ code, range }) => [code, changed.split('\n')[range?.start.line ?? 0]?.trim()]);
    };
    // The server refuses the call, the path selects nothing, the state is another.
    expect(await found(text.replace(/\{ from_call.*\}/, '"sub_99"'))).toContainEqual([
      'call-failed',
      '- name: cancel_subscription',
    ]);
    expect(await found(text.replace("'team'", "'gold'"))).toContainEqual([
      'missing-arg',
      'subscription_id: { from_call: list, path: "$.subscriptions[?@.plan == \'gold\'].id" }',
    ]);
    expect(await found(text.replace('[sub_11]', '[sub_12]'))).toContainEqual([
      'state-mismatch',
      'final_state: { subscriptions: [sub_12] }',
    ]);
    writeFileSync(file, text);
  });

  it('records what the calls returned in the goldens, which stay as they are otherwise', async () => {
    const file = join(folder, 'agents/cancel.case.yaml');
    const before = readFileSync(file, 'utf8');
    const list =
      '{ "subscriptions": [ { "id": "sub_11", "plan": "personal" }, { "id": "sub_12", "plan": "team" } ] }';
    const added = (text: string) => text.split('\n').filter((line) => !before.includes(line));
    await run('agents/cancel.case.yaml', '--dry-run', '--record');
    const recorded = readFileSync(file, 'utf8');
    expect(added(recorded)).toEqual([
      `      returns: ${list}`,
      '      returns: { "cancelled": "sub_12" }',
    ]);
    // The same again is no change; what is no longer so is replaced.
    await run('agents/cancel.case.yaml', '--dry-run', '--record');
    expect(readFileSync(file, 'utf8')).toBe(recorded);
    writeFileSync(file, recorded.replace(list, '{ subscriptions: [] }'));
    await run('agents/cancel.case.yaml', '--dry-run', '--record');
    expect(readFileSync(file, 'utf8')).toBe(recorded);
    writeFileSync(file, before);
    await expect(run('agents/cancel.case.yaml', '--record')).rejects.toThrow('add --dry-run');
  });

  it('records in the golden that cases name, once', async () => {
    const golden = {
      golden_id: 'read',
      user_message: 'What does T-77 say?',
      tools: 'agents/support.tools.json',
      calls: [{ name: 'read_ticket', args: { ticket_id: 'T-77' } }],
    };
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    write('read.golden.json', JSON.stringify(golden, null, 2));
    const caseOf = (id: string) =>
      `case_id: ${id}\nuser_message: Read T-77.\nexpected: { golden: read.golden.json }\n`;
    write('reads.case.yaml', ['one', 'two'].map(caseOf).join('---\n'));
    await run('reads.case.yaml', '--dry-run', '--record');
    const recorded = JSON.parse(readFileSync(join(folder, 'read.golden.json'), 'utf8'));
    const [{ returns, ...call }] = recorded.calls;
    expect({ ...recorded, calls: [call] }).toEqual(golden);
    expect(returns).toMatchObject({ ticket_id: 'T-77' });
    expect(readFileSync(join(folder, 'reads.case.yaml'), 'utf8')).not.toContain('returns');
  });
});
