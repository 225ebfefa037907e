/** The commands, from a lens with their arguments or from the palette at the cursor. */
import type { Disposable, LogOutputChannel, Uri } from 'vscode';
import { type CaseArguments, commands } from '../../server/src/protocol.ts';
import { casesAtHand, pickCase } from './case-at-hand.ts';
import type { LanguageServer } from './language-server.ts';
import type { ModelKeys } from './model-keys.ts';
import type { PullTools } from './pull-tools.ts';
import { MANAGE_TRUST, NeedsTrust, type RunConsent } from './run-consent.ts';
import type { TestingController } from './testing/controller.ts';
import type { Way } from './testing/runs.ts';
import type { VsCode } from './vscode.ts';

interface FileArguments {
  readonly uri: string;
}

interface TraceArguments {
  readonly trace_uri: string;
  readonly run_id?: string;
}

/**
 * Registers every command that the extension contributes.
 *
 * @param home the folder of the extension, in which its pages lie
 */
export function registerCommands(
  vscode: VsCode,
  server: Pick<LanguageServer, 'execute' | 'start'>,
  testing: Pick<TestingController, 'caseAt' | 'casesIn' | 'runFailed' | 'score'>,
  consent: Pick<RunConsent, 'given'>,
  pull: Pick<PullTools, 'pull'>,
  keys: Pick<ModelKeys, 'keep' | 'forget'>,
  output: Pick<LogOutputChannel, 'show'>,
  home: Uri,
): Disposable {
  const { l10n, window, workspace } = vscode;

  /** Leads to what a person has to do before anything can be run; any other failure stays one. */
  const orLead = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NeedsTrust)) throw error;
      void window.showErrorMessage(error.message, error.way).then((clicked) => {
        if (clicked) void vscode.commands.executeCommand(MANAGE_TRUST);
      });
      return undefined;
    }
  };

  /** Scores by way of the Testing view, which shows what comes out, or else past it. */
  const score = (way: Way, of: CaseArguments | FileArguments) =>
    orLead(() => scoreOrThrow(way, of));
  const scoreOrThrow = async (way: Way, of: CaseArguments | FileArguments): Promise<unknown> => {
    await server.start();
    const answers = await testing.score(way, of);
    if (!answers) {
      if (way === 'run' && 'case_id' in of && !(await consent.given(of))) return undefined;
      const ofCase = way === 'run' ? commands.runCase : commands.rescoreCase;
      return server.execute('case_id' in of ? ofCase : commands.rescoreFile, of);
    }
    if (answers.errors.length > 0) throw answers.errors[0];
    return answers.results[0];
  };

  /** The file that is given, or else the one that is being edited. */
  const fileToScore = (given: unknown): FileArguments | undefined => {
    const of = fileOf(given) ?? activeFile();
    if (!of) void window.showInformationMessage(l10n.t('Open a file of cases first.'));
    return of;
  };

  const activeFile = (): FileArguments | undefined => {
    const uri = window.activeTextEditor?.document.uri;
    return uri && { uri: uri.toString() };
  };

  const askedCase = async (): Promise<CaseArguments | undefined> => {
    const cases = casesAtHand(vscode, testing);
    if (cases.length === 0) {
      void window.showInformationMessage(l10n.t('Open a file of cases first.'));
    }
    return pickCase(vscode, cases);
  };

  const scoreCase = (way: Way) => async (given?: CaseArguments) => {
    // A view hands over its node, which holds more.
    const of = given ? { uri: given.uri, case_id: given.case_id } : await askedCase();
    return of && score(way, of);
  };

  const handlers: Readonly<Record<string, (given?: never) => unknown>> = {
    [commands.rescoreCase]: scoreCase('rescore'),
    [commands.runCase]: scoreCase('run'),
    [commands.rescoreFile]: (given?: unknown) => {
      const of = fileToScore(given);
      return of && score('rescore', of);
    },
    [commands.clearScores]: (given?: unknown) => {
      const of = fileToScore(given);
      return of && server.execute(commands.clearScores, of);
    },
    [commands.captureGolden]: async (given?: unknown) => {
      const file = fileOf(given) ?? activeFile();
      const of = isTrace(given) ? given : file && { trace_uri: file.uri };
      if (!of) return undefined;
      const content = await server.execute(commands.captureGolden, of);
      if (typeof content !== 'string') return content;
      const document = await workspace.openTextDocument({ language: 'callsheet', content });
      await window.showTextDocument(document);
      return content;
    },
    [commands.reloadManifests]: () => server.execute(commands.reloadManifests, {}),
    [commands.pullTools]: () => pull.pull(),
    'callsheet.runFailed': () =>
      orLead(async () => {
        await server.start();
        const answers = await testing.runFailed();
        if (!answers) void window.showInformationMessage(l10n.t('No case has failed.'));
        const refusal = answers?.errors.find((error) => error instanceof NeedsTrust);
        if (refusal) throw refusal;
        return answers?.results;
      }),
    'callsheet.storeKey': () => keys.keep(),
    'callsheet.forgetKey': () => keys.forget(),
    'callsheet.showOutput': () => output.show(),
    'callsheet.openDocumentation': (page?: string) =>
      vscode.commands.executeCommand(
        'markdown.showPreview',
        vscode.Uri.joinPath(home, page ?? 'README.md'),
      ),
  };
  return vscode.Disposable.from(
    ...Object.entries(handlers).map(([id, handler]) =>
      vscode.commands.registerCommand(id, handler),
    ),
  );
}

/** A file by the protocol's arguments, or by the URI that a menu hands over. */
function fileOf(given: unknown): FileArguments | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  if ('scheme' in given && 'path' in given) return { uri: String(given) };
  return 'uri' in given && typeof given.uri === 'string' ? { uri: given.uri } : undefined;
}

const isTrace = (given: unknown): given is TraceArguments =>
  typeof given === 'object' && given !== null && 'trace_uri' in given;
