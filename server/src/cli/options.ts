/** How values of flags are read. */
import { InvalidArgumentError, Option } from 'commander';
import { PERTURBATIONS } from '../runner/perturb.ts';
import type { Shard } from './choose-cases.ts';
import { Failure } from './failure.ts';

/** A whole number. */
export const count = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('a whole number is needed.');
  return Number(text);
};

/** A whole number from 1. */
export const atLeastOne = (text: string): number => {
  const value = count(text);
  if (value === 0) throw new InvalidArgumentError('at least 1 is needed.');
  return value;
};

/** A part of a whole, such as 3/8. */
export const shard = (text: string): Shard => {
  const [, index = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > of) throw new InvalidArgumentError('i/n is needed, from 1/n to n/n.');
  return { index, count: of };
};

/** A flag that may be given several times. */
export const collect = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  text,
];

/** What a flag of two manifests was given: it takes all that follow it, and what is left over are paths. */
export function manifestPair(flag: string, values: readonly string[] | undefined) {
  const [before, after, ...more] = values ?? [];
  if (before === undefined) return { more };
  if (after === undefined) throw new Failure(`${flag} takes two manifests, before and after`);
  return { pair: [before, after] as const, more };
}

/** `--perturb`, which may be given several times. */
export function perturbOption(): Option {
  const names = Object.keys(PERTURBATIONS);
  const option = new Option(
    '--perturb <change>',
    'run again with the tools changed, and compare (repeatable: the changes add up)',
  ).argParser((text: string, before: readonly string[] = []) => {
    if (!names.includes(text)) throw new InvalidArgumentError(`it is one of ${names.join(', ')}.`);
    return [...before, text];
  });
  // Known to the shells' completion.
  option.argChoices = names;
  return option;
}
