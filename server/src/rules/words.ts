const LOWER_TO_UPPER = /(\p{Ll}|\p{N})(\p{Lu})/gu;
const UPPER_TO_WORD = /(\p{Lu})(\p{Lu}\p{Ll})/gu;
const SEPARATORS = /[^\p{L}\p{N}]+/u;

/** The words of a name, at separators and at changes of case: `requestId` and `request_id` have two. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(LOWER_TO_UPPER, '$1 $2')
    .replaceAll(UPPER_TO_WORD, '$1 $2')
    .split(SEPARATORS)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
