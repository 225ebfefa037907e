/**
 * As much of the editor's API as the Testing view's controller uses, with what a person would see of
 * it as text: the tree of tests, and the log of test runs.
 */
import type {
  CancellationToken,
  TestItem,
  TestMessage,
  TestRunProfile,
  TestRunRequest,
} from 'vscode';
import { URI, Utils } from 'vscode-uri';
import type { VsCode } from '../vscode.ts';

class FakeEventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }
}

class FakeCancellation {
  isCancellationRequested = false;
  readonly #emitter = new FakeEventEmitter<void>();
  readonly onCancellationRequested = this.#emitter.event;

  cancel(): void {
    this.isCancellationRequested = true;
    this.#emitter.fire();
  }
}

class FakeCancellationSource {
  readonly token = new FakeCancellation();
  cancel = () => this.token.cancel();
  dispose() {}
}

class FakeItems {
  readonly #items = new Map<string, FakeItem>();

  constructor(private readonly parent?: FakeItem) {}

  get size(): number {
    return this.#items.size;
  }

  get(id: string): FakeItem | undefined {
    return this.#items.get(id);
  }

  add(item: FakeItem): void {
    item.parent = this.parent;
    this.#items.set(item.id, item);
  }

  delete(id: string): void {
    this.#items.delete(id);
  }

  replace(items: readonly FakeItem[]): void {
    this.#items.clear();
    for (const item of items) this.add(item);
  }

  [Symbol.iterator](): Iterator<[string, FakeItem]> {
    return this.#items[Symbol.iterator]();
  }
}

class FakeItem {
  parent: FakeItem | undefined;
  readonly children = new FakeItems(this);
  description: string | undefined;
  sortText: string | undefined;
  tags: readonly { id: string }[] = [];
  range: { start: { line: number }; end: { line: number } } | undefined;

  constructor(
    readonly id: string,
    readonly label: string,
    readonly uri: URI | undefined,
  ) {}
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class FakeRange {
  readonly start: Position;
  readonly end: Position;

  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number) {
    this.start = new Position(startLine, startCharacter);
    this.end = new Position(endLine, endCharacter);
  }
}

class FakeTestMessage {
  expectedOutput: string | undefined;
  actualOutput: string | undefined;
  location: { range: FakeRange } | undefined;

  constructor(readonly message: string | { readonly value: string }) {}

  static diff(message: string, expected: string, actual: string): FakeTestMessage {
    return Object.assign(new FakeTestMessage(message), {
      expectedOutput: expected,
      actualOutput: actual,
    });
  }
}

class FakeTestRunRequest {
  constructor(
    readonly include?: readonly FakeItem[],
    readonly exclude?: readonly FakeItem[],
    readonly profile?: unknown,
    readonly continuous?: boolean,
    readonly preserveFocus = true,
  ) {}
}

type Handler = (request: TestRunRequest, token: CancellationToken) => Promise<void>;

/** A notification with progress. */
export interface FakeNotification {
  readonly title: string;
  readonly messages: string[];
  cancel(): void;
}

/** An editor, and what a person does and sees in it. */
export interface FakeEditor {
  readonly vscode: VsCode;
  /** What happened to tests, in order: one line each. */
  readonly log: string[];
  /** The tree of tests, indented, with lines (one-based) and tags. */
  tree(): string;
  /** The names of the profiles; the default one carries a star. */
  readonly profiles: string[];
  item(file: string, caseId?: string): TestItem;
  /** Runs tests as a click would; everything without `include`. */
  runTests(
    profile: string,
    request?: { include?: TestItem[]; exclude?: TestItem[]; continuous?: boolean },
    token?: FakeCancellation,
  ): Promise<void>;
  /** Opens the Testing view. */
  showView(): Promise<void>;
  /** Types into a line of a file, zero-based. */
  typeInto(file: string, line: number): void;
  /** The item in the status bar. */
  readonly status: { readonly text: string; readonly command: string };
  readonly notifications: readonly FakeNotification[];
}

export const cancellation = (): FakeCancellation => new FakeCancellation();

