import { CompletionItemKind } from 'vscode-languageserver-types';
import { contentsOf } from '../../workspace/files/contents.ts';
import type { FileKind } from '../../workspace/files/kinds.ts';
import type { Uri } from '../../workspace/files/uri.ts';
import { relativePaths } from '../relative-paths.ts';
import { type Offer, scalar } from './offer.ts';
import type { Site } from './site.ts';

/** The paths of the workspace's files of a kind, relative to the file that is written. */
export function filePaths(kind: FileKind): (site: Site) => Offer[] {
  return (site) => paths(site, site.context.files(kind)).map(({ path }) => fileOffer(path));
}

/** More files under names of their own than anybody looks through. */
const MAX_OTHERS = 200;

/** As `filePaths`, and after them the files whose names do not say what they hold. */
export function anyFilePaths(kind: FileKind, ending: RegExp): (site: Site) => Offer[] {
  return (site) => {
    const others = site.context.workspace.otherFiles.filter((uri) => ending.test(uri));
    const more = paths(site, others).slice(0, MAX_OTHERS);
    return [...filePaths(kind)(site), ...more.map(({ path }) => fileOffer(path))];
  };
}

function paths({ context, cursor }: Site, files: readonly Uri[]): { path: string; uri: Uri }[] {
  const dot = cursor.prefix.startsWith('./') ? './' : '';
  return relativePaths(context, files).map(({ path, uri }) => ({
    path: path.startsWith('.') ? path : dot + path,
    uri,
  }));
}

/** Golden trajectories: by their file, and by their id where the file is known to hold several. */
export function goldenReferences(site: Site): Offer[] {
  return paths(site, site.context.files('golden')).flatMap(({ path, uri }) => {
    const state = site.context.workspace.store.peek(uri);
    const ids = state?.document
      ? contentsOf(state, 'golden').units.flatMap(({ subject }) =>
          subject.kind === 'golden' && subject.goldenId ? [subject.goldenId.value] : [],
        )
      : [];
    const alone = ids.length > 1 ? [] : [fileOffer(path)];
    return [...alone, ...ids.map((id) => fileOffer(`${path}#${id}`))];
  });
}

const fileOffer = (path: string): Offer => ({
  label: path,
  kind: CompletionItemKind.File,
  write: { value: scalar(path) },
});
