/** Sensitive values out of what is checked in: each gets a placeholder, the same one wherever it stands. */
import { type SensitiveKind, sensitiveParts } from '../../model/sensitive.ts';
import { isObject, type Json } from '../../model/value.ts';

const PLACEHOLDERS: Readonly<Record<SensitiveKind, (n: number) => string>> = {
  key: (n) => `<private-key-${n}>`,
  token: (n) => `<token-${n}>`,
  card: (n) => `<card-${n}>`,
  address: (n) => `person-${n}@example.com`,
};

export class Redactor {
  private readonly known = new Map<string, string>();
  private readonly counts = new Map<SensitiveKind, number>();

  /** @param domains e-mail domains, in lower case, that are no secret */
  constructor(private readonly domains: readonly string[]) {}

  /** The placeholders in use, in the order in which their values were met. */
  get placeholders(): readonly string[] {
    return [...this.known.values()];
  }

  isSensitive(text: string): boolean {
    return sensitiveParts(text, this.domains).length > 0;
  }

  text(text: string): string {
    return this.split(text)
      .map((piece) => piece.text)
      .join('');
  }

  /** A value with its texts redacted, keys as well. */
  value(value: Json): Json {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [this.text(key), this.value(item)]),
    );
  }

  /** A predicate that holds for a sensitive text without telling it: an address, or what stands around. */
  predicate(text: string): Json {
    const pieces = this.split(text);
    const [only] = pieces;
    if (pieces.length === 1 && only?.kind === 'address') return { predicate: 'email' };
    const pattern = pieces
      .map((piece) => (piece.kind === undefined ? literally(piece.text) : '[\\s\\S]+'))
      .join('');
    return { predicate: { type: 'string', pattern: `^${pattern}$` } };
  }

  /** The text in pieces, sensitive ones replaced by their placeholders. */
  private split(text: string): { readonly text: string; readonly kind?: SensitiveKind }[] {
    const parts = sensitiveParts(text, this.domains);
    const pieces: { readonly text: string; readonly kind?: SensitiveKind }[] = [];
    for (let at = 0; at < text.length; ) {
      const next = parts
        .map((part) => ({ ...part, start: text.indexOf(part.text, at) }))
        .filter(({ start }) => start >= 0)
        .sort((a, b) => a.start - b.start || b.text.length - a.text.length)[0];
      const end = next?.start ?? text.length;
      if (end > at) pieces.push({ text: text.slice(at, end) });
      if (!next) break;
      pieces.push({ text: this.placeholder(next.kind, next.text), kind: next.kind });
      at = end + next.text.length;
    }
    return pieces;
  }

  private placeholder(kind: SensitiveKind, text: string): string {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const n = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, n);
    const made = PLACEHOLDERS[kind](n);
    this.known.set(text, made);
    return made;
  }
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
