/** Answers what the server asks about files that it cannot reach itself: those of virtual workspaces. */
import ignore, { type Ignore } from 'ignore';
import type { FileSystemError, Uri } from 'vscode';
import type { FileAnswer } from '../../server/src/protocol.ts';
import type { VsCode } from './vscode.ts';

/** Folders that hold nothing of ours, whatever Git says. */
const NEVER: ReadonlySet<string> = new Set(['.git', 'node_modules', '.callsheet']);

/**
 * Rules that hold folders at any depth more often than this are left out, and no folder below so many others
 * is looked into: a path is matched by trying every way to share it out.
 */
const MAX_ANY_DEPTH = 3;
const MAX_DEPTH = 100;

/** What a `.gitignore` says, but for rules that would take too long to match. */
const rulesOf = (text: string): Ignore =>
  ignore().add(text.split('\n').filter((line) => line.split('**').length - 1 <= MAX_ANY_DEPTH));

type L10n = VsCode['l10n'];

const REASONS: Readonly<Record<string, (l10n: L10n) => string>> = {
  FileNotFound: (l10n) => l10n.t('no such file'),
  FileNotADirectory: (l10n) => l10n.t('no such file'),
  FileIsADirectory: (l10n) => l10n.t('it is a folder'),
  NoPermissions: (l10n) => l10n.t('permission denied'),
  Unavailable: (l10n) => l10n.t('the file system does not answer'),
};

/** What the `.gitignore` of a folder says about paths below it. */
interface Rules {
  /** The path of the folder, with a slash at its end. */
  readonly base: string;
  readonly rules: Ignore;
}

/** The files of the workspace's folders, and no others, through the editor's file systems. */
export class WorkspaceFiles {
  constructor(private readonly vscode: VsCode) {}

  /** The text of a file, without a byte order mark; or why there is none. */
  async read(address: string): Promise<FileAnswer> {
    const reason = await this.problem(address);
    if (reason !== null) return { ok: false, reason };
    try {
      const bytes = await this.vscode.workspace.fs.readFile(this.vscode.Uri.parse(address));
      return { ok: true, text: new TextDecoder().decode(bytes) };
    } catch (error) {
      return { ok: false, reason: reasonOf(error, this.vscode.l10n) };
    }
  }

  /** Why a file cannot be read; null where it can. */
  async problem(address: string): Promise<string | null> {
    const { FileType, l10n, Uri, workspace } = this.vscode;
    const uri = Uri.parse(address);
    if (!this.#mayRead(uri)) return l10n.t('it is outside the workspace');
    try {
      const { type } = await workspace.fs.stat(uri);
      // Where a link leads cannot be asked here, so none is followed.
      if (type & FileType.SymbolicLink) {
        return l10n.t('it is a link, which may lead out of the workspace');
      }
      return type & FileType.File ? null : l10n.t('it is a folder');
    } catch (error) {
      return reasonOf(error, l10n);
    }
  }

  /** The files below a folder, without those that Git ignores. */
  async list(address: string): Promise<string[]> {
    const folder = this.vscode.Uri.parse(address);
    if (!this.#mayRead(folder)) return [];
    const found: string[] = [];
    await this.#walk(folder, [], 0, (uri) => void found.push(uri.toString()));
    return found.sort();
  }

  /** Inside a folder; or beside a file that is open without one, whose folder stands for it then. */
  #mayRead(uri: Uri): boolean {
    const { Uri, workspace } = this.vscode;
    const folders = (workspace.workspaceFolders ?? []).map((folder) => folder.uri);
    const alone = workspace.textDocuments
      .map((document) => document.uri)
      .filter((open) => !folders.some((folder) => isInside(folder, open)))
      .map((open) => Uri.joinPath(open, '..'));
    return [...folders, ...alone].some((folder) => isInside(folder, uri));
  }

  async #walk(
    folder: Uri,
    inherited: readonly Rules[],
    depth: number,
    visit: (file: Uri) => void,
  ): Promise<void> {
    if (depth > MAX_DEPTH) return;
    const { FileType, Uri, workspace } = this.vscode;
    const entries = await Promise.resolve(workspace.fs.readDirectory(folder)).catch(() => []);
    const own = entries.some(([name]) => name === '.gitignore')
      ? await this.read(Uri.joinPath(folder, '.gitignore').toString())
      : undefined;
    const rules = own?.ok
      ? [...inherited, { base: withSlash(folder.path), rules: rulesOf(own.text) }]
      : inherited;
    const folders: Uri[] = [];
    for (const [name, type] of entries) {
      const uri = Uri.joinPath(folder, name);
      const isFolder = type === FileType.Directory;
      if (NEVER.has(name) || isIgnored(rules, uri.path, isFolder)) continue;
      if (isFolder) folders.push(uri);
      else if (type === FileType.File) visit(uri);
    }
    await Promise.all(folders.map((each) => this.#walk(each, rules, depth + 1, visit)));
  }
}

/** The deepest rules that speak of a path decide, as in Git. */
function isIgnored(rules: readonly Rules[], path: string, isFolder: boolean): boolean {
  for (const { base, rules: own } of [...rules].reverse()) {
    const { ignored, unignored } = own.test(path.slice(base.length) + (isFolder ? '/' : ''));
    if (ignored || unignored) return ignored;
  }
  return false;
}

function isInside(folder: Uri, uri: Uri): boolean {
  return (
    folder.scheme === uri.scheme &&
    folder.authority === uri.authority &&
    !uri.path.split('/').includes('..') &&
    (uri.path === folder.path || uri.path.startsWith(withSlash(folder.path)))
  );
}

const withSlash = (path: string): string => (path.endsWith('/') ? path : `${path}/`);

function reasonOf(error: unknown, l10n: L10n): string {
  const { code, message } = error as FileSystemError;
  return REASONS[code]?.(l10n) ?? message;
}
