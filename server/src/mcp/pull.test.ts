import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject } from '../model/value.ts';
import { type PullOptions, pullTools } from './pull.ts';
import type { McpServer } from './server.ts';

const FAKE = join(import.meta.dirname, 'testing/fake-server.mjs');
const MODULES = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');

const node = (...args: string[]): McpServer => ({
  kind: 'stdio',
  command: process.execPath,
  args,
  env: {},
});

const pull = (server: McpServer, more: Partial<PullOptions> = {}, signal?: AbortSignal) =>
  pullTools({ server, folder: import.meta.dirname, clientVersion: '0', ...more }, signal);

const names = (tools: readonly unknown[]) =>
  tools.map((tool) => (isObject(tool) ? tool.name : tool));

/** Whether a process runs: one that has ended stays listed until its parent asks for it. */
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
  } catch {
    return false;
  }
};

describe('real servers', () => {
  it.each([
    ['server-everything', [], 'mcp-servers/everything', 'echo', 13],
    ['server-filesystem', [import.meta.dirname], 'secure-filesystem-server', 'read_text_file', 14],
    ['server-memory', [], 'memory-server', 'create_entities', 9],
  ])('%s', async (name, args, title, tool, count) => {
    const result = await pull(node(join(MODULES, name, 'dist/index.js'), ...args));
    expect(result.server?.name).toBe(title);
    expect(names(result.tools)).toContain(tool);
    expect(result.tools).toHaveLength(count);
  });
});

describe('misbehaving servers', () => {
  it('lists an invalid tool beside the valid ones', async () => {
    const { tools } = await pull(node(FAKE, 'invalid-tool'));
    expect(names(tools)).toEqual(['first', 'broken', 7, 'last']);
  });

  it('follows pages, and tells how far it is', async () => {
    const progress: number[] = [];
    const { tools } = await pull(node(FAKE, 'pages'), { onProgress: (n) => progress.push(n) });
    expect(names(tools)).toEqual(['one', 'two', 'three']);
    expect(progress).toEqual([1, 2, 3]);
  });

  it('passes over output that is no message', async () => {
    expect(names((await pull(node(FAKE, 'garbage'))).tools)).toEqual(['only']);
  });

  it.each(['old', 'silent'])('goes on in the older protocol with one that is %s', async (way) => {
    const { tools, protocol } = await pull(node(FAKE, way), { timeoutS: 9 });
    expect([names(tools), protocol]).toEqual([['only'], '2025-11-25']);
  });

  it('gives up a server that lists one page for ever', async () => {
    await expect(pull(node(FAKE, 'loop'))).rejects.toThrow('same page again and again');
  });

  it('says how a server ended, with its last words', async () => {
    await expect(pull(node(FAKE, 'exit'))).rejects.toThrow(
      /ended \(exit code 3\) before it had listed its tools; it said: no key$/,
    );
  });

  it('gives up a server that never answers', async () => {
    await expect(pull(node(FAKE, 'hang'), { timeoutS: 1 })).rejects.toThrow(
      'the server did not answer within 1 s',
    );
  });

  it('stops when it is told to', async () => {
    const abort = new AbortController();
    const pulled = pull(node(FAKE, 'hang'), {}, abort.signal);
    abort.abort();
    await expect(pulled).rejects.toThrow('the pull was cancelled');
  });

  it('leaves no process behind', async () => {
    let said = '';
    await pull(node(FAKE, 'orphan'), {
      onLog: (text) => {
        said += text;
      },
    });
    const child = Number(/child (\d+)/.exec(said)?.[1]);
    expect(child).toBeGreaterThan(0);
    await expect.poll(() => isAlive(child)).toBe(false);
    expect(names((await pull(node(FAKE, 'stubborn'))).tools)).toEqual(['only']);
  });

  it('says which program is not there, or which folder', async () => {
    const server: McpServer = { kind: 'stdio', command: 'no-such-program', args: [], env: {} };
    await expect(pull(server)).rejects.toThrow(
      'there is no program “no-such-program”: install it, or write the whole path to it',
    );
    await expect(pull({ ...server, command: 'node', cwd: '/no/such' })).rejects.toThrow(
      'there is no folder /no/such to start “node” in',
    );
  });

  it('hands on only the basics of the environment, and what is given', async () => {
    process.env.CALLSHEET_TEST_SECRET = 'x';
    try {
      const server = node(FAKE, 'env');
      const { tools } = await pull({ ...server, env: { GIVEN: '1' } } as McpServer);
      expect(names(tools)).toEqual(expect.arrayContaining(['PATH', 'GIVEN']));
      expect(names(tools)).not.toContain('CALLSHEET_TEST_SECRET');
    } finally {
      delete process.env.CALLSHEET_TEST_SECRET;
    }
  });
});

describe('servers at an address', () => {
  it('are asked with the headers that are given', async () => {
    const http = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { id, method, params } = JSON.parse(body || '{}');
      const serverInfo = { name: 'web', version: '1' };
      const results: Record<string, unknown> = {
        initialize: {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: {} },
          serverInfo,
        },
        'tools/list': { tools: [{ name: String(request.headers['x-key']) }] },
      };
      if (id === undefined) return response.writeHead(request.method === 'GET' ? 405 : 202).end();
      response.writeHead(200, { 'content-type': 'application/json' });
      const result = results[method];
      const error = { code: -32601, message: 'Method not found' };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) }));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    try {
      const { tools, server } = await pull({ kind: 'http', url, headers: { 'x-key': 'abc' } });
      expect([names(tools), server?.name]).toEqual([['abc'], 'web']);
    } finally {
      http.closeAllConnections();
      http.close();
    }
    await expect(pull({ kind: 'http', url, headers: {} }, { timeoutS: 5 })).rejects.toThrow();
    await expect(pull({ kind: 'http', url: 'nowhere', headers: {} })).rejects.toThrow(
      'nowhere is no web address',
    );
  });
});
