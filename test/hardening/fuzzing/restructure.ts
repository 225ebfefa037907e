/** Mistakes of structure: values that are missing, doubled, elsewhere, or of another kind. */
import { type Plain, parseFile, toValue, toYaml } from '../../../server/src/syntax/index.ts';
import { below, pick, type Random } from './random.ts';
import { KEYS, VALUES } from './words.ts';

type Holder = Record<string | number, unknown>;
/** Where a value stands: in a list or a mapping, under an index or a key. */
type Site = readonly [holder: Holder, key: string | number];

/** Every place in a value, the value itself within a list of one. */
function sitesOf(value: unknown, found: Site[] = []): Site[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push([value as Holder, key]);
    sitesOf((value as Holder)[key], found);
  }
  return found;
}

function set([holder, key]: Site, value: unknown): void {
  Object.defineProperty(holder, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

const at = ([holder, key]: Site): unknown => holder[key];

type Change = (sites: readonly Site[], random: Random) => void;

const CHANGES: readonly Change[] = [
  (sites, random) => {
    const [holder, key] = pick(random, sites);
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
  (sites, random) => set(pick(random, sites), structuredClone(pick(random, VALUES))),
  (sites, random) => set(pick(random, sites), structuredClone(at(pick(random, sites)))),
  (sites, random) => {
    const [one, other] = [pick(random, sites), pick(random, sites)];
    const [first, second] = structuredClone([at(one), at(other)]);
    set(one, second);
    set(other, first);
  },
  (sites, random) => {
    const [holder] = pick(random, sites);
    if (Array.isArray(holder)) holder.push(...structuredClone(holder.slice(0, 20)));
    else set([holder, pick(random, KEYS)], structuredClone(pick(random, VALUES)));
  },
  (sites, random) => {
    const site = pick(random, sites);
    set(site, random() < 0.5 ? [at(site)] : { [pick(random, KEYS)]: at(site) });
  },
  (sites, random) => {
    const site = pick(random, sites);
    let value = at(site);
    for (let left = below(random, 700); left > 0; left--) value = [value];
    set(site, value);
  },
];

/** The values of a file, with some mistakes in them, written as JSON or YAML; undefined where it holds none. */
export function restructured(path: string, text: string, random: Random): string | undefined {
  const source = parseFile(
    text,
    path.endsWith('.json') ? 'json' : path.endsWith('l.jsonl') ? 'jsonl' : 'yaml',
  );
  const roots = source.documents.flatMap(({ frame }) => (frame.tree.root ? [frame.tree.root] : []));
  const values = roots.slice(0, 20).map(toValue);
  for (let left = 1 + below(random, 3); left > 0; left--) {
    const sites = sitesOf(values);
    if (sites.length === 0) return undefined;
    pick(random, CHANGES)(sites, random);
  }
  return written(path, values, random);
}

/** JSON is YAML too, but for streams of it. */
export function written(path: string, values: readonly unknown[], random: Random): string {
  const json = (value: unknown, indent?: number): string =>
    JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? Number(each) : each), indent) ??
    '';
  if (path.endsWith('.jsonl')) return values.map((value) => json(value)).join('\n');
  if (path.endsWith('.json')) return json(values[0], below(random, 3));
  return random() < 0.3
    ? values.map((value) => json(value, 1)).join('\n---\n')
    : toYaml(values as readonly Plain[]);
}
