/** The parts of a page of the documentation. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface Block {
  readonly language: string;
  /** The second word after the fence: the file that the block is the text of. */
  readonly file?: string;
  readonly text: string;
}

/** The fenced blocks of a page, without the indentation that they stand in. */
export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^( *)```(\w+)(?: ([\w./-]+))?\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', file, text = '']) => ({
      language,
      ...(file !== undefined && { file }),
      text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );

const proseOf = (page: string): string => page.replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '');

/** A heading's anchor, as GitHub makes it. */
const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

/** What the links of a page lead to, addresses included. */
const linksOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/**
 * The links of a page to other pages, files and headings that are not there.
 *
 * @param folder that the page may lead to, and no further
 * @param name of the page in it
 */
export function brokenLinks(folder: string, name: string): string[] {
  return linksOf(readFileSync(join(folder, name), 'utf8'))
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = '', fragment] = target.split('#');
      const full = path ? resolve(folder, dirname(name), path) : join(folder, name);
      if (!full.startsWith(folder) || !existsSync(full)) return true;
      return fragment && !anchorsOf(readFileSync(full, 'utf8')).includes(fragment);
    });
}