/** An editor with one folder, `file:///w`. */
export function fakeEditor(): FakeEditor {
  const log: string[] = [];
  const items = new FakeItems();
  const status = { text: '', command: '', show() {}, dispose() {} };
  const notifications: FakeNotification[] = [];
  const textChanged = new FakeEventEmitter<object>();
  const profiles = new Map<string, { handler: Handler; profile: TestRunProfile }>();
  const controller = {
    items,
    resolveHandler: undefined as ((item?: unknown) => Promise<void>) | undefined,
    createTestItem: (id: string, label: string, uri?: URI) => new FakeItem(id, label, uri),
    createRunProfile(label: string, kind: number, handler: Handler, isDefault: boolean) {
      const profile = { label, kind, isDefault } as TestRunProfile;
      profiles.set(label, { handler, profile });
      return profile;
    },
    createTestRun: (request: FakeTestRunRequest) => fakeRun(log, request),
    invalidateTestResults: (outdated: readonly FakeItem[]) =>
      log.push(`outdated ${outdated.map(({ id }) => id).join(', ')}`),
    dispose() {},
  };
  const vscode = {
    CancellationTokenSource: FakeCancellationSource,
    EventEmitter: FakeEventEmitter,
    Location: class {
      constructor(
        readonly uri: URI,
        readonly range: FakeRange,
      ) {}
    },
    Range: FakeRange,
    TestMessage: FakeTestMessage,
    TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 },
    TestRunRequest: FakeTestRunRequest,
    TestTag: class {
      constructor(readonly id: string) {}
    },
    Uri: Object.assign(URI, { joinPath: Utils.joinPath }),
    l10n: {
      t: (text: string, ...given: unknown[]) =>
        text.replace(/\{(\d)\}/g, (_, index) => String(given[index])),
    },
    tests: { createTestController: () => controller },
    MarkdownString: class {
      isTrusted: unknown;
      constructor(readonly value: string) {}
    },
    ProgressLocation: { Notification: 15 },
    StatusBarAlignment: { Left: 1 },
    window: {
      createStatusBarItem: () => status,
      async withProgress(
        { title }: { title: string },
        task: (progress: object, token: FakeCancellation) => Promise<void>,
      ) {
        const token = new FakeCancellation();
        notifications.push({ title, messages: [], cancel: () => token.cancel() });
        const { messages } = notifications.at(-1)!;
        const report = ({ message }: { message: string }) => messages.push(message);
        await task({ report }, token);
        messages.push('(gone)');
      },
    },
    workspace: {
      asRelativePath: (uri: URI) => uri.path.replace(/^\/w\//, ''),
      onDidChangeTextDocument: textChanged.event,
    },
  } as unknown as VsCode;

  return {
    vscode,
    log,
    tree: () => render(items, 0).join('\n'),
    get profiles() {
      return [...profiles.values()].map(({ profile }) => profile.label + mark(profile));
    },
    item(file, caseId) {
      const found = items.get(`file:///w/${file}`);
      const item = caseId === undefined ? found : found?.children.get(caseId);
      if (!item) throw new Error(`no item ${file} ${caseId ?? ''}`);
      return item as unknown as TestItem;
    },
    async runTests(name, { include, exclude, continuous } = {}, token = cancellation()) {
      const known = profiles.get(name);
      if (!known) throw new Error(`no profile ${name}`);
      const request = { include, exclude, continuous, profile: known.profile, preserveFocus: true };
      await known.handler(request, token);
    },
    showView: async () => controller.resolveHandler?.(undefined),
    typeInto: (file, line) =>
      textChanged.fire({
        document: { uri: URI.parse(`file:///w/${file}`) },
        contentChanges: [{ range: new FakeRange(line, 0, line, 0) }],
      }),
    status,
    notifications,
  };
}

const mark = ({ isDefault, supportsContinuousRun }: TestRunProfile): string =>
  (isDefault ? '*' : '') + (supportsContinuousRun ? ' (continuous)' : '');

function render(items: FakeItems, depth: number): string[] {
  const sorted = [...items].map(([, item]) => item);
  sorted.sort((a, b) => ((a.sortText ?? a.label) < (b.sortText ?? b.label) ? -1 : 1));
  return sorted.flatMap((item) => {
    const lines = item.range ? ` ${item.range.start.line + 1}-${item.range.end.line + 1}` : '';
    const title = item.description ? ` "${item.description}"` : '';
    const tags = item.tags.map(({ id }) => ` #${id}`).join('');
    const own = `${'  '.repeat(depth)}${item.label}${lines}${title}${tags}`;
    return [own, ...render(item.children, depth + 1)];
  });
}

function fakeRun(log: string[], request: FakeTestRunRequest) {
  const token = new FakeCancellation();
  const say =
    (what: string) =>
    (item: FakeItem, messages: TestMessage | TestMessage[] = []) => {
      log.push(`  ${what} ${item.id}`);
      for (const each of [messages].flat()) log.push(`    ${describe(each as never)}`);
    };
  log.push(request.continuous ? 'run, by itself {' : 'run {');
  return {
    token,
    enqueued: () => undefined,
    started: say('started'),
    passed: say('passed'),
    failed: say('failed'),
    errored: say('errored'),
    skipped: say('skipped'),
    appendOutput: (text: string) => log.push(`  > ${text.trimEnd()}`),
    end: () => log.push('}'),
  };
}

function describe({
  message: shown,
  expectedOutput,
  actualOutput,
  location,
}: FakeTestMessage): string {
  const line = location ? `line ${location.range.start.line + 1}: ` : '';
  const message = typeof shown === 'string' ? shown : shown.value;
  const difference = expectedOutput ? ` (${expectedOutput} | ${actualOutput})` : '';
  return `${line}${message}${difference}`;
}
