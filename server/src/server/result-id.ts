import type { Diagnostic } from 'vscode-languageserver';

/** A name for what is said of a file: the same name where the same is said. Nothing need be kept for it. */
export function resultId(items: readonly Diagnostic[]): string {
  const said = JSON.stringify(items);
  let [one, two] = [0x811c9dc5, 0x9e3779b9];
  for (let i = 0; i < said.length; i++) {
    const code = said.charCodeAt(i);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ code, 0x85ebca6b) + i;
  }
  return `${said.length}-${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}
