import type { CaseArguments, RunDescription } from '../../server/src/protocol.ts';
import type { LanguageServer } from './language-server.ts';
import { quotedLine } from './quoted.ts';
import { shownLines } from './shown.ts';
import type { VsCode } from './vscode.ts';

/** The command with which a person trusts a workspace. */
export const MANAGE_TRUST = 'workbench.trust.manage';

/** Nothing can be run until the person trusts the workspace. */
export class NeedsTrust extends Error {
  constructor(
    message: string,
    /** What leads there, by `MANAGE_TRUST`. */
    readonly way: string,
  ) {
    super(message);
  }
}

/** Asks a person before a run starts programs or connects: once for each of them, until the window closes. */
export class RunConsent {
  readonly #given = new Set<string>();

  constructor(
    private readonly vscode: Pick<VsCode, 'l10n' | 'window' | 'workspace'>,
    private readonly server: Pick<LanguageServer, 'describeRun'>,
  ) {}

  /**
   * Whether a case may run. What starts and connects to nothing may, and what cannot run is left to the
   * server, which says why.
   *
   * @throws {NeedsTrust} without trust
   */
  async given(of: CaseArguments): Promise<boolean> {
    const { l10n, window, workspace } = this.vscode;
    if (!workspace.isTrusted) {
      throw new NeedsTrust(
        l10n.t('Running a case starts a process. Trust this workspace first.'),
        l10n.t('Manage Workspace Trust'),
      );
    }
    const described = await this.server.describeRun(of).catch(() => undefined);
    const starts = described ? startsOf(described) : [];
    if (!described || starts.every((start) => this.#given.has(start))) return true;
    const question = hasProgram(described)
      ? l10n.t('Running this case starts a program. Go on?')
      : l10n.t('Running this case connects to an address. Go on?');
    const { runner, trials } = described;
    const often = l10n.t('Runner: {0}. Trials of the case: {1}.', runner, trials);
    const asked = { modal: true, detail: [...starts, often].map(shownLines).join('\n\n') };
    const run = l10n.t('Run');
    if ((await window.showWarningMessage(question, asked, run)) !== run) return false;
    for (const start of starts) this.#given.add(start);
    return true;
  }
}

const hasProgram = ({ command_line, servers = [] }: RunDescription): boolean =>
  command_line !== undefined || servers.some((server) => server.command_line !== undefined);

/** Each program and address of a run, as a person sees them. */
function startsOf({ command_line, url, key, servers = [] }: RunDescription): string[] {
  const starts: string[] = [];
  if (command_line) starts.push(quotedLine(command_line));
  if (url !== undefined) starts.push(key === undefined ? url : `${url} (${key})`);
  for (const server of servers) {
    const start = server.command_line ? quotedLine(server.command_line) : server.url;
    if (start !== undefined) starts.push(`${server.name}: ${start}`);
  }
  return starts;
}
