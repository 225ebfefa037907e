import {
  type Connection,
  type Disposable,
  DocumentFormattingRequest,
  DocumentRangeFormattingRequest,
} from 'vscode-languageserver';
import type { FileKind } from '../workspace/files/kinds.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ClientProfile } from './client.ts';

const LANGUAGE = 'callsheet';
/** What an author writes. Manifests and traces are others' files, and have a formatter already. */
const FORMATTED: readonly FileKind[] = ['case', 'golden', 'dataset'];
const BY_NAME = ['**/*.{case,golden,dataset}.{yaml,yml,json}', '**/callsheet.config.{yaml,yml}'];

interface Filter {
  readonly scheme: string;
  readonly language?: string;
  readonly pattern?: string;
}

/**
 * Offers the formatter for the documents that it formats and for no others: an editor with two formatters
 * for one file asks which. A client that takes no registrations has it for all, with no edits for the others.
 */
export class Formatting {
  #registered: { readonly key: string; readonly done: Promise<Disposable> } | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly client: ClientProfile,
    private readonly workspace: Workspace,
  ) {}

  /** Registers anew where other files are mapped than before. */
  update(): void {
    if (!this.client.registersFormatting) return;
    const documentSelector = this.#selector();
    const key = JSON.stringify(documentSelector);
    const last = this.#registered;
    if (last?.key === key) return;
    const { client } = this.connection;
    const register = async (): Promise<Disposable> => {
      (await last?.done)?.dispose();
      const both = await Promise.all([
        client.register(DocumentFormattingRequest.type, { documentSelector }),
        client.register(DocumentRangeFormattingRequest.type, { documentSelector }),
      ]);
      return { dispose: () => both.map((each) => each.dispose()) };
    };
    this.#registered = { key, done: register() };
  }

  #selector(): Filter[] {
    const { workspace } = this;
    const schemes = ['file', ...workspace.folders.map((uri) => uri.slice(0, uri.indexOf(':')))];
    const globs = workspace.folders.flatMap(workspace.mappedIn);
    const mapped = globs.flatMap((each) => FORMATTED.flatMap((kind) => each[kind] ?? []));
    const patterns = [...BY_NAME, ...mapped.map(anywhere)];
    return [...new Set([...schemes, 'untitled'])].flatMap((scheme): Filter[] => [
      { scheme, language: LANGUAGE },
      ...[...new Set(patterns)].map((pattern) => ({ scheme, pattern })),
    ]);
  }
}

/** A glob relative to a folder, in any folder: the server looks once more when it is asked. */
const anywhere = (glob: string): string => `**/${glob.replace(/^(?:\.{0,2}\/|\*\*\/)+/, '')}`;
