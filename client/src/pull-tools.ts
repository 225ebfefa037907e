import type { CancellationToken } from 'vscode';
import type { McpServerItem, PulledTools, ServerInput } from '../../server/src/protocol.ts';
import type { LanguageServer } from './language-server.ts';
import { quotedLine } from './quoted.ts';
import { shownLabel, shownLine, shownLines, shownMessage } from './shown.ts';
import type { VsCode } from './vscode.ts';

type Part = Pick<VsCode, 'l10n' | 'ProgressLocation' | 'Uri' | 'window' | 'workspace'>;

/** Pulls the tools of an MCP server into a manifest, with a person asked for whatever it takes. */
export class PullTools {
  constructor(
    private readonly vscode: Part,
    private readonly server: Pick<LanguageServer, 'mcpServers' | 'pullTools'>,
  ) {}

  /**
   * From the choice of a server to its manifest in an editor; every question can be answered with no.
   *
   * @throws {Error} with a message for a person, when the pull fails
   */
  async pull(): Promise<PulledTools | undefined> {
    const { l10n, window } = this.vscode;
    const servers = await this.server.mcpServers();
    if (servers.length === 0) {
      void window.showInformationMessage(
        l10n.t('No MCP server is known: name one in callsheet.config.yaml or .vscode/mcp.json.'),
      );
      return undefined;
    }
    const item = await this.#choose(servers);
    if (!item) return undefined;
    if (item.problem !== undefined) throw new Error(shownMessage(`${item.name}: ${item.problem}`));
    if (!(await this.#mayStart(item))) return undefined;
    const inputs = await this.#answers(item.inputs);
    const out = inputs && (await this.#place(item));
    if (!out) return undefined;
    const pulled = await this.#withProgress(item, inputs, out);
    if (!pulled) return undefined;
    await this.#show(pulled);
    return pulled;
  }

  async #choose(servers: readonly McpServerItem[]): Promise<McpServerItem | undefined> {
    const { l10n, Uri, window, workspace } = this.vscode;
    const picks = servers.map((item) => ({
      item,
      label: shownLabel(item.name),
      description: workspace.getWorkspaceFolder(Uri.parse(item.folder))?.name ?? '',
      detail: shownLabel(item.problem ?? startOf(item)),
    }));
    const placeHolder = l10n.t('The MCP server whose tools to pull');
    return (await window.showQuickPick(picks, { placeHolder, matchOnDetail: true }))?.item;
  }

  async #mayStart(item: McpServerItem): Promise<boolean> {
    const { l10n, window } = this.vscode;
    const { environment = [], cwd } = item;
    const name = shownMessage(item.name);
    const question =
      item.url === undefined
        ? l10n.t('Pulling the tools of “{0}” starts a program. Go on?', name)
        : l10n.t('Pulling the tools of “{0}” connects to an address. Go on?', name);
    const lines = [startOf(item)];
    if (cwd !== undefined) lines.push(l10n.t('In the folder {0}', cwd));
    if (environment.length > 0)
      lines.push(l10n.t('With the variables {0}', environment.join(', ')));
    const pull = l10n.t('Pull');
    const asked = { modal: true, detail: lines.map(shownLines).join('\n\n') };
    return (await window.showWarningMessage(question, asked, pull)) === pull;
  }

  /** Undefined as soon as one is not answered. */
  async #answers(
    inputs: readonly ServerInput[],
  ): Promise<Readonly<Record<string, string>> | undefined> {
    const answers: [string, string][] = [];
    for (const input of inputs) {
      const answer = await this.#ask(input);
      if (answer === undefined) return undefined;
      answers.push([input.id, answer]);
    }
    return Object.fromEntries(answers);
  }

  async #ask(input: ServerInput): Promise<string | undefined> {
    const { window } = this.vscode;
    const { id, description = id, default: value, options, password } = input;
    const prompt = shownLine(description);
    // A box that goes away while a person fetches a key elsewhere would have to be opened anew.
    const ignoreFocusOut = true;
    return options
      ? window.showQuickPick([...options], { placeHolder: prompt, ignoreFocusOut })
      : window.showInputBox({
          prompt,
          password,
          ignoreFocusOut,
          ...(value !== undefined && { value }),
        });
  }

  async #place({ out }: McpServerItem): Promise<string | undefined> {
    const { l10n, Uri, window } = this.vscode;
    const chosen = await window.showSaveDialog({
      defaultUri: Uri.parse(out),
      filters: { [l10n.t('Tool manifests')]: ['json'] },
      saveLabel: l10n.t('Pull'),
    });
    return chosen?.toString();
  }

  /** Undefined where a person cancels it. */
  async #withProgress(
    { name, folder }: McpServerItem,
    inputs: Readonly<Record<string, string>>,
    out: string,
  ): Promise<PulledTools | undefined> {
    const { l10n, ProgressLocation, window } = this.vscode;
    const title = l10n.t('Pulling the tools of “{0}”', shownMessage(name));
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    return window.withProgress(options, async (progress, token: CancellationToken) => {
      try {
        const wanted = { server: name, folder, inputs, out };
        return await this.server.pullTools(wanted, token, (message) =>
          progress.report({ message: shownMessage(message) }),
        );
      } catch (error) {
        if (token.isCancellationRequested) return undefined;
        throw error;
      }
    });
  }

  async #show({ uri, tools, problems }: PulledTools): Promise<void> {
    const { l10n, Uri, window, workspace } = this.vscode;
    await window.showTextDocument(await workspace.openTextDocument(Uri.parse(uri)));
    if (problems.length === 0) return;
    void window.showWarningMessage(
      l10n.t(
        'Pulled {0} tools. Not all of them are as they should be: see the Problems view.',
        tools,
      ),
    );
  }
}

const startOf = ({ command_line: line, url = '' }: McpServerItem): string =>
  line ? quotedLine(line) : url;
