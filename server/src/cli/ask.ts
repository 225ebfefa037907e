import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { McpInput } from '../mcp/index.ts';
import { plain } from '../report/text.ts';

/** Asks for a value at the terminal, on standard error; what is secret is not shown while it is typed. */
export async function askPerson(input: McpInput): Promise<string | undefined> {
  const { id, description = id, default: preset, options, password } = input;
  const choice = options ? ` (${options.join(', ')})` : '';
  const hint = preset === undefined ? '' : ` [${preset}]`;
  process.stderr.write(plain(`${description}${choice}${hint}: `));
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: password ? hidden : process.stderr,
    terminal: true,
  });
  // While a line is read the terminal hands over Ctrl+C as a key.
  lines.once('SIGINT', () => {
    lines.close();
    process.emit('SIGINT');
  });
  // Where the input ends, nobody answers.
  const nobody = () => undefined;
  try {
    const ended = once(lines, 'close').then(nobody);
    const answer = await Promise.race([lines.question('').catch(nobody), ended]);
    return answer === '' ? (preset ?? '') : answer;
  } finally {
    lines.close();
    if (password) process.stderr.write('\n');
  }
}
