import type { Disposable } from 'vscode';
import type { LanguageServer } from './language-server.ts';
import type { VsCode } from './vscode.ts';

/** Tells the server once a person trusts the workspace. */
export function watchTrust(
  { workspace }: VsCode,
  server: Pick<LanguageServer, 'trusted'>,
): Disposable {
  return workspace.onDidGrantWorkspaceTrust(() => server.trusted());
}
