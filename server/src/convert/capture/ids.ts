import type { EmittedCall } from '../../model/run.ts';

/**
 * An id for each call, made of its tool's name, numbered where the tool is called several times. No id is
 * the name of another call's tool.
 */
export function callIds(calls: readonly EmittedCall[]): readonly string[] {
  const names = calls.map(({ name }) => idOf(name));
  const taken = new Set<string>();
  return names.map((name, index) => {
    const times = names.filter((each) => each === name).length;
    let n = names.slice(0, index + 1).filter((each) => each === name).length;
    let id = times === 1 ? name : `${name}_${n}`;
    while (taken.has(id) || (id !== name && names.includes(id))) id = `${name}_${++n}`;
    taken.add(id);
    return id;
  });
}

const idOf = (name: string): string => {
  const id = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replace(/^(?![A-Za-z_])/, '_');
  return id === '' ? '_' : id;
};
