import type { Disposable, Progress, StatusBarItem } from 'vscode';
import { shownMessage } from '../shown.ts';
import type { VsCode } from '../vscode.ts';
import type { Way } from './runs.ts';

/** How a case's part in a test run may end. */
export type Ending = 'pass' | 'fail' | 'error' | 'skipped';

/** How long a run takes before a notification tells how far it is, in milliseconds. */
const PATIENCE_MS = 1_000;

type Part = Pick<VsCode, 'l10n' | 'ProgressLocation' | 'StatusBarAlignment' | 'window'>;

/** A run that is told of while it goes on. */
export interface RunReport {
  /** A case has begun: nobody has to be asked any more. */
  started(): void;
  /** How far the case at hand is, in words. */
  say(message: string): void;
  /** A case has ended. */
  done(ending: Ending): void;
  end(): void;
}

/** Tells of the last run: in the status bar, and by a notification that can cancel it where it takes its time. */
export class RunDisplay implements Disposable {
  #item: StatusBarItem | undefined;

  constructor(private readonly vscode: Part) {}

  dispose(): void {
    this.#item?.dispose();
  }

  /** A run of cases begins. */
  begin(way: Way, total: number, cancel: () => void): RunReport {
    const { l10n } = this.vscode;
    const counts: Record<Ending, number> = { pass: 0, fail: 0, error: 0, skipped: 0 };
    const title = way === 'run' ? l10n.t('Running cases') : l10n.t('Rescoring cases');
    const progress = new LateProgress(this.vscode, title, cancel);
    const tell = (message = '') => {
      const done = counts.pass + counts.fail + counts.error + counts.skipped;
      const text = l10n.t('{0} of {1}', done, total);
      progress.report(message === '' ? text : `${text} · ${shownMessage(message)}`);
      this.#show(`$(loading~spin) Callsheet: ${text}`, title);
    };
    tell();
    return {
      started: () => progress.start(),
      say: tell,
      done: (ending) => {
        counts[ending] += 1;
        tell();
      },
      end: () => {
        progress.end();
        this.#show(`${iconOf(counts)} Callsheet: ${this.#summary(counts)}`, this.#endOf(way));
      },
    };
  }

  #show(text: string, tooltip: string): void {
    const { StatusBarAlignment, window, l10n } = this.vscode;
    if (!this.#item) {
      const item = window.createStatusBarItem('callsheet.lastRun', StatusBarAlignment.Left);
      item.name = l10n.t('Last Run of Cases');
      item.command = 'workbench.view.testing.focus';
      item.show();
      this.#item = item;
    }
    this.#item.text = text;
    this.#item.tooltip = tooltip;
  }

  #endOf(way: Way): string {
    const { l10n } = this.vscode;
    const last = way === 'run' ? l10n.t('The last run') : l10n.t('The last rescore');
    return l10n.t('{0}, at {1}', last, new Date().toLocaleTimeString());
  }

  #summary({ pass, fail, error, skipped }: Readonly<Record<Ending, number>>): string {
    const { l10n } = this.vscode;
    const parts = [
      [pass, l10n.t('{0} passed', pass)],
      [fail, l10n.t('{0} failed', fail)],
      [error, l10n.t('{0} in error', error)],
      [skipped, l10n.t('{0} skipped', skipped)],
    ] as const;
    const told = parts.filter(([count]) => count > 0).map(([, text]) => text);
    return told.length > 0 ? told.join(', ') : l10n.t('nothing to do');
  }
}

const iconOf = ({ pass, fail, error }: Readonly<Record<Ending, number>>): string => {
  if (fail + error > 0) return '$(error)';
  return pass > 0 ? '$(pass)' : '$(circle-slash)';
};

/** Progress in a notification, once a person may wonder. */
class LateProgress {
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #ended: Promise<void>;
  #end: () => void = () => {};
  #progress: Progress<{ message: string }> | undefined;
  #message = '';

  constructor(
    private readonly vscode: Part,
    private readonly title: string,
    private readonly cancel: () => void,
  ) {
    this.#ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Patience begins, unless it has. */
  start(): void {
    this.#timer ??= setTimeout(() => this.#show(), PATIENCE_MS);
  }

  #show(): void {
    const { ProgressLocation, window } = this.vscode;
    const { title } = this;
    const options = { location: ProgressLocation.Notification, title, cancellable: true };
    void window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(this.cancel);
      this.#progress = progress;
      progress.report({ message: this.#message });
      return this.#ended;
    });
  }

  report(message: string): void {
    this.#message = message;
    this.#progress?.report({ message });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#end();
  }
}
