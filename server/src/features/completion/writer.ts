import { renderScalar } from '../../rules/edits.ts';
import type { Scalar, ScalarStyle } from '../../syntax/index.ts';
import type { Content, EntryContent } from './offer.ts';

/** How the text around a place is written. */
export interface Layout {
  readonly style: 'block' | 'flow' | 'json';
  /** Columns that a nested mapping is indented by, and a list under its key. */
  readonly unit: number;
  readonly dashes: number;
  /** Blanks that the editor itself puts before every further line: those of the line. */
  readonly base: number;
  /** Quotes that were typed. */
  readonly quote?: '"' | "'";
}

/** Renders contents as block, flow or JSON, with tab stops where the editor knows them. */
export class Writer {
  #stops = 0;
  /** Whether there is a tab stop anywhere but, empty, at the very end. */
  #needsSnippet = false;
  readonly #layout: Layout;
  readonly #snippets: boolean;

  constructor(layout: Layout, snippets: boolean) {
    this.#layout = layout;
    this.#snippets = snippets;
  }

  /** The finished text: as a snippet only where it has to be one. */
  finish(text: string): { readonly text: string; readonly snippet: boolean } {
    if (!this.#snippets) return { text, snippet: false };
    if (this.#stops === 0 && !text.includes('\n')) return { text: unescaped(text), snippet: false };
    // Editors indent the lines of a snippet, and not all of them those of a text.
    const isEnd =
      !text.includes('\n') && this.#stops === 1 && !this.#needsSnippet && text.endsWith('$1');
    return isEnd ? { text: unescaped(text.slice(0, -2)), snippet: false } : { text, snippet: true };
  }

  /** Text that stands as it is. */
  plain(text: string): string {
    return this.#snippets ? text.replace(/[\\$}]/g, '\\$&') : text;
  }

  key(name: string): string {
    return this.plain(this.#scalar(name));
  }

  /** An entry of a mapping whose keys stand at `column`. */
  entry([key, value]: EntryContent, column: number): string {
    return `${this.key(key)}:${this.behindKey(value, column)}`;
  }

  /** An entry on a line of its own behind what is written already. */
  further(entry: EntryContent, column: number): string {
    return this.#line(column) + this.entry(entry, column);
  }

  /** A value with the space or line break that is due behind its key, which stands at `column`. */
  behindKey(content: Content, column: number): string {
    if (this.fitsLine(content)) return ` ${this.inline(content)}`;
    const isList = content.kind === 'list' || (content.kind === 'open' && content.of === 'list');
    const inner = column + (isList ? this.#layout.dashes : this.#layout.unit);
    return this.#line(inner) + this.block(content, inner);
  }

  /** Whether a value stands on the line of its key. */
  fitsLine(content: Content): boolean {
    if (this.#layout.style !== 'block') return true;
    if (content.kind === 'map') return content.flow === true || content.entries.length === 0;
    if (content.kind === 'list') return content.items.every((item) => this.fitsLine(item));
    return content.kind !== 'open';
  }

  /** Block style from `column` on. */
  block(content: Content, column: number): string {
    if (this.#layout.style !== 'block') return this.inline(content);
    if (content.kind === 'map' && !this.fitsLine(content)) {
      return content.entries.map((each) => this.entry(each, column)).join(this.#line(column));
    }
    if (content.kind === 'list' && content.items.length > 0) {
      return content.items
        .map(
          (item) => `- ${item.kind === 'list' ? this.inline(item) : this.block(item, column + 2)}`,
        )
        .join(this.#line(column));
    }
    if (content.kind === 'open') return `${content.of === 'list' ? '- ' : ''}${this.#stop('', [])}`;
    return this.inline(content);
  }

  /** All on one line. */
  inline(content: Content): string {
    switch (content.kind) {
      case 'scalar':
        return this.plain(this.#scalar(content.value));
      case 'stop':
        return this.#stopOf(content);
      case 'open':
        return content.of === 'map' ? this.#braces(this.#stop('', [])) : `[${this.#stop('', [])}]`;
      case 'list':
        return `[${content.items.map((item) => this.inline(item)).join(', ')}]`;
      default:
        return this.#braces(
          content.entries
            .map(([key, value]) => `${this.key(key)}: ${this.inline(value)}`)
            .join(', '),
        );
    }
  }

  /** A line break, and blanks up to a column. */
  #line(column: number): string {
    return `\n${' '.repeat(Math.max(0, column - this.#layout.base))}`;
  }

  #braces(inside: string): string {
    const close = this.plain('}');
    return inside === '' ? `{${close}` : `{ ${inside} ${close}`;
  }

  #scalar(value: Scalar): string {
    return renderScalar(value, this.#style());
  }

  #style(): ScalarStyle {
    if (this.#layout.style === 'json' || this.#layout.quote === '"') return 'double';
    return this.#layout.quote ? 'single' : 'plain';
  }

  #stopOf({ text, choices, isText }: Extract<Content, { kind: 'stop' }>): string {
    const isJson = this.#layout.style === 'json';
    if (text === undefined && !choices?.length && isText && isJson) {
      this.#needsSnippet = true;
      return `"${this.#stop('', [])}"`;
    }
    const first = text ?? choices?.[0];
    const fallback = isJson && !this.#snippets ? 'null' : '';
    return this.#stop(
      first === undefined ? fallback : this.#scalar(first),
      (choices ?? []).map((choice) => this.#scalar(choice)),
    );
  }

  #stop(text: string, choices: readonly string[]): string {
    if (!this.#snippets) return text;
    this.#stops += 1;
    const number = this.#stops;
    if (text === '') return `$${number}`;
    this.#needsSnippet = true;
    return choices.length > 1
      ? `\${${number}|${choices.map((choice) => choice.replace(/[\\,|$}]/g, '\\$&')).join(',')}|}`
      : `\${${number}:${this.plain(text)}}`;
  }
}

const unescaped = (text: string): string => text.replace(/\\([\\$}])/g, '$1');
