import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { grown, grownWorld } from './grow.ts';
import { mutated } from './mutate.ts';
import { pick, type Random, randomFrom } from './random.ts';
import { restructured } from './restructure.ts';

type Files = Readonly<Record<string, string>>;

/** A document, its name, and the files around it that it may name. */
export interface World {
  readonly path: string;
  readonly text: string;
  readonly others: Files;
}

/** The files of a folder that are ours, by path; larger ones would only be slow. */
export function filesBelow(root: string, most: number): Files {
  return Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:ya?ml|jsonl?)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(root, path), readFileSync(path, 'utf8')] as const)
      .filter(([, text]) => text.length <= most),
  );
}

/**
 * The document of a number: mutated in its text or its structure, or grown. The same seed and number make
 * the same document, whatever was made before.
 */
export function documentOf(
  seed: number,
  number: number,
  corpus: Files,
): World & { random: Random } {
  const random = randomFrom(Math.imul(seed, 0x9e3779b1) ^ number);
  return { ...documentFrom(random, corpus), random };
}

function documentFrom(random: Random, corpus: Files): World {
  const way = random();
  if (way < 0.3) {
    const world = grownWorld(random);
    const path = pick(random, Object.keys(world));
    const text = random() < 0.5 ? world[path]! : mutated(world[path]!, random);
    return { path, text, others: without(world, path) };
  }
  const path = pick(random, Object.keys(corpus));
  const whole = corpus[path]!;
  const folder = path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : '\0';
  const near = Object.entries(corpus).filter(([each]) => each !== path && each.startsWith(folder));
  const others = Object.fromEntries(near.slice(0, 6));
  if (way < 0.4) return { path, text: grown(random), others };
  const text = way < 0.65 ? restructured(path, whole, random) : undefined;
  return { path, text: text ?? mutated(whole, random), others };
}

const without = (files: Files, path: string): Files =>
  Object.fromEntries(Object.entries(files).filter(([each]) => each !== path));
