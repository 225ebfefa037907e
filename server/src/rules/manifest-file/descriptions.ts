/** Rules about what a manifest tells an agent of its tools. */
import { say } from '../../l10n/say.ts';
import { isObject } from '../../model/value.ts';
import type { ManifestRule } from '../rule.ts';

/** Fewer words than these seldom say what a tool does and when to use it. */
const FEWEST_WORDS = 4;

const wordCount = (text: string): number => text.trim().split(/\s+/).length;

/** Scripts written without spaces say as much in a few characters. */
const isShort = (text: string): boolean =>
  wordCount(text) < FEWEST_WORDS && !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Thai}]{6}/u.test(text);

export const descriptionMissing: ManifestRule = {
  id: 'description-missing',
  table: 'manifest-file',
  severity: 'info',
  summary: 'A tool has no description.',
  details: `
The description is what an agent chooses by. Without one, selection is measured on the name alone.
`,
  checkManifest({ manifest }, report) {
    for (const { name, description, place, schemas } of manifest.tools) {
      // Tools that a vendor runs are described to the model by the vendor.
      if (description?.trim() || !schemas?.input) continue;
      report(place, say`\`${name}\` has no description`);
    }
  },
};

export const descriptionShort: ManifestRule = {
  id: 'description-short',
  table: 'manifest-file',
  severity: 'hint',
  summary: 'A description has fewer than four words.',
  details: `
Say what the tool does, when to use it and when not.

\`\`\`json
"description": "Gets orders"                                              // thin
"description": "Lists the orders of one customer, the newest first"       // better
\`\`\`
`,
  checkManifest({ manifest }, report) {
    for (const { name, description, place } of manifest.tools) {
      if (description?.trim() && isShort(description)) {
        report(
          place,
          say`the description of \`${name}\` is very short: ${JSON.stringify(description)}`,
        );
      }
    }
  },
};

export const paramDescriptionMissing: ManifestRule = {
  id: 'param-description-missing',
  table: 'manifest-file',
  severity: 'hint',
  summary: 'Arguments of a tool have no description.',
  details: `
Units, formats and where a value comes from are what agents get wrong. Told once a tool, with the list.
`,
  checkManifest({ manifest }, report) {
    for (const { name, place, schemas } of manifest.tools) {
      const schema = schemas?.input;
      if (!isObject(schema) || !isObject(schema.properties)) continue;
      const bare = Object.entries(schema.properties)
        .filter(([, argument]) => isObject(argument) && !argument.description && !argument.$ref)
        .map(([argument]) => `\`${argument}\``);
      if (bare.length > 0) report(place, say`\`${name}\`: no description of ${bare.join(', ')}`);
    }
  },
};
