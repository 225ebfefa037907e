import { isObject, type Json } from './value.ts';

/** Values looked at in one search; a larger whole is searched no further. */
const BUDGET = 20_000;

/**
 * The JSONPath (RFC 9535) of each text or number in a value, the shortest where it stands several times.
 * What stands nearer to the root is looked at first.
 */
export function shortestPaths(root: Json): Map<string | number, string> {
  const paths = new Map<string | number, string>();
  let level: [path: string, value: Json][] = [['$', root]];
  for (let seen = 0; level.length > 0 && seen < BUDGET; ) {
    const deeper: typeof level = [];
    for (const [path, value] of level) {
      seen++;
      if (typeof value === 'string' || typeof value === 'number') {
        const known = paths.get(value);
        if (known === undefined || path.length < known.length) paths.set(value, path);
      } else if (Array.isArray(value)) {
        value.forEach((item, index) => {
          deeper.push([`${path}[${index}]`, item]);
        });
      } else if (isObject(value)) {
        for (const [key, item] of Object.entries(value)) deeper.push([path + member(key), item]);
      }
    }
    level = deeper;
  }
  return paths;
}

const member = (name: string): string =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
    ? `.${name}`
    : `['${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}']`;
