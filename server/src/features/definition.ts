import type { Location } from 'vscode-languageserver-types';
import type { Place } from '../model/finding.ts';
import { linksOf } from '../workspace/links.ts';
import { locate } from '../workspace/locate.ts';
import { parentOf, resolvePath } from '../workspace/uri.ts';
import type { FeatureContext } from './host.ts';
import { argumentAt, referredCalls, type Target, targetAt, toolNameAt } from './target.ts';

const TOP = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

/** Where what stands at an offset is defined: a tool, an argument, an earlier call, a file. */
export function definition(context: FeatureContext, offset: number): Location[] {
  const target = targetAt(context.snapshot, offset);
  if (!target) return [];
  return (
    [toolDefinition, callDefinition, fileDefinition]
      .map((find) => find(context, target))
      .find((found) => found.length > 0) ?? []
  );
}

/** A tool's name in its manifest; also from one of its arguments. */
function toolDefinition({ workspace, snapshot }: FeatureContext, target: Target): Location[] {
  const argument = target.onKey ? argumentAt(target) : undefined;
  const name = argument ? target.call?.call.name?.value : toolNameAt(target);
  const tool = name === undefined ? undefined : snapshot.scopeOf(target.unit).toolset.find(name);
  if (!tool) return [];
  const place: Place = { ...tool.place, uri: tool.uri };
  return [locate(workspace, snapshot.file, place)];
}

/** The calls that a `from_call` or `after` refers to. */
function callDefinition({ workspace, snapshot }: FeatureContext, target: Target): Location[] {
  return referredCalls(target).flatMap(({ id, name, node }) => {
    const { start, end } = id?.node ?? name?.node ?? node;
    return [locate(workspace, snapshot.file, { tree: target.unit.tree, start, end })];
  });
}

/** Keys whose values are paths of files. */
const PATH_KEYS: ReadonlySet<string | number | undefined> = new Set(['tools', 'trace', 'path']);

function fileDefinition({ workspace, snapshot }: FeatureContext, target: Target): Location[] {
  const { node, path, onKey, unit } = target;
  if (onKey || node.kind !== 'scalar' || typeof node.value !== 'string') return [];
  const { uri } = snapshot.file;
  const golden = linksOf(uri, unit.subject).goldens.find(
    ({ reference }) => reference === node.value,
  );
  if (golden && path.includes('golden')) {
    const found = snapshot.scopeOf(unit).golden(golden.reference);
    const id = found.kind === 'found' ? found.golden.goldenId : undefined;
    if (found.kind !== 'found' || !id) return [{ uri: golden.uri, range: TOP }];
    const { tree } = found.golden;
    const { start, end } = id.node;
    return [locate(workspace, snapshot.file, { tree, start, end, uri: found.uri })];
  }
  const isPath =
    (path[0] === 'tools' || path[0] === 'trace' || path[0] === 'source') &&
    PATH_KEYS.has(path.filter((step) => typeof step === 'string').at(-1));
  const file = isPath ? resolvePath(parentOf(uri), node.value) : undefined;
  return file && workspace.store.peekPresence(file)?.ok ? [{ uri: file, range: TOP }] : [];
}
