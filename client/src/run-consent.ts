import type { CaseArguments, RunDescription } from '../../server/src/protocol.ts';
import type { LanguageServer } from './language-server.ts';
import { quotedLine } from './quoted.ts';
import type { VsCode } from './vscode.ts';

/** Asks a person before a run starts a program: once for each command line, until the window closes. */
export class RunConsent {
  readonly #given = new Set<string>();

  constructor(
    private readonly vscode: Pick<VsCode, 'l10n' | 'window' | 'workspace'>,
    private readonly server: Pick<LanguageServer, 'describeRun'>,
  ) {}

  /**
   * Whether a case may run. What starts no program may, and what cannot run is left to the server, which
   * says why.
   */
  async given(of: CaseArguments): Promise<boolean> {
    const { l10n, window, workspace } = this.vscode;
    if (!workspace.isTrusted) return true;
    const described = await this.server.describeRun(of).catch(() => undefined);
    const { command_line: commandLine } = described ?? {};
    if (!described || !commandLine) return true;
    const key = JSON.stringify(commandLine);
    if (this.#given.has(key)) return true;
    const run = l10n.t('Run');
    const detail = [quotedLine(commandLine), this.#often(described)].join('\n\n');
    const question = l10n.t('Running this case starts a program. Go on?');
    if ((await window.showWarningMessage(question, { modal: true, detail }, run)) !== run) {
      return false;
    }
    this.#given.add(key);
    return true;
  }

  #often({ runner, trials }: RunDescription): string {
    return this.vscode.l10n.t('Runner: {0}. Trials of the case: {1}.', runner, trials);
  }
}
