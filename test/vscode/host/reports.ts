import * as vscode from 'vscode';

/** The titles of the reports that are open. */
export const reportsShown = (): string[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith('callsheet.report'),
    )
    .map(({ label }) => label);
