import { URI } from 'vscode-uri';
import { plural } from '../report/text.ts';
import { type Labelled, labelFile, lockText } from '../workspace/labelling.ts';
import { isBrokenLock } from '../workspace/links/lock.ts';
import { EXIT, Failure } from './failure.ts';
import { fileName, openRoots } from './roots.ts';
import type { Terminal } from './terminal.ts';
import { type OutputFile, writeFiles } from './write-files.ts';

const KINDS: ReadonlySet<string | undefined> = new Set(['case', 'golden', 'dataset']);

/**
 * Labels the cases and goldens at the paths against their tools as they are, and keeps the definitions of
 * all labelled tools in the lock file beside the configuration.
 *
 * @returns the exit code
 * @throws Failure where it cannot run
 */
export async function toolsLabel(
  terminal: Terminal,
  paths: readonly string[],
  { config }: { readonly config?: string },
): Promise<number> {
  const name = fileName(terminal.cwd);
  const written: OutputFile[] = [];
  const labelled: Labelled[] = [];
  for (const { session, uris } of await openRoots(terminal, paths, config)) {
    const { workspace } = session;
    for (const uri of uris.filter((each) => KINDS.has(workspace.kindOf(each)))) {
      const before = (await workspace.store.load(uri)).text;
      const after = await labelFile(session, uri);
      if (!after) throw new Failure(`cannot read ${name(uri)}`);
      labelled.push(after);
      if (after.text !== before) written.push({ path: URI.parse(uri).fsPath, text: after.text });
    }
    const lock = await lockText(session, uris);
    if (lock && isBrokenLock(session.workspace.store.peek(lock.uri))) {
      throw new Failure(
        `${name(lock.uri)} is no lock file: mend it, or delete it to start anew, before labelling`,
      );
    }
    if (lock) written.push({ path: URI.parse(lock.uri).fsPath, text: lock.text });
  }
  if (labelled.length === 0) {
    throw new Failure('there is no case, golden or dataset to label at these paths');
  }
  writeFiles(terminal.cwd, terminal.cwd, written, true);
  for (const { uri, failed, broken } of labelled) {
    const tell = (count: number, why: string) =>
      count > 0 && terminal.err(`${name(uri)}: ${plural(count, 'case')} not labelled: ${why}\n`);
    tell(failed, 'what would have to change comes through an alias');
    tell(broken, 'its text does not parse');
  }
  const changed = labelled.filter(({ uri }) =>
    written.some(({ path }) => path === URI.parse(uri).fsPath),
  );
  for (const { uri } of changed) terminal.out(`${name(uri)}: labelled\n`);
  terminal.out(`${plural(labelled.length, 'file')}, ${changed.length} changed\n`);
  return EXIT.fine;
}
