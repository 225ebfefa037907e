import { sha256 } from '@noble/hashes/sha2.js';
import { spoken } from '../../l10n/say.ts';
import { Html, html, type Part } from './markup.ts';
import { STYLE } from './style.ts';

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Nothing is fetched, run or framed; of styles this one sheet holds and no other, not even an attribute. */
const policy = (): string =>
  `default-src 'none'; style-src 'sha256-${base64(sha256(new TextEncoder().encode(STYLE)))}'`;

/**
 * A whole page, complete in itself: the same in a file, in a browser and in an editor's panel.
 *
 * @param title plain text
 */
export const page = (title: string, body: Part): string =>
  html`<!DOCTYPE html>
<html lang="${spoken()}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy" content="${policy()}" />
<title>${title}</title>
${STYLED}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`.text;

/** Not escaped: the sheet is ours. */
const STYLED = new Html(`<style>${STYLE}</style>`);
