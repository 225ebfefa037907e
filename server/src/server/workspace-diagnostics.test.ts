import { expect, it, vi } from 'vitest';
import { CancellationTokenSource } from 'vscode-languageserver';
import type { Uri } from '../workspace/files/uri.ts';
import { at, sessionOf } from '../workspace/testing.ts';
import { WorkspaceDiagnostics } from './workspace-diagnostics.ts';

it('looks after a change at what it concerns, not at the workspace', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `c${i}.case.yaml`);
  const { session } = sessionOf(
    Object.fromEntries(names.map((name, i) => [name, `case_id: c${i}\n`])),
  );
  const looked: Uri[] = [];
  const diagnostics = new WorkspaceDiagnostics(session, ({ file: { uri } }) => {
    looked.push(uri);
    return [];
  });
  const enough = new CancellationTokenSource();
  const report = vi.fn();
  const waiting = diagnostics.pull([], enough.token, { report });
  await vi.waitFor(() => expect(looked).toHaveLength(names.length));
  diagnostics.changed([at('c7.case.yaml')]);
  await vi.waitFor(() => expect(looked.slice(names.length)).toEqual([at('c7.case.yaml')]));
  enough.cancel();
  expect(await waiting).toEqual({ items: [] });
  // What was told already is not told again.
  const told = report.mock.calls.flatMap(([{ items }]) => items);
  expect(told).toHaveLength(names.length);
});
