import type { Diagnostic } from 'vscode-languageserver';
import type { Uri } from '../workspace/uri.ts';

/** Names for what was said of a file: the same name as long as the same is said. */
export class ResultIds {
  readonly #last = new Map<Uri, { readonly id: string; readonly said: string }>();
  #next = 1;

  of(uri: Uri, items: readonly Diagnostic[]): string {
    const said = JSON.stringify(items);
    const known = this.#last.get(uri);
    if (known?.said === said) return known.id;
    const id = String(this.#next++);
    this.#last.set(uri, { id, said });
    return id;
  }
}
