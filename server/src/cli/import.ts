import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Imported, ImportSource, Loss } from '../convert/imported.ts';
import { IMPORTERS, type ImportFormat } from '../convert/importers.ts';
import { readValues } from '../convert/values.ts';
import { readManifest } from '../manifest/index.ts';
import type { Json, JsonObject } from '../model/value.ts';
import { jsonText } from '../report/json.ts';
import { type Plain, parseFile, toYaml } from '../syntax/index.ts';
import { CONFIG_NAME } from '../workspace/files/kinds.ts';
import { EXIT, Failure } from './failure.ts';
import { fileAfter, fileAt } from './roots.ts';
import type { Terminal } from './terminal.ts';
import { type OutputFile, writeFiles } from './write-files.ts';

export const CASE_FORMATS = ['yaml', 'json'] as const;

export interface ImportOptions {
  /** Folder for the cases; the current one where absent. */
  readonly out?: string;
  /** A manifest for the cases, copied beside them. */
  readonly tools?: string;
  /** The accepted answers, for formats that keep them apart. */
  readonly answers?: string;
  /** A stream of YAML documents, or a dataset in JSON. */
  readonly format: (typeof CASE_FORMATS)[number];
  /** File for what could not be carried, as JSON. */
  readonly report?: string;
  readonly force?: boolean;
  /** The configuration that the cases will have: none is written then. */
  readonly config?: string;
}

/**
 * Makes case files of another tool's files, with what they name: manifests, recorded runs, policies.
 * What could not be carried is told on standard error.
 *
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export function importFiles(
  terminal: Terminal,
  format: ImportFormat,
  files: readonly string[],
  options: ImportOptions,
): number {
  const out = resolve(terminal.cwd, options.out ?? '.');
  if (options.config !== undefined) fileAfter(terminal.cwd, options.config, '--config');
  const tools = options.tools === undefined ? undefined : readTools(terminal.cwd, options.tools);
  const imports = files.map((file) => {
    const source: ImportSource = {
      stem: basename(file).replace(/(\.(case|test|evalset|tasks|json|jsonl|ya?ml))+$/i, ''),
      values: valuesOf(terminal.cwd, file),
      ...(tools && { tools: { path: `./${tools.path}`, names: tools.names } }),
      ...answersOf(terminal.cwd, file, options.answers),
    };
    const made = IMPORTERS[format](source);
    if (typeof made === 'string') throw new Failure(`cannot import ${file} as ${format}: ${made}`);
    return { file, stem: source.stem, made };
  });
  const written = [
    ...(tools ? [{ path: tools.path, text: tools.text }] : []),
    ...imports.flatMap(({ stem, made }) => filesOf(stem, made, options.format)),
    ...(options.config === undefined
      ? configFile(
          out,
          imports.map(({ made }) => made.config),
        )
      : []),
  ];
  writeFiles(terminal.cwd, out, written, options.force === true);
  tell(terminal, out, imports, options.report);
  return EXIT.fine;
}

interface Done {
  readonly file: string;
  readonly made: Imported;
}

function valuesOf(cwd: string, file: string): readonly Json[] {
  const read = readValues(readFileSync(fileAt(cwd, file), 'utf8'));
  if (!read.ok) throw new Failure(`cannot read ${file}: ${read.reason}`);
  return read.values;
}

/** The accepted answers: as named, else the file of the same name in `possible_answer` beside it. */
function answersOf(cwd: string, file: string, named: string | undefined) {
  const beside = join(dirname(file), 'possible_answer', basename(file));
  const path = named ?? (existsSync(resolve(cwd, beside)) ? beside : undefined);
  return path === undefined ? {} : { answers: valuesOf(cwd, path) };
}

function readTools(cwd: string, file: string) {
  const full = fileAfter(cwd, file, '--tools');
  const text = readFileSync(full, 'utf8');
  const language = /\.ya?ml$/i.test(file) ? 'yaml' : 'json';
  const documents = parseFile(text, language).documents.map(({ frame }) => frame.tree);
  const { tools } = readManifest({ uri: full, documents });
  if (tools.length === 0) throw new Failure(`no tool is defined in ${file}`);
  const name = basename(file);
  const path = /\.tools\.(json|ya?ml)$/i.test(name)
    ? name
    : name.replace(/(\.[a-z]+)?$/i, (extension) => `.tools${extension || '.json'}`);
  return { path, text, names: tools.map((tool) => tool.name) };
}

function filesOf(
  stem: string,
  { cases, manifests, traces }: Imported,
  format: ImportOptions['format'],
): OutputFile[] {
  const json = (value: unknown) => `${jsonText(value)}\n`;
  const made =
    format === 'yaml'
      ? { path: `${stem}.case.yaml`, text: toYaml(cases as readonly Plain[]) }
      : { path: `${stem}.dataset.json`, text: json({ dataset: stem, cases }) };
  return [
    ...(cases.length > 0 ? [made] : []),
    ...[...manifests, ...traces].map(({ path, value }) => ({ path, text: json(value) })),
  ];
}

/** A configuration with what the cases need, for a folder that has none yet. */
function configFile(out: string, needed: readonly JsonObject[]): OutputFile[] {
  const keys = needed.filter((config) => Object.keys(config).length > 0);
  if (keys.length === 0 || existsSync(join(out, CONFIG_NAME))) return [];
  const policies = Object.assign({}, ...keys.map((config) => config.policies)) as Json;
  const config = Object.assign({}, ...keys, { policies }) as JsonObject;
  const comments = ['What tools do is told by their names alone: look through the policies.'];
  return [{ path: CONFIG_NAME, text: toYaml([config as Plain], { comments }) }];
}

function tell(
  { cwd, out: print, err }: Terminal,
  out: string,
  imports: readonly Done[],
  report: string | undefined,
): void {
  const reported = imports.map(({ file, made }) => ({
    file,
    cases: made.cases.length,
    not_carried: made.losses,
  }));
  for (const { file, cases, not_carried: losses } of reported) {
    print(`${file}: ${cases} ${cases === 1 ? 'case' : 'cases'} in ${shown(cwd, out)}\n`);
    for (const loss of losses) err(`${file}: not carried: ${lossText(loss)}\n`);
  }
  if (report !== undefined) {
    const text = `${jsonText({ version: 1, imports: reported })}\n`;
    writeFiles(cwd, cwd, [{ path: report, text }], true);
  }
}

const lossText = ({ case: id, key, reason }: Loss): string =>
  `${id === undefined ? '' : `${id}: `}${key}: ${reason}`;

const shown = (cwd: string, path: string): string =>
  relative(cwd, path).split(sep).join('/') || '.';
