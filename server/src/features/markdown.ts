/** Text from manifests and traces is anybody's: it is shown as text, never as markup. */

/** Control and format characters: invisible, or turning the direction of writing around. */
const INVISIBLE = /(?![\t\n])[\p{Cc}\p{Cf}]/gu;

/** Longer texts are cut: a hover is no page. */
const MAX_LENGTH = 2_000;

/** A text without invisible characters, cut to a length that can be read. */
export function plainText(text: string): string {
  const clean = text.replace(INVISIBLE, '');
  return clean.length > MAX_LENGTH ? `${clean.slice(0, MAX_LENGTH)}…` : clean;
}

/** A text such that Markdown shows it as it is: no link, no image, no HTML, no heading. */
export const escapeMarkdown = (text: string): string =>
  plainText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&:@]/g, (character) =>
      character === '<' ? '&lt;' : character === '&' ? '&amp;' : `\\${character}`,
    )
    .replace(/\n/g, '  \n');

/** The length of the longest run of backticks. */
function longestTicks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}

/** A text in a code span, whatever backticks it holds. */
export function code(text: string): string {
  const clean = plainText(text).replace(/\s+/g, ' ');
  const longest = longestTicks(clean);
  const ticks = '`'.repeat(longest + 1);
  const padding = clean.startsWith('`') || clean.endsWith('`') ? ' ' : '';
  return `${ticks}${padding}${clean}${padding}${ticks}`;
}

/** A text in a code block, whatever fences it holds. */
export function fence(text: string, language = 'json'): string {
  const clean = plainText(text);
  const longest = Math.max(2, longestTicks(clean));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${clean}\n${ticks}`;
}

/** Our Markdown as plain text, for a client that shows no other. */
export const withoutMarkup = (markdown: string): string =>
  markdown
    .replace(/^```+\w*\n([\s\S]*?)\n```+$/gm, '$1')
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~:@])|[`*]|(?<=^|\s)_(?=\S)|(?<=\S)_(?=\s|$)/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/ {2}$/gm, '');
