import { Document, isMap, isScalar, isSeq, Scalar, visit, type YAMLMap } from 'yaml';
import type { Plain } from './value.ts';

export interface WriteOptions {
  /** Lines that go before everything else, without their `#`. */
  readonly comments?: readonly string[];
}

/** Keys whose texts are quoted always: in a JSONPath, `[` and `*` mean something to YAML in flow style. */
const QUOTED: ReadonlySet<string> = new Set(['path']);
/** A mapping with any of these is short enough to stand in one line. */
const FLOWING: ReadonlySet<string> = new Set(['allowed', 'from_call', 'from_user', 'predicate']);
const MAX_FLOW = 80;

/**
 * Writes values as YAML 1.2, one document each, so that reading gives back the same values. Matchers are
 * written in one line where they fit.
 */
export function toYaml(documents: readonly Plain[], { comments = [] }: WriteOptions = {}): string {
  const texts = documents.map((value) => {
    const document = new Document(value, { aliasDuplicateObjects: false, compat: 'yaml-1.1' });
    visit(document, { Map: (_, map) => arrange(map as YAMLMap) });
    return document.toString({ lineWidth: 100, flowCollectionPadding: true });
  });
  const head = comments.map((line) => `# ${line}\n`).join('');
  return head + texts.join('---\n');
}

function arrange(map: YAMLMap): void {
  const keys = map.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
  for (const [index, { value }] of map.items.entries()) {
    if (QUOTED.has(keys[index]!) && isScalar(value) && typeof value.value === 'string') {
      value.type = Scalar.QUOTE_DOUBLE;
    }
  }
  if (!keys.some((key) => FLOWING.has(key))) return;
  const shown = JSON.stringify(map, (_, value) => (typeof value === 'bigint' ? `${value}` : value));
  if (shown.length > MAX_FLOW || shown.includes('\\n')) return;
  map.flow = true;
  for (const { value } of map.items) if (isMap(value) || isSeq(value)) value.flow = true;
}
