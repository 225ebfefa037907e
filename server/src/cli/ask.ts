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
  try {
    const answer = await lines.question('');
    return answer === '' ? (preset ?? '') : answer;
  } catch {
    // The input ended: nobody answers.
    return undefined;
  } finally {
    lines.close();
    if (password) process.stderr.write('\n');
  }
}
