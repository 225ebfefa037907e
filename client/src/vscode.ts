/**
 * The editor's API as a value that is handed in: what uses it runs against a fake in tests, and
 * loads nothing by itself.
 */
import type * as vscode from 'vscode';

export type VsCode = typeof vscode;
export type Workspace = VsCode['workspace'];
