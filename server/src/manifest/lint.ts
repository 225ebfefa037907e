import { say } from '../l10n/say.ts';
import type { Finding, Severity } from '../model/finding.ts';
import { canonicalJson } from '../model/json-text.ts';
import { linearPattern } from '../model/pattern.ts';
import { near } from '../model/suggest.ts';
import type { Tool } from '../model/tool.ts';
import { isObject, type JsonObject } from '../model/value.ts';
import { KNOWN_KEYWORDS, type Schema, toPointer, walkSchema } from './keywords.ts';
import type { Manifest } from './read.ts';
import { SchemaDocument } from './schema-document.ts';
import { dialectOf, KNOWN_FORMATS, metaErrors } from './validators.ts';

/**
 * What is wrong with the schemas of a manifest's tools: such that do not compile, of a dialect that is not
 * supported, and, once each for the whole manifest, keywords, formats and patterns that check nothing.
 */
export function schemaFindings(manifest: Manifest): Finding[] {
  const findings: Finding[] = [];
  const unchecked = new Unchecked();
  for (const tool of manifest.tools) {
    for (const [kind, schema] of Object.entries(tool.schemas ?? {})) {
      const report = (code: string, severity: Severity, message: string) =>
        findings.push(onTool(tool, code, severity, `${tool.name}: the ${kind} schema ${message}`));
      lintSchema(schema, report);
      unchecked.collect(tool, schema);
    }
  }
  return [...findings, ...unchecked.findings()];
}

const onTool = (tool: Tool, code: string, severity: Severity, message: string): Finding => {
  const { tree, start, end } = tool.place;
  return { code, severity, message, place: { tree, start, end } };
};

function lintSchema(
  schema: Schema,
  report: (code: string, severity: Severity, message: string) => void,
): void {
  const dialect = dialectOf(schema);
  if (dialect === undefined) {
    const named = typeof schema === 'boolean' ? '' : canonicalJson(schema.$schema ?? null);
    report('schema-dialect', 'hint', say`is of the dialect ${named}, which is not checked`);
    return;
  }
  const [error] = metaErrors(schema, dialect);
  if (error) {
    const where = error.instancePath === '' ? '' : ` at ${error.instancePath.slice(1)}`;
    report('schema-invalid', 'error', say`is no valid schema${where}: ${error.message ?? ''}`);
    return;
  }
  const document = new SchemaDocument(schema);
  const astray = new Set<string>();
  walkSchema(schema, (part, path) => {
    if (typeof part === 'boolean') return;
    const lost = document.target({ pointer: toPointer(path), schema: part }) === undefined;
    if (typeof part.$ref === 'string' && lost) astray.add(part.$ref);
    for (const pattern of patternsOf(part)) {
      if (linearPattern(pattern) || isPattern(pattern)) continue;
      report('schema-invalid', 'error', say`has a malformed pattern: ${pattern}`);
    }
  });
  for (const reference of astray) {
    const outside = /^[a-z][a-z0-9+.-]*:/i.test(reference)
      ? say` (nothing is fetched to check a schema)`
      : '';
    report(
      'schema-invalid',
      'error',
      say`refers to ${JSON.stringify(reference)}, which is not in it${outside}`,
    );
  }
  if (document.explodes()) {
    report('gave-up', 'info', say`fans out too far to be checked`);
  }
}

const patternsOf = ({ pattern, patternProperties }: JsonObject): string[] => [
  ...(typeof pattern === 'string' ? [pattern] : []),
  ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
];

/** Whether JavaScript knows the pattern, be it one that backtracks. */
function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') !== undefined;
  } catch {
    return false;
  }
}

/** What of the schemas is not checked, with the first tool that has it. */
class Unchecked {
  private readonly keywords = new Map<string, Tool>();
  private readonly formats = new Map<string, Tool>();
  private readonly patterns = new Map<string, Tool>();

  collect(tool: Tool, schema: Schema): void {
    const note = (found: Map<string, Tool>, name: string) => {
      if (!found.has(name)) found.set(name, tool);
    };
    walkSchema(schema, (part) => {
      if (typeof part === 'boolean') return;
      const { format } = part;
      for (const keyword of Object.keys(part)) {
        if (!KNOWN_KEYWORDS.has(keyword) && !keyword.startsWith('x-')) note(this.keywords, keyword);
      }
      if (typeof format === 'string' && !KNOWN_FORMATS.has(format)) note(this.formats, format);
      for (const each of patternsOf(part)) {
        if (isPattern(each) && linearPattern(each) === null) note(this.patterns, each);
      }
    });
  }

  findings(): Finding[] {
    const known = [...KNOWN_KEYWORDS];
    const suggested = (keyword: string) => {
      const [meant] = near(keyword, known);
      return meant === undefined ? keyword : say`${keyword} (did you mean ${meant}?)`;
    };
    return [
      ...one(
        'unknown-keyword',
        say`keywords that say nothing to a validator`,
        this.keywords,
        suggested,
      ),
      ...one('unknown-format', say`formats that are not checked`, this.formats, String),
      ...one(
        'unknown-format',
        say`patterns that cannot be checked in linear time`,
        this.patterns,
        String,
      ),
    ];
  }
}

function one(
  code: string,
  what: string,
  found: ReadonlyMap<string, Tool>,
  show: (name: string) => string,
): Finding[] {
  const [first] = found.values();
  const names = [...found.keys()].map(show).join(', ');
  return first
    ? [{ ...onTool(first, code, 'hint', `${what}: ${names}`), data: [...found.keys()] }]
    : [];
}
