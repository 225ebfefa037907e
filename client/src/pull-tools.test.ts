import { expect, it } from 'vitest';
import { URI } from 'vscode-uri';
import type { McpServerItem, PullArguments, PulledTools } from '../../server/src/protocol.ts';
import { PullTools } from './pull-tools.ts';

const SHOP: McpServerItem = {
  folder: 'file:///w',
  name: 'shop',
  command_line: ['npx', '-y', 'shop server', '${input:key}'],
  environment: ['NODE_OPTIONS'],
  cwd: 'deep',
  inputs: [
    { id: 'key', description: 'The key', password: true },
    { id: 'stage', default: 'test', password: false },
    { id: 'region', password: false, options: ['eu', 'us'] },
  ],
  out: 'file:///w/shop.tools.json',
};
const WEB: McpServerItem = {
  folder: 'file:///w',
  name: 'web',
  url: 'https://tools.example/mcp',
  inputs: [],
  out: 'file:///w/web.tools.json',
};
const PULLED: PulledTools = { uri: 'file:///w/shop.tools.json', tools: 3, problems: [] };

interface Setting {
  readonly servers?: readonly McpServerItem[];
  readonly chosen?: string;
  readonly clicked?: string;
  readonly typed?: string;
  readonly saved?: string;
  readonly cancels?: boolean;
  readonly answer?: PulledTools | Error;
}

/** A person who goes along with everything, but for what the setting says. */
function setUp(setting: Setting = {}) {
  const given = {
    servers: [SHOP, WEB],
    chosen: 'shop',
    clicked: 'Pull',
    typed: 'typed',
    saved: 'file:///w/sub/my.tools.json',
    cancels: false,
    answer: PULLED,
    ...setting,
  };
  const log: string[] = [];
  const sent: PullArguments[] = [];
  const token = { isCancellationRequested: false };
  const vscode = {
    ProgressLocation: { Notification: 15 },
    Uri: URI,
    l10n: {
      t: (text: string, ...values: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_, index) => String(values[index])),
    },
    window: {
      showInformationMessage: (text: string) => log.push(`information: ${text}`),
      showWarningMessage: async (text: string, options?: { modal: boolean; detail: string }) => {
        log.push(`warning: ${text}`);
        if (!options) return undefined;
        log.push(...options.detail.split('\n\n').map((line) => `  ${line}`));
        return options.modal ? given.clicked : undefined;
      },
      showQuickPick: async (picks: readonly (string | { label: string; detail: string })[]) => {
        const shown = picks.map((pick) =>
          typeof pick === 'string' ? pick : `${pick.label} (${pick.detail})`,
        );
        log.push(`pick: ${shown.join(', ')}`);
        return picks.find((pick) => typeof pick === 'string' || pick.label === given.chosen);
      },
      showInputBox: async ({ prompt, password, value }: Record<string, unknown>) => {
        log.push(`input: ${prompt}${password ? ', hidden' : ''}${value ? `, ${value}` : ''}`);
        return given.typed;
      },
      showSaveDialog: async ({ defaultUri }: { defaultUri: URI }) => {
        log.push(`save: ${defaultUri}`);
        return given.saved === undefined ? undefined : URI.parse(given.saved);
      },
      withProgress: (
        { location, cancellable }: { location: number; cancellable: boolean },
        work: (progress: object, token: object) => unknown,
      ) => {
        log.push(`progress in ${location}, ${cancellable ? 'to be cancelled' : 'for ever'}`);
        return work({ report: ({ message }: { message: string }) => log.push(message) }, token);
      },
      showTextDocument: async (document: string) => log.push(`shown: ${document}`),
    },
    workspace: {
      getWorkspaceFolder: () => ({ name: 'w' }),
      openTextDocument: async (uri: URI) => String(uri),
    },
  };
  const server = {
    mcpServers: async () => given.servers,
    pullTools: async (of: PullArguments, _: unknown, onProgress: (message: string) => void) => {
      sent.push(of);
      onProgress('2 tools');
      token.isCancellationRequested = given.cancels;
      if (given.answer instanceof Error) throw given.answer;
      return given.answer;
    },
  };
  return { pull: new PullTools(vscode as never, server), log, sent };
}

it('asks what it takes, shows the exact command line, and opens the manifest', async () => {
  const { pull, log, sent } = setUp();
  expect(await pull.pull()).toEqual(PULLED);
  expect(log).toEqual([
    'pick: shop (npx -y "shop server" "${input:key}"), web (https://tools.example/mcp)',
    'warning: Pulling the tools of “shop” starts a program. Go on?',
    '  npx -y "shop server" "${input:key}"',
    '  In the folder deep',
    '  With the variables NODE_OPTIONS',
    'input: The key, hidden',
    'input: stage, test',
    'pick: eu, us',
    'save: file:///w/shop.tools.json',
    'progress in 15, to be cancelled',
    '2 tools',
    'shown: file:///w/shop.tools.json',
  ]);
  expect(sent).toEqual([
    {
      server: 'shop',
      folder: 'file:///w',
      inputs: { key: 'typed', stage: 'typed', region: 'eu' },
      out: 'file:///w/sub/my.tools.json',
    },
  ]);
});

it('asks before it connects to an address', async () => {
  const { pull, log, sent } = setUp({ chosen: 'web' });
  await pull.pull();
  expect(log.slice(1, 3)).toEqual([
    'warning: Pulling the tools of “web” connects to an address. Go on?',
    '  https://tools.example/mcp',
  ]);
  expect(sent[0]?.inputs).toEqual({});
});

it.each<[string, object]>([
  ['no server is chosen', { chosen: 'none' }],
  ['a person does not agree', { clicked: undefined }],
  ['an input is left open', { typed: undefined }],
  ['no place is chosen', { saved: undefined }],
  ['no server is known', { servers: [] }],
])('starts nothing when %s', async (_, setting) => {
  const { pull, sent } = setUp(setting);
  expect(await pull.pull()).toBeUndefined();
  expect(sent).toEqual([]);
});

it('says nothing more once it is cancelled, and what went wrong otherwise', async () => {
  const answer = new Error('the server ended');
  const cancelled = setUp({ answer, cancels: true });
  expect(await cancelled.pull.pull()).toBeUndefined();
  expect(cancelled.log.at(-1)).toBe('2 tools');
  await expect(setUp({ answer }).pull.pull()).rejects.toThrow('the server ended');
  const servers = [{ ...SHOP, problem: 'nothing is known of the variable ${KEY}' }];
  await expect(setUp({ servers }).pull.pull()).rejects.toThrow('shop: nothing is known');
});

it('tells of tools that are not as they should be', async () => {
  const { pull, log } = setUp({ answer: { ...PULLED, problems: ['broken: no schema'] } });
  await pull.pull();
  expect(log.at(-1)).toMatch(/^warning: Pulled 3 tools\. Not all/);
});
