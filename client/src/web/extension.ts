/** The extension in the browser's extension host, where no process can be started. */
import * as vscode from 'vscode';
import { activateCallsheet, type CallsheetApi, deactivateCallsheet } from '../activate.ts';

export function activate(context: vscode.ExtensionContext): CallsheetApi {
  return activateCallsheet(vscode, context, {
    canRun: false,
    async createClient(options) {
      const { createClient } = await import('./create-client.ts');
      const script = vscode.Uri.joinPath(context.extensionUri, 'dist', 'web', 'server.js');
      return createClient(script.toString(true), options);
    },
  });
}

export const deactivate = deactivateCallsheet;
