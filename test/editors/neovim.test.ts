/** Callsheet in an editor that knows nothing of it: Neovim with its own client, of whatever version is there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));
const server = join(here, '../../dist/server.js');
/** How long an editor may take, in milliseconds. */
const LIMIT = 90_000;

const MANIFEST = JSON.stringify({
  tools: [
    {
      name: 'issue_refund',
      description: 'Pays an order back.',
      inputSchema: {
        type: 'object',
        properties: { order_id: { type: 'string' } },
        required: ['order_id'],
      },
    },
    { name: 'get_order', inputSchema: { type: 'object' } },
  ],
});

const CASE = `case_id: refund
user_message: Refund order 8842, I returned it.
tools: ./orders.tools.json
expected:
  calls:
    - name: issue_
      args: { order_id: "8842" }
`;

/** What the script saw. */
interface Answers {
  readonly failure?: string;
  readonly version: { readonly major: number; readonly minor: number };
  readonly diagnostics: readonly { code: string; message: string; text: string }[];
  readonly labels: readonly string[];
  readonly lines: readonly string[];
  readonly left: number;
  readonly hover: string;
}

/** Why the editor cannot be asked; undefined where it can. */
function obstacle(): string | undefined {
  if (!existsSync(server)) return 'dist/server.js is missing: npm run build makes it';
  const { error } = spawnSync('nvim', ['--version']);
  return error && 'Neovim is missing: on Debian, apt-get install neovim';
}

const missing = obstacle();

describe.skipIf(missing !== undefined && !process.env.CI)('in Neovim, over stdio', () => {
  let folder: string;
  let answers: Answers;

  beforeAll(() => {
    if (missing !== undefined) throw new Error(missing);
    folder = mkdtempSync(join(tmpdir(), 'callsheet-neovim-'));
    const written = join(folder, 'answers.json');
    writeFileSync(join(folder, 'orders.tools.json'), MANIFEST);
    writeFileSync(join(folder, 'refund.case.yaml'), CASE);
    execFileSync(
      'nvim',
      ['--headless', '--clean', '-n', 'refund.case.yaml', '-S', join(here, 'neovim.lua')],
      {
        cwd: folder,
        timeout: LIMIT,
        stdio: 'pipe',
        env: {
          ...process.env,
          HOME: folder,
          XDG_STATE_HOME: folder,
          XDG_CACHE_HOME: folder,
          NODE: process.execPath,
          SERVER: server,
          TAKE: 'issue_refund',
          ANSWERS: written,
        },
      },
    );
    answers = JSON.parse(readFileSync(written, 'utf8'));
    if (answers.failure !== undefined) throw new Error(answers.failure);
  }, LIMIT);

  afterAll(() => {
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('shows a diagnostic, exactly below the wrong name', () => {
    expect(answers.diagnostics).toEqual([
      expect.objectContaining({ code: 'unknown-tool', text: 'issue_' }),
    ]);
    expect(answers.diagnostics[0]?.message).toContain('issue_');
  });

  it('completes a tool’s name, plain text for a client without snippets', () => {
    expect(answers.labels.filter((label) => label === 'issue_refund')).toHaveLength(1);
    expect(answers.lines).toEqual(CASE.replace('issue_', 'issue_refund').trimEnd().split('\n'));
  });

  it('takes the diagnostic away once the name is right', () => {
    expect(answers.left).toBe(0);
  });

  it('explains the tool', () => {
    expect(answers.hover).toContain('Pays an order back');
  });
});
