/** The extension in the Node extension host. */
import * as vscode from 'vscode';
import { activateCallsheet, type CallsheetApi, deactivateCallsheet } from './activate.ts';

export function activate(context: vscode.ExtensionContext): CallsheetApi {
  return activateCallsheet(vscode, context, {
    canRun: true,
    async createClient(options, environment) {
      const { createClient } = await import('./node/create-client.ts');
      return createClient(context.asAbsolutePath('dist/server.js'), options, environment);
    },
  });
}

export const deactivate = deactivateCallsheet;
