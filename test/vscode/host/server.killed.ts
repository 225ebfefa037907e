/** The server's process is killed while somebody types. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { callsheet, LINT, untilFindings } from './callsheet.ts';
import { openText, replace } from './files.ts';
import { suite, test, until } from './runner.ts';

/** The processes of the language server below this extension host. */
function servers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        return (
          line.some((word) => /dist\/server\.js$/.test(word)) && Number(parent) === process.pid
        );
      } catch {
        // It has ended since.
        return false;
      }
    });
}

/** Kills the server, once there is one. */
async function killServer(): Promise<void> {
  const pid = await until(() => servers()[0], 'a server to kill');
  process.kill(pid, 'SIGKILL');
  await until(() => !servers().includes(pid), 'the end of the server');
}

const CASE = `case_id: crash
user_message: Find a flight.
tools: ../flights/flights.tools.json
expected:
  calls:
    - name: search_flights
      args: { orgin: SFO, dest: JFK, date: "2026-06-12" }
`;

suite('a server that is killed', () => {
  test('while somebody types is followed by one that knows all that was typed', async () => {
    await callsheet();
    const { document } = await openText('made/crash.case.yaml', CASE);
    await untilFindings(document, LINT, ['unknown-arg on "orgin"']);
    let typed = CASE;
    let word = 'orgin';
    for (const next of ['orign', 'origgin', 'oriin']) {
      await replace(document, word, next);
      await killServer();
      typed = typed.replace(word, next);
      word = next;
      assert.equal(document.getText(), typed);
      await untilFindings(document, LINT, [`unknown-arg on "${word}"`]);
    }
    await replace(document, word, 'origin');
    await untilFindings(document, LINT, []);
    assert.equal(document.getText(), typed.replace(word, 'origin'));
    await vscode.workspace.saveAll(false);
  });
});
