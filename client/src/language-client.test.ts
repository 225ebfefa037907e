import { expect, it } from 'vitest';
import { clientOptions } from './language-client.ts';
import type { VsCode } from './vscode.ts';

/** What the server is told when it starts, in an editor that has these translations. */
function told(bundle: Record<string, string> | undefined) {
  const workspace = { isTrusted: true, workspaceFolders: [] };
  const options = clientOptions({ workspace, l10n: { bundle } } as unknown as VsCode, {} as never);
  return (options.initializationOptions as () => unknown)();
}

it('hands the server the translations of the editor’s language', () => {
  expect(told({ Rescore: 'Neu werten' })).toEqual({
    trusted: true,
    l10n: { Rescore: 'Neu werten' },
  });
  expect(told(undefined)).toEqual({ trusted: true });
});

it('has no icon drawn in what is offered, and inserts what was offered', async () => {
  const { middleware } = clientOptions(
    { workspace: { isTrusted: true, workspaceFolders: [] }, l10n: {} } as unknown as VsCode,
    {} as never,
  );
  const offered = [
    { label: '$(trash)' },
    { label: { label: '$(x)', detail: 'd' } },
    { label: 'a' },
  ];
  const made = await middleware!.provideCompletionItem!(
    ...([{}, {}, {}, {}, async () => offered] as unknown as Parameters<
      NonNullable<NonNullable<typeof middleware>['provideCompletionItem']>
    >),
  );
  expect(made).toMatchObject([
    { label: '\\$(trash)', filterText: '$(trash)', insertText: '$(trash)' },
    { label: { label: '\\$(x)', detail: 'd' }, insertText: '$(x)' },
    { label: 'a' },
  ]);
});
