/**
 * Texts for people, in the language of their editor. English stands in the code and is the key of its
 * translation, with `{0}`, `{1}`, … for what is filled in: as in `vscode.l10n`, whose bundle both share.
 */
export type Translations = Readonly<Record<string, string>>;

const ENGLISH = 'en';

let translations: Translations | undefined;
let language = ENGLISH;

/**
 * From now on texts are said in these words, or in English: one process serves one editor.
 *
 * @param of the tag of their language (BCP 47)
 */
export function speak(given?: Translations, of = ENGLISH): void {
  translations = given;
  language = given ? of : ENGLISH;
}

/** The tag of the language that texts are said in (BCP 47). */
export const spoken = (): string => language;

/**
 * A text in the reader's language: ``say`no argument ${name}` ``, or of a {@link phrase} with its values.
 *
 * @returns the text in English where nobody has translated it
 */
export function say(text: TemplateStringsArray | string, ...values: readonly unknown[]): string {
  if (!translations && typeof text !== 'string') {
    return text.reduce((said, part, index) => `${said}${values[index - 1]}${part}`);
  }
  const key = typeof text === 'string' ? text : keyOf(text);
  const words = translations && Object.hasOwn(translations, key) ? translations[key]! : key;
  return words.replaceAll(/\{(\d+)\}/g, (hole, index) =>
    Number(index) < values.length ? String(values[Number(index)]) : hole,
  );
}

/** Marks a text of a table, which is read before the language is known: `say` it where it is used. */
export const phrase = (text: TemplateStringsArray): string => keyOf(text);

const keyOf = (text: TemplateStringsArray): string =>
  text.reduce((key, part, index) => `${key}{${index - 1}}${part}`);
