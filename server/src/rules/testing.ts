/** Marker fixtures for tests of rules. */
import { expect } from 'vitest';
import type { Lock } from '../manifest/index.ts';
import type { Config } from '../model/config.ts';
import type { Finding } from '../model/finding.ts';
import { readCase } from '../model/read-case.ts';
import { readConfig } from '../model/read-config.ts';
import { readDataset } from '../model/read-dataset.ts';
import { readGolden } from '../model/read-golden.ts';
import { type Language, parseFile, type SegmentTree } from '../syntax/index.ts';
import { caseContext } from './context.ts';
import { fixesFor, lintCase } from './lint.ts';
import type { CaseContext, FileLookup, Fix, GoldenLookup, Scope } from './rule.ts';
import { type ToolSpec, toolsetOf } from './testing-tools.ts';

export interface Setting {
  /** The case's manifest; none is known where absent. */
  readonly tools?: readonly ToolSpec[];
  /** Whether every manifest could be read. */
  readonly complete?: boolean;
  /** The text of `callsheet.config.yaml`. */
  readonly config?: string;
  /** The text of the dataset that the case stands in. */
  readonly dataset?: string;
  readonly kind?: 'case' | 'golden';
  readonly language?: Language;
  /** Golden trajectories by their reference, as texts. */
  readonly goldens?: Readonly<Record<string, string>>;
  /** What other `golden` references lead to. */
  readonly golden?: GoldenLookup;
  readonly file?: FileLookup;
  readonly predicateNames?: ReadonlySet<string>;
  /** Definitions of tools as they were labelled. */
  readonly lock?: Lock;
}

const treeOf = (text: string, language: Language = 'yaml'): SegmentTree =>
  parseFile(text, language).documents[0]!.frame.tree;

const configOf = ({ config }: Setting): Config =>
  config === undefined ? readConfig() : readConfig(treeOf(config), 'test:/config');

/** What a case or golden is linted with. */
export function contextOf(text: string, setting: Setting = {}): CaseContext {
  const tree = treeOf(text, setting.language);
  const subject = setting.kind === 'golden' ? readGolden(tree) : readCase(tree);
  const config = configOf(setting);
  const scope: Scope = {
    uri: 'test:/a.case.yaml',
    toolset: toolsetOf(setting.tools, config, setting.complete ?? setting.tools !== undefined),
    config,
    dataset: setting.dataset === undefined ? undefined : readDataset(treeOf(setting.dataset)),
    predicateNames: setting.predicateNames,
    golden(reference) {
      const found = setting.goldens?.[reference];
      if (found === undefined) {
        return setting.golden ?? { kind: 'unreadable', reason: 'there is no such file' };
      }
      return { kind: 'found', uri: 'test:/other.golden.yaml', golden: readGolden(treeOf(found))! };
    },
    file: () => setting.file,
    manifest: () => setting.file,
    definitionOf: (label) => setting.lock?.find(label),
  };
  if (!subject) throw new Error('the fixture is no mapping');
  return caseContext(scope, subject);
}

/** `#   ^^^^ error some-rule: text` under a line; `#<<<` for a token (as long as the mark) that begins the line. */
const MARKER = /^\s*(?:#\s*(\^+)|#(<+))\s*(error|warning|info|hint) ([a-z-]+)(?:: (.*))?$/;

interface Expected {
  readonly place: string;
  readonly message?: string;
}

/** Takes the markers out of a text: the text that is left, and the findings that they ask for. */
function readMarkers(marked: string): { text: string; expected: Expected[] } {
  const lines: string[] = [];
  const expected: Expected[] = [];
  for (const line of marked.replace(/^\n/, '').split('\n')) {
    const match = MARKER.exec(line);
    if (!match) {
      lines.push(line);
      continue;
    }
    const [, carets, arrows, severity, code, message] = match;
    const start = carets ? line.indexOf('^') : 0;
    const end = start + (carets ?? `#${arrows}`).length;
    expected.push({ place: `${lines.length - 1}:${start}-${end} ${severity} ${code}`, message });
  }
  return { text: lines.join('\n'), expected };
}

/** The same text with four spaces a level instead of two, markers moved along. */
function widened(marked: string): string {
  let added = 0;
  return marked
    .split('\n')
    .map((line) => {
      const marker = MARKER.exec(line);
      if (marker) return marker[1] ? line.replace(/\^/, `${' '.repeat(added)}^`) : line;
      const head = /^ *(?:- +)*/.exec(line)![0];
      const wide = head.replace(/^ */, (spaces) => spaces + spaces).replaceAll('- ', '-   ');
      added = wide.length - head.length;
      return wide + line.slice(head.length);
    })
    .join('\n');
}

function placeOf({ place, severity, code }: Finding): string {
  const before = place.tree.text.slice(0, place.start).split('\n');
  const start = before.at(-1)!.length;
  const end = start + place.end - place.start;
  return `${before.length - 1}:${start}-${end} ${severity} ${code}`;
}

/**
 * Lints a case whose text carries the findings it should have, under the tokens they stand on. Checked are
 * all findings, as many as there are markers, with LF and CRLF, and with two and four spaces.
 *
 * @param only ids of the rules to look at; all by default
 */
export function expectFindings(
  marked: string,
  setting: Setting = {},
  only?: readonly string[],
): void {
  const yaml = setting.language === undefined || setting.language === 'yaml';
  for (const variant of yaml ? [marked, widened(marked)] : [marked]) {
    const { text, expected } = readMarkers(variant);
    for (const eol of ['\n', '\r\n']) {
      const found = lintCase(contextOf(text.replaceAll('\n', eol), setting), rethrow).filter(
        ({ code }) => !only || only.includes(code),
      );
      expect(found.map(placeOf).sort()).toEqual(expected.map(({ place }) => place).sort());
      for (const { place, message } of expected) {
        if (message === undefined) continue;
        const messages = found
          .filter((each) => placeOf(each) === place)
          .map((each) => each.message);
        expect(messages.join('\n')).toContain(message);
      }
    }
  }
}

const rethrow = (_message: string, error: unknown): never => {
  throw error;
};

/** The text after a fix's edits. */
export function applyFix(text: string, { edits }: Fix): string {
  return [...edits]
    .sort((a, b) => b.start - a.start)
    .reduce((done, edit) => done.slice(0, edit.start) + edit.text + done.slice(edit.end), text);
}

/** Every fix that the findings of a case offer. */
export function fixesOf(text: string, setting: Setting = {}): readonly Fix[] {
  const context = contextOf(text, setting);
  return lintCase(context, rethrow).flatMap((finding) => fixesFor(finding, context));
}

/** Applies the fix of a title to a case and compares the text, with LF and CRLF. */
export function expectFix(text: string, title: string, after: string, setting: Setting = {}): void {
  for (const eol of ['\n', '\r\n']) {
    const before = text.replace(/^\n/, '').replaceAll('\n', eol);
    const fixes = fixesOf(before, setting);
    expect(fixes.map((fix) => fix.title)).toContain(title);
    const fix = fixes.find((each) => each.title === title)!;
    expect(applyFix(before, fix)).toBe(after.replace(/^\n/, '').replaceAll('\n', eol));
  }
}
