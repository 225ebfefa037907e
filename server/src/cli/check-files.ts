import type { LocatedFinding } from '../report/located.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { Session } from '../workspace/session.ts';
import { CheckCache } from './check-cache.ts';
import {
  digest,
  type FileReport,
  idsOf,
  reportOn,
  textDigest,
  type World,
  worldOf,
} from './check-file.ts';
import { lintInThreads, threadsFor } from './check-threads.ts';
import type { Means } from './means.ts';
import { fileName, type Root } from './roots.ts';
import { breathe } from './terminal.ts';

type Reports = Map<Uri, FileReport>;

/**
 * The findings of the files of one workspace, in the order of the files: the same whether threads or earlier
 * checks help, or not. They tell what a case file says by itself; one that shares an id with another is linted
 * here, where all are known.
 *
 * @throws Failure where a file cannot be read
 */
export async function checkFiles(
  { session, uris, config }: Root,
  cwd: string,
  { threads, cache: place }: Means,
): Promise<LocatedFinding[]> {
  const { workspace } = session;
  const name = fileName(cwd);
  const named = uris.filter((uri) => workspace.kindOf(uri) === 'case');
  const cases = new Set([...workspace.listedAs('case'), ...named]);
  const cache = place && new CheckCache(place, session, [cwd, ...workspace.folders, config]);
  const kept = await cache?.read();
  const texts = cache && (await digests(session, cases));

  const reports: Reports = new Map(
    [...(kept?.cases ?? [])].filter(([uri, { text }]) => texts?.get(uri) === text),
  );
  const worlds: World[] = [];
  const due = named.filter((uri) => !reports.has(uri));
  if (threads && threadsFor(threads, due.length) > 1) {
    const { folders, listed } = workspace;
    const job = { cwd, folders, listed, uris: due, ...(config && { config }) };
    for (const share of await lintInThreads(threads, job)) {
      worlds.push(share.world);
      for (const [uri, report] of share.reports) reports.set(uri, report);
    }
  }
  const shared = await sharersOfIds(session, cases, reports);
  for (const uri of shared) reports.delete(uri);
  const of = digest(JSON.stringify([uris, texts && [...texts]]));
  const others: Reports = new Map(kept?.others.of === of ? kept.others.reports : []);
  let isNew = worlds.length > 0;
  for (const uri of [...named, ...uris.filter((each) => !cases.has(each))]) {
    const known = cases.has(uri) ? reports : others;
    if (known.has(uri)) continue;
    await breathe();
    known.set(uri, await reportOn(session, uri, name));
    isNew = true;
  }
  const world = cache && isNew ? joined([worldOf(session), ...worlds]) : undefined;
  if (world) {
    const lasting = [...reports].filter(([uri, { text }]) => text !== null && !shared.has(uri));
    cache?.write({ world, cases: new Map(lasting), others: { of, reports: others } });
  }
  return uris.flatMap((uri) => (reports.get(uri) ?? others.get(uri))!.findings);
}

/** The digests of files, which are read for it. */
async function digests({ workspace }: Session, uris: Iterable<Uri>): Promise<Map<Uri, string>> {
  const found = new Map<Uri, string>();
  for (const uri of uris) found.set(uri, textDigest(await workspace.store.load(uri)));
  return found;
}

/**
 * The case files that have an id of another one. The session knows them afterwards, and all those of which
 * there is no report.
 */
async function sharersOfIds(
  { workspace, index }: Session,
  cases: Iterable<Uri>,
  reports: ReadonlyMap<Uri, FileReport>,
): Promise<ReadonlySet<Uri>> {
  const tell = async (uri: Uri) => {
    const state = await workspace.store.load(uri);
    if (state.document) index.update(state);
    return state;
  };
  const owners = new Map<string, Uri[]>();
  for (const uri of cases) {
    const ids = reports.get(uri)?.ids ?? idsOf(await tell(uri));
    for (const id of new Set(ids)) {
      const known = owners.get(id);
      if (known) known.push(uri);
      else owners.set(id, [uri]);
    }
  }
  const sharers = new Set([...owners.values()].filter(({ length }) => length > 1).flat());
  for (const uri of sharers) await tell(uri);
  return sharers;
}

/** What several sessions have read; undefined where a file has changed meanwhile. */
function joined(worlds: readonly World[]): World | undefined {
  const texts = new Map<Uri, string>();
  const presences = new Map<Uri, string>();
  for (const world of worlds) {
    for (const [all, own] of [
      [texts, world.texts],
      [presences, world.presences],
    ] as const) {
      for (const [uri, said] of own) {
        if ((all.get(uri) ?? said) !== said) return undefined;
        all.set(uri, said);
      }
    }
  }
  return { texts, presences };
}
