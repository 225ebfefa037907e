/** Rules about the schemas of a manifest, whose findings reading and compiling them make. */
import type { DocumentedRule } from '../rule.ts';

export const SCHEMA_RULES: readonly DocumentedRule[] = [
  {
    id: 'schema-invalid',
    table: 'manifest-file',
    severity: 'error',
    summary: "A tool's schema does not compile, or the tool cannot be read at all.",
    details: `
Arguments of that tool are not checked until it does. Nothing is fetched: a \`$ref\` leads to a place in the
schema itself. One bad tool hides no other.
`,
  },
  {
    id: 'schema-dialect',
    table: 'manifest-file',
    severity: 'hint',
    summary: 'A schema names a dialect of JSON Schema that is not supported.',
    details: `
Supported are draft-07, 2019-09 and 2020-12; a schema without \`$schema\` is read as 2020-12. Arguments of a
tool in another dialect are not checked.
`,
  },
  {
    id: 'unknown-keyword',
    table: 'manifest-file',
    severity: 'hint',
    summary: 'Schemas of the manifest use keywords that say nothing to a validator.',
    details: `
Often a typo (\`maxLenght\`), so that the limit holds for nobody. Told once a manifest, with the list. Keys that
begin with \`x-\` are the author's own.
`,
  },
  {
    id: 'unknown-format',
    table: 'manifest-file',
    severity: 'hint',
    summary: 'Schemas of the manifest use formats, or patterns, that are not checked.',
    details: `
Told once a manifest, with the list. A pattern with lookaround or backreferences cannot be checked in linear
time, and is not checked.
`,
  },
];
