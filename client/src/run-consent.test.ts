import { expect, it } from 'vitest';
import type { RunDescription } from '../../server/src/protocol.ts';
import { NeedsTrust, RunConsent } from './run-consent.ts';

const CASE = { uri: 'file:///w/a.case.yaml', case_id: 'one' };
const AGENT: RunDescription = {
  runner: 'agent',
  trials: 3,
  command_line: ['node', './agent.mjs', '--say', 'a b"c', ''],
};

function setUp(describe: () => RunDescription | Error, clicked?: string, isTrusted = true) {
  const asked: string[] = [];
  const vscode = {
    l10n: {
      t: (text: string, ...given: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_, index) => String(given[index])),
    },
    window: {
      showWarningMessage: async (text: string, { detail }: { detail: string }) => {
        asked.push(`${text}\n${detail}`);
        return clicked;
      },
    },
    workspace: { isTrusted },
  };
  const server = {
    describeRun: async () => {
      const described = describe();
      if (described instanceof Error) throw described;
      return described;
    },
  };
  return { consent: new RunConsent(vscode as never, server), asked };
}

it('shows the exact command line, and asks once for each', async () => {
  let described = AGENT;
  const { consent, asked } = setUp(() => described, 'Run');
  expect(await consent.given(CASE)).toBe(true);
  expect(await consent.given({ ...CASE, case_id: 'two' })).toBe(true);
  expect(asked).toEqual([
    'Running this case starts a program. Go on?\n' +
      'node ./agent.mjs --say "a b\\"c" ""\n\nRunner: agent. Trials of the case: 3.',
  ]);
  described = { ...AGENT, command_line: ['node', './other.mjs'] };
  await consent.given(CASE);
  expect(asked).toHaveLength(2);
});

it('takes no answer for no, and asks again', async () => {
  const { consent, asked } = setUp(() => AGENT);
  expect(await consent.given(CASE)).toBe(false);
  expect(await consent.given(CASE)).toBe(false);
  expect(asked).toHaveLength(2);
});

it.each([
  ['starts no program', () => ({ runner: 'replay', trials: 0 })],
  ['cannot run, which the server says', () => new Error('no runner')],
] as const)('does not ask where a case %s', async (_, describe) => {
  const { consent, asked } = setUp(describe);
  expect(await consent.given(CASE)).toBe(true);
  expect(asked).toEqual([]);
});

it('shows everything that is started and connected to', async () => {
  const { consent, asked } = setUp(
    () => ({
      runner: 'model',
      trials: 1,
      url: 'https://models.example/v1',
      key: 'MODEL_KEY',
      servers: [
        { name: 'ledger', command_line: ['node', 'ledger.mjs'] },
        { name: 'shop', url: 'https://shop.example' },
        { name: 'unknown' },
      ],
    }),
    'Run',
  );
  expect(await consent.given(CASE)).toBe(true);
  expect(asked).toEqual([
    [
      'Running this case starts a program. Go on?\nhttps://models.example/v1 (MODEL_KEY)',
      'ledger: node ledger.mjs',
      'shop: https://shop.example',
      'Runner: model. Trials of the case: 1.',
    ].join('\n\n'),
  ]);
});

it('says that a run which starts nothing connects', async () => {
  const { consent, asked } = setUp(() => ({ runner: 'm', trials: 1, url: 'http://localhost:1' }));
  expect(await consent.given(CASE)).toBe(false);
  expect(asked[0]).toContain('connects to an address. Go on?');
});

it('links to the way to trust, and asks nothing before that', async () => {
  const { consent, asked } = setUp(() => AGENT, 'Run', false);
  const given = consent.given(CASE);
  await expect(given).rejects.toThrow(NeedsTrust);
  await expect(given).rejects.toMatchObject({
    message: 'Running a case starts a process. Trust this workspace first.',
    way: 'Manage Workspace Trust',
  });
  expect(asked).toEqual([]);
});
