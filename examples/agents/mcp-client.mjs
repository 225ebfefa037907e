// As much of an MCP client as an example needs: start a server, call its tools, end it.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Starts a server as the configuration writes it. */
export async function connect({ command, args = [], env = {}, cwd }) {
  const server = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line);
    const { resolve, reject } = waiting.get(id) ?? {};
    waiting.delete(id);
    if (error) reject?.(new Error(error.message));
    else resolve?.(result);
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let last = 0;
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      send({ id: last, method, params });
    });

  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'example-agent', version: '1.0.0' },
  });
  send({ method: 'notifications/initialized' });
  return {
    call: (name, args) => request('tools/call', { name, arguments: args }),
    close: () => server.stdin.end(),
  };
}
