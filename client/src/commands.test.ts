import { describe, expect, it } from 'vitest';
import { URI, Utils } from 'vscode-uri';
import manifest from '../../package.json' with { type: 'json' };
import { registerCommands } from './commands.ts';
import { NeedsTrust } from './run-consent.ts';
import type { VsCode } from './vscode.ts';

const FILE = 'file:///w/a.case.yaml';
const CASE = { uri: FILE, case_id: 'one' };

/** @param known whether the Testing view has the cases */
function setUp({
  known = true,
  allowed = true,
  editing = true,
  cursorInCase = true,
  inFile = [CASE],
  answer = {} as unknown,
} = {}) {
  const registered = new Map<string, (given?: unknown) => unknown>();
  const log: string[] = [];
  const vscode = {
    Disposable: { from: () => ({ dispose() {} }) },
    Uri: { joinPath: Utils.joinPath },
    commands: {
      registerCommand(id: string, handler: (given?: unknown) => unknown) {
        if (registered.has(id)) throw new Error(`${id} is registered twice`);
        registered.set(id, handler);
      },
      executeCommand: (id: string, given: unknown) => log.push(`${id} ${given}`),
    },
    l10n: { t: (text: string) => text },
    window: {
      activeTextEditor: editing
        ? { document: { uri: URI.parse(FILE) }, selection: { active: { line: 4 } } }
        : undefined,
      showInformationMessage: (text: string) => log.push(`information: ${text}`),
      showErrorMessage: async (text: string, ...ways: string[]) => {
        log.push(`error: ${text} [${ways.join()}]`);
        return ways[0];
      },
      showQuickPick: async (items: { label: string }[]) => {
        log.push(`pick: ${items.map(({ label }) => label).join()}`);
        return items[1];
      },
      showTextDocument: async () => log.push('shown'),
    },
    workspace: {
      openTextDocument: async ({ language, content }: { language: string; content: string }) =>
        log.push(`untitled ${language}: ${content}`),
    },
  } as unknown as VsCode;
  const server = {
    start: async () => undefined as never,
    execute: async (command: string, argument: unknown) => {
      log.push(`server: ${command} ${JSON.stringify(argument)}`);
      return answer;
    },
  };
  const testing = {
    caseAt: (uri: string, line: number) =>
      cursorInCase && uri === FILE && line === 4 ? CASE : undefined,
    casesIn: (uri: string) => (uri === FILE ? inFile : []),
    runFailed: async () => {
      log.push('view: run what failed');
      return known ? { results: [answer], errors: [] } : undefined;
    },
    score: async (way: string, of: unknown) => {
      log.push(`view: ${way} ${JSON.stringify(of)}`);
      if (!known) return undefined;
      return answer instanceof Error
        ? { results: [], errors: [answer] }
        : { results: [answer], errors: [] };
    },
  };
  const consent = { given: async () => allowed };
  const pull = { pull: async () => void log.push('pulled') };
  const output = { show: () => log.push('output shown') };
  const keys = {
    keep: async () => void log.push('a key is kept'),
    forget: async () => void log.push('a key is forgotten'),
  };
  registerCommands(vscode, server, testing, consent, pull, keys, output, URI.parse('file:///e'));
  const call = async (id: string, given?: unknown) => registered.get(`callsheet.${id}`)?.(given);
  return { registered, log, call };
}

