// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of these files are written so.
import { expect, it } from 'vitest';
import { knownServers } from './known-servers.ts';
import { readServer } from './server.ts';
import { readInputs, substitute, type VariableSources } from './variables.ts';

const sources = (more: Partial<VariableSources> = {}): VariableSources => ({
  folder: '/home/me/project',
  home: '/home/me',
  env: { TOKEN: 't' },
  inputs: [],
  ask: async () => undefined,
  ...more,
});

const VSCODE = `{
  // Servers of this project.
  "inputs": [
    { "type": "promptString", "id": "key", "description": "API key", "password": true },
    { "type": "pickString", "id": "zone", "options": ["eu", { "label": "us" }], "default": "eu" },
    { "type": "command", "id": "computed", "command": "x" },
  ],
  "servers": {
    "files": { "command": "node", "args": ["\${workspaceFolder}/server.js", "\${input:key}", "\${input:key}"],
               "env": { "T": "\${env:TOKEN}", "NONE": "\${env:NONE}" } },
    "web": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer \${TOKEN}" } },
  },
}`;
const CLAUDE =
  '{"mcpServers": {"web": {"command": "other"}, "__proto__": {"command": "${HOST:-local}"}}}';

it('knows the servers of the configuration and of other tools, the first of a name', async () => {
  const files: Record<string, string> = { '.vscode/mcp.json': VSCODE, '.mcp.json': CLAUDE };
  const servers = await knownServers(
    new Map([['files', { command: 'own' }]]),
    async (path) => files[path],
  );
  expect([...servers.keys()]).toEqual(['files', 'web', '__proto__']);
  expect(servers.get('files')?.value).toEqual({ command: 'own' });
  expect(readServer(servers.get('web')?.value)?.kind).toBe('http');
  expect(await knownServers(new Map(), async () => '{"servers": 7, "inputs": {}}')).toEqual(
    new Map(),
  );
});

it('puts values in the place of variables, and asks for each input once', async () => {
  const servers = await knownServers(new Map(), async (path) =>
    path === '.vscode/mcp.json' ? VSCODE : undefined,
  );
  const { value, inputs } = servers.get('files')!;
  const asked: string[] = [];
  const ask: VariableSources['ask'] = async (input) => {
    asked.push(`${input.id} ${input.password}`);
    return 'secret ${env:TOKEN}';
  };
  expect(readServer(await substitute(value, sources({ inputs, ask })))).toEqual({
    kind: 'stdio',
    command: 'node',
    args: ['/home/me/project/server.js', 'secret ${env:TOKEN}', 'secret ${env:TOKEN}'],
    env: { T: 't', NONE: '' },
  });
  expect(asked).toEqual(['key true']);
  await expect(substitute(value, sources({ inputs }))).rejects.toThrow(
    'the input “key” (API key) has to be asked for: run this in a terminal',
  );
});

it('reads inputs, but those that a command answers', () => {
  expect(
    readInputs([{ id: 'a', type: 'command' }, 7, { id: 'b', options: [1, { label: 'x' }] }]),
  ).toEqual([{ id: 'b', password: false, options: ['1', 'x'] }]);
});

it('knows variables of the environment with a default, and refuses others', async () => {
  const value = async (text: string) => (await substitute({ text }, sources())).text;
  expect(await value('${HOST:-local}/${TOKEN}/${userHome}/${workspaceFolderBasename}')).toBe(
    'local/t//home/me/project',
  );
  await expect(value('${HOST}')).rejects.toThrow('nothing is known of the variable ${HOST}');
  await expect(value('${input:nope}')).rejects.toThrow('no `inputs` entry has the id “nope”');
});

it('takes a mapping without command and address for no server', () => {
  expect(readServer({ args: ['x'] })).toBeUndefined();
  expect(readServer('node')).toBeUndefined();
  expect(readServer({ command: 'x', env: { A: 1, B: null }, envFile: '.env' })).toEqual({
    kind: 'stdio',
    command: 'x',
    args: [],
    env: { A: '1' },
    envFile: '.env',
  });
});
