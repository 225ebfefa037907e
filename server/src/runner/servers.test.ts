import { describe, expect, it } from 'vitest';
import type { Run } from '../model/run.ts';
import { failed, type Runner, type RunRequest, TransportFailure } from './runner.ts';
import { type Connect, type Sandbox, type TrialServers, toolsOf, withServers } from './servers.ts';

const REQUEST: RunRequest = {
  caseId: 'c',
  messages: [],
  replies: [],
  tools: [],
  trial: 1,
  seed: 1,
};
const RUN: Run = { runId: '1', calls: [], messages: [] };
const SANDBOX: Sandbox = {
  server: 'ledger',
  reset: { tool: 'reset', arguments: { to: 'empty' } },
  snapshot: { tool: 'snapshot', arguments: {} },
};

/** A ledger that counts what is written to it; everything that is done is noted. */
function world() {
  const done: string[] = [];
  let entries = 0;
  const connect: Connect = async (server) => {
    done.push(`open ${server}`);
    return {
      names: server === 'ledger' ? ['reset', 'snapshot', 'add'] : ['search'],
      async call(name, args) {
        done.push(`${name} ${JSON.stringify(args)}`);
        if (name === 'reset') entries = 0;
        if (name === 'add') entries += 1;
        return { status: 'ok', output: { entries } };
      },
      async close() {
        done.push(`close ${server}`);
      },
    };
  };
  return { done, connect };
}
const context = { signal: new AbortController().signal, onLog() {} };
const adding = (servers: TrialServers): Runner => ({
  async run() {
    const tools = toolsOf(servers, ['files', 'ledger']);
    await tools.call('add', {}, context.signal);
    await tools.call('ledger__add', {}, context.signal);
    return { ok: true, run: RUN };
  },
});

describe('the servers of a trial', () => {
  it('hold one state: reset before, written to by the run, read after, then closed', async () => {
    const { done, connect } = world();
    const runner = withServers(connect, SANDBOX, adding);
    for (let trial = 1; trial <= 2; trial++) {
      expect(await runner.run(REQUEST, context)).toEqual({
        ok: true,
        run: { ...RUN, finalState: { entries: 2 } },
      });
    }
    expect(done.slice(0, done.length / 2)).toEqual([
      'open ledger',
      'reset {"to":"empty"}',
      'open files',
      'add {}',
      'add {}',
      'snapshot {}',
      'close ledger',
      'close files',
    ]);
  });

  it('are not connected to where nobody needs them', async () => {
    const { done, connect } = world();
    const runner = withServers(connect, undefined, () => ({
      run: async () => ({ ok: true, run: RUN }),
    }));
    expect(await runner.run(REQUEST, context)).toEqual({ ok: true, run: RUN });
    expect(done).toEqual([]);
  });

  it('say which tool none of them has', async () => {
    const { connect } = world();
    const runner = withServers(connect, undefined, (servers) => ({
      run: async () => {
        const { error } = await toolsOf(servers, ['files']).call('add', {}, context.signal);
        return failed(String(error));
      },
    }));
    expect(await runner.run(REQUEST, context)).toMatchObject({ reason: 'there is no tool add' });
  });

  it('that cannot be reached, or that refuse to be reset, are why there is no run', async () => {
    const unreachable: Connect = async () => {
      throw new TransportFailure('no ledger');
    };
    const never = () => ({ run: async () => ({ ok: true as const, run: RUN }) });
    expect(await withServers(unreachable, SANDBOX, never).run(REQUEST, context)).toEqual({
      ok: false,
      kind: 'transport',
      reason: 'no ledger',
    });
    const stubborn: Connect = async () => ({
      names: ['reset'],
      call: async () => ({ status: 'error', error: 'locked' }),
      async close() {},
    });
    expect(await withServers(stubborn, SANDBOX, never).run(REQUEST, context)).toEqual({
      ok: false,
      kind: 'agent',
      reason: "the sandbox's reset (`reset`) failed: locked",
    });
  });
});
