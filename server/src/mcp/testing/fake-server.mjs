/** A server over standard input and output that misbehaves in the way its first argument names. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [way = '', ...more] = process.argv.slice(2);
/** @param {object} message */
const say = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
/** @param {string} name */
const tool = (name) => ({ name, inputSchema: { type: 'object' } });

/** Pages of `tools/list`, by way; all others list one tool. */
/** @type {Record<string, unknown[][]>} */
const pages = {
  'invalid-tool': [[tool('first'), { name: 'broken', inputSchema: 'no schema' }, 7, tool('last')]],
  pages: [[tool('one')], [tool('two')], [tool('three')]],
  env: [Object.keys(process.env).map(tool)],
};

if (way === 'exit') {
  process.stderr.write('no key\n');
  process.exit(3);
}
if (way === 'orphan') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'inherit',
  });
  process.stderr.write(`child ${child.pid}\n`);
}
if (way === 'stubborn') {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1000);
}
if (way === 'garbage') process.stdout.write('Listening…\n{"jsonrpc": \n');

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || way === 'hang') continue;
  if (way === 'old' && method !== 'initialize' && method !== 'tools/list') process.exit(1);
  if (way === 'silent' && method !== 'initialize' && method !== 'tools/list') continue;
  if (method === 'initialize') {
    const serverInfo = { name: 'fake', version: more[0] ?? '1' };
    const { protocolVersion } = params;
    say({ id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  } else if (method === 'tools/list') {
    const list = pages[way] ?? [[tool('only')]];
    const at = Number(params?.cursor ?? 0);
    const next = way === 'loop' ? 0 : at + 1;
    const isLast = way !== 'loop' && next >= list.length;
    say({ id, result: { tools: list[at], ...(!isLast && { nextCursor: String(next) }) } });
  } else {
    say({ id, error: { code: -32601, message: 'Method not found' } });
  }
}
