import { say } from '../../l10n/say.ts';
import type { ManifestRule } from '../rule.ts';

interface NameRule {
  readonly pattern: RegExp;
  readonly words: string;
}

const PLAIN: NameRule = {
  pattern: /^[A-Za-z0-9_-]{1,64}$/,
  words: 'letters, digits, "_" and "-", at most 64',
};

/** The name rules of each dialect's vendor, as documented; BFCL's files have none. */
const RULES: Readonly<Record<string, NameRule>> = {
  mcp: {
    pattern: /^[A-Za-z0-9_.-]{1,128}$/,
    words: 'letters, digits, "_", "-" and ".", at most 128',
  },
  'openai-chat': PLAIN,
  'openai-responses': PLAIN,
  'openai-functions': PLAIN,
  anthropic: {
    pattern: /^[A-Za-z0-9_-]{1,128}$/,
    words: 'letters, digits, "_" and "-", at most 128',
  },
  gemini: {
    pattern: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
    words: 'letters, digits, "_", ".", ":" and "-", at most 128, a letter or "_" first',
  },
  bedrock: PLAIN,
};

export const toolNameInvalid: ManifestRule = {
  id: 'tool-name-invalid',
  table: 'manifest-file',
  severity: 'warning',
  summary: "A tool's name is outside the rules of its dialect.",
  details: `
Model vendors refuse a request with such a tool, or the client renames it, and then the names in cases and
traces no longer agree.

\`\`\`json
{ "name": "get weather" }   // wrong
{ "name": "get_weather" }   // right
\`\`\`
`,
  checkManifest({ manifest }, report) {
    const rule = Object.hasOwn(RULES, manifest.dialect) ? RULES[manifest.dialect] : undefined;
    if (!rule) return;
    for (const { name, place } of manifest.tools) {
      if (rule.pattern.test(name)) continue;
      report(place, say`\`${name}\` is no name for a tool of this dialect: ${rule.words}`);
    }
  },
};