describe('commands', () => {
  it('are in the manifest', () => {
    const contributed = manifest.contributes.commands.map(({ command }) => command);
    expect(contributed).toEqual(expect.arrayContaining([...setUp().registered.keys()]));
  });

  it('rescore the case of a lens by way of the Testing view, and give the server’s answer', async () => {
    const { call, log } = setUp({ answer: { verdict: 'pass' } });
    expect(await call('rescoreCase', { uri: FILE, case_id: 'two' })).toEqual({ verdict: 'pass' });
    expect(log).toEqual([`view: rescore {"uri":"${FILE}","case_id":"two"}`]);
  });

  it('rescore the case at the cursor', async () => {
    const { call, log } = setUp();
    await call('rescoreCase');
    expect(log).toEqual([`view: rescore ${JSON.stringify(CASE)}`]);
  });

  it('take the only case of a file where the cursor is in none, or the one that is picked', async () => {
    const one = setUp({ cursorInCase: false });
    await one.call('rescoreCase');
    expect(one.log).toEqual([`view: rescore ${JSON.stringify(CASE)}`]);
    const other = { uri: FILE, case_id: 'two' };
    const two = setUp({ cursorInCase: false, inFile: [CASE, other] });
    await two.call('runCase');
    expect(two.log).toEqual(['pick: one,two', `view: run ${JSON.stringify(other)}`]);
  });

  it('say what to do where there is no case', async () => {
    const { call, log } = setUp({ cursorInCase: false, inFile: [] });
    await call('runCase');
    expect(log).toEqual(['information: Open a file of cases first.']);
  });

  it('go past a view that has no such case yet', async () => {
    const { call, log } = setUp({ known: false });
    await call('runCase', CASE);
    expect(log).toEqual([
      `view: run ${JSON.stringify(CASE)}`,
      `server: callsheet.runCase ${JSON.stringify(CASE)}`,
    ]);
  });

  it('start nothing that a person did not want', async () => {
    const { call, log } = setUp({ known: false, allowed: false });
    await call('runCase', CASE);
    expect(log).toEqual([`view: run ${JSON.stringify(CASE)}`]);
  });

  it('read manifests again without a restart, so scores stay', async () => {
    const { call, log } = setUp();
    await call('reloadManifests');
    expect(log).toEqual(['server: callsheet.reloadManifests {}']);
  });

  it('run again what failed, and say where nothing did', async () => {
    const some = setUp({ answer: 'ran' });
    expect(await some.call('runFailed')).toEqual(['ran']);
    const none = setUp({ known: false });
    await none.call('runFailed');
    expect(none.log).toEqual(['view: run what failed', 'information: No case has failed.']);
  });

  it('lead to what has to be done before a run', async () => {
    const answer = new NeedsTrust('Trust this first.', 'Manage Trust');
    const { call, log } = setUp({ answer });
    expect(await call('runCase', CASE)).toBeUndefined();
    await Promise.resolve();
    expect(log.slice(1)).toEqual([
      'error: Trust this first. [Manage Trust]',
      'workbench.trust.manage undefined',
    ]);
  });

  it('keep and forget keys', async () => {
    const { call, log } = setUp();
    await call('storeKey');
    await call('forgetKey');
    expect(log).toEqual(['a key is kept', 'a key is forgotten']);
  });

  it('fail with the server’s reason', async () => {
    const { call } = setUp({ answer: new Error('“one” names no recorded run') });
    await expect(call('rescoreCase', CASE)).rejects.toThrow('“one” names no recorded run');
  });

  it('take the file of a menu, of a caller, or the active one', async () => {
    const { call, log } = setUp();
    await call('rescoreFile', URI.parse('file:///w/b.case.yaml'));
    await call('clearScores', { uri: 'file:///w/c.case.yaml' });
    await call('clearScores');
    expect(log).toEqual([
      'view: rescore {"uri":"file:///w/b.case.yaml"}',
      'server: callsheet.clearScores {"uri":"file:///w/c.case.yaml"}',
      `server: callsheet.clearScores {"uri":"${FILE}"}`,
    ]);
  });

  it('say what to do where no file is being edited', async () => {
    const { call, log } = setUp({ editing: false });
    await call('rescoreFile');
    await call('clearScores');
    expect(log).toEqual(Array(2).fill('information: Open a file of cases first.'));
  });

  it('show a page of the package, the first one unless another is named', async () => {
    const { call, log } = setUp();
    await call('openDocumentation');
    await call('openDocumentation', 'docs/ci.md');
    expect(log).toEqual([
      'markdown.showPreview file:///e/README.md',
      'markdown.showPreview file:///e/docs/ci.md',
    ]);
  });

  it('open a captured golden as an untitled document', async () => {
    const { call, log } = setUp({ answer: 'golden_id: g' });
    const trace = URI.parse('file:///w/r.trace.json');
    expect(await call('captureGolden', trace)).toBe('golden_id: g');
    await call('captureGolden', { trace_uri: FILE, run_id: '2' });
    expect(log.filter((line) => line.startsWith('server'))).toEqual([
      'server: callsheet.captureGolden {"trace_uri":"file:///w/r.trace.json"}',
      `server: callsheet.captureGolden {"trace_uri":"${FILE}","run_id":"2"}`,
    ]);
    expect(log).toContain('untitled callsheet: golden_id: g');
  });
});
