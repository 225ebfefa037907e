import { linearPattern } from './pattern.ts';

/** The parts of a glob. */
const PART =
  /(?<folders>(?<=^|\/)\*\*\/)|(?<below>(?<=^|\/)\*\*$)|(?<star>\*+)|(?<one>\?)|\[(?<set>[!^]?[^\]/]+)\]|(?<plain>\\.|.)/gsu;

/** What wildcards are as regular expressions, by the name of the group. */
const WILDCARDS = { folders: '(?:.*/)?', below: '.*', star: '[^/]*', one: '[^/]' };

/** The folders that a path climbs before it goes down. */
const CLIMB = /^(?:\.\.\/)*/;

/** Characters of a glob, far above real use. */
const MAX_GLOB = 2_000;

/**
 * Compiles globs of the kind that editors use: `*` and `?` within a name, `**` for folders at any depth,
 * `{a,b}` and `[a-z]`. Names that begin with a dot match too. A path is matched in linear time, whatever the
 * glob: the usual libraries backtrack.
 *
 * @param globs one that is empty or cannot be read matches nothing
 * @returns whether any of them matches a relative path with forward slashes
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const tests = globs.flatMap((glob) => {
    if (glob === '' || glob.length > MAX_GLOB) return [];
    const climb = climbOf(glob);
    const below = glob.slice(climb.length).replace(/^\.\//, '');
    const pattern = linearPattern(`^(?:${sourceOf(below)})$`);
    return pattern ? [{ climb, pattern }] : [];
  });
  return (path) => {
    const climb = climbOf(path);
    const below = path.slice(climb.length);
    return tests.some((test) => test.climb === climb && test.pattern.test(below));
  };
}

const climbOf = (path: string): string => CLIMB.exec(path)![0];

function sourceOf(glob: string): string {
  const lastClosing = glob.lastIndexOf('}');
  let open = 0;
  const parts = [...glob.matchAll(PART)].map(({ groups = {}, index }) => {
    const { plain, set } = groups;
    if (set !== undefined) return setOf(set);
    if (plain === '{' && index < lastClosing) {
      open += 1;
      return '(?:';
    }
    if (plain === '}' && open > 0) {
      open -= 1;
      return ')';
    }
    if (plain === ',' && open > 0) return '|';
    if (plain !== undefined) return escaped(plain);
    return Object.entries(WILDCARDS).find(([name]) => groups[name] !== undefined)![1];
  });
  return parts.join('') + ')'.repeat(open);
}

/** A set of characters; `!` turns it around, as `^` does in regular expressions. */
function setOf(set: string): string {
  const turned = /^[!^]/.test(set);
  const members = (turned ? set.slice(1) : set).replaceAll(/[\\[\]&~^]/g, '\\$&');
  return turned ? `[^/${members}]` : `[${members}]`;
}

const escaped = (part: string): string =>
  part.replace(/^\\(?=.)/s, '').replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
