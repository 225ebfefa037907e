/** Everything that may be asked about a document, sound or not. */
import { askEverything } from '../../../server/src/features/every-feature.ts';
import type { FeatureContext } from '../../../server/src/features/host.ts';
import { Outlines } from '../../../server/src/features/outline.ts';
import { ABLE } from '../../../server/src/features/testing.ts';
import { readManifest, schemaFindings } from '../../../server/src/manifest/index.ts';
import { readTrace } from '../../../server/src/trace/index.ts';
import type { Uri } from '../../../server/src/workspace/files/uri.ts';
import type { Session } from '../../../server/src/workspace/session.ts';
import { at, sessionOf } from '../../../server/src/workspace/testing.ts';
import type { World } from './documents.ts';
import { mistaken } from './mutate.ts';
import { below, type Random } from './random.ts';

/**
 * Reads a document in every way there is, lints and scores it and the cases around it, asks every feature,
 * and types into it: what is found then must be what is found in the same text opened anew.
 *
 * @throws whatever anything of that throws
 */
export async function exercise(world: World, random: Random): Promise<void> {
  const { path, text, others } = world;
  readTrace(text, { name: path });
  const { session } = sessionOf({ ...others, [path]: text });
  const uri = at(path);
  const { source } = session.workspace.open(uri, 1, text);
  const documents = source.documents.map(({ frame }) => frame.tree);
  schemaFindings(readManifest({ uri, documents }));
  for (const each of [uri, ...Object.keys(others).map(at)]) {
    const isCase = /\.(?:case|golden|dataset|cases)\./.test(each);
    if (each === uri || isCase) await look(session, each, random);
  }
  await typeInto(session, uri, world, random);
}

async function look(session: Session, uri: Uri, random: Random): Promise<void> {
  const snapshot = await session.snapshot(uri);
  if (!snapshot) return;
  const { workspace } = session;
  session.findings(snapshot);
  session.linter.lintSuite(snapshot);
  await session.rescore(snapshot);
  const context: FeatureContext = {
    workspace,
    snapshot,
    client: ABLE,
    findings: () => session.findings(snapshot).lint,
    scores: session.scoresOf(uri),
    files: (kind) => workspace.listed.filter((one) => workspace.kindOf(one) === kind),
    outlines: new Outlines(),
  };
  askEverything(context, below(random, snapshot.file.text.length + 1));
}

async function typeInto(session: Session, uri: Uri, { path, others }: World, random: Random) {
  const { store } = session.workspace;
  for (let version = 2; version < 4; version++) {
    const before = store.peek(uri)?.text ?? '';
    const after = mistaken(before, random);
    session.workspace.change(uri, version, [changeBetween(session, uri, before, after)]);
  }
  const { text } = store.peek(uri)!;
  const anew = sessionOf({ ...others, [path]: text }).session;
  anew.workspace.open(uri, 1, text);
  // An id is unique among the cases that are loaded.
  for (const each of [session, anew]) await each.loadCases();
  const [kept, fresh] = [await lintOf(session, uri), await lintOf(anew, uri)];
  if (kept !== fresh) {
    throw new Error(`typed and opened differ: ${kept}\n${fresh}\nin ${JSON.stringify(text)}`);
  }
}

/** One change as an editor sends it: the text between what stays at both ends. */
function changeBetween(session: Session, uri: Uri, before: string, after: string) {
  const document = session.workspace.store.peek(uri)!.document!;
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    range: {
      start: document.positionAt(head),
      end: document.positionAt(before.length - tail),
    },
    text: after.slice(head, after.length - tail),
  };
}

async function lintOf(session: Session, uri: Uri): Promise<string> {
  const snapshot = await session.snapshot(uri);
  if (!snapshot) return '';
  const { file } = snapshot;
  return JSON.stringify(
    session.findings(snapshot).lint.map(({ code, message, place }) => ({
      code,
      message,
      range: file.rangeOf(place.tree, place),
    })),
  );
}
