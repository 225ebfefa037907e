/** The mentions outside of cases: in the frame of a dataset, in a configuration, in a manifest. */
import type { DatasetNode } from '../model/located.ts';
import { asText, readKey } from '../model/read-parts.ts';
import { findNode, getEntry, type MapNode, type SegmentTree } from '../syntax/index.ts';
import type { FileState } from '../workspace/files/file-state.ts';
import { configOf } from '../workspace/files/folder.ts';
import { manifestOf } from '../workspace/links/toolsets.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { Collector, type Mention, withoutQuotes } from './mentions.ts';

const cache = new WeakMap<FileState, readonly Mention[]>();

/** The mentions of a file that stand in none of its cases. */
export function frameMentions({ file, contents }: Snapshot): readonly Mention[] {
  const known = cache.get(file);
  if (known) return known;
  const made = [
    ...contents.datasets.flatMap((dataset) => datasetMentions(file, dataset)),
    ...contents.includes.flatMap(({ tree, glob }) => {
      const into = new Collector(file.uri, tree);
      into.file(glob, 'include');
      return into.mentions;
    }),
    ...(file.kind === 'config' ? configMentions(file) : []),
    ...(file.kind === 'tools' ? manifestMentions(file) : []),
  ];
  cache.set(file, made);
  return made;
}

function datasetMentions({ uri }: FileState, dataset: DatasetNode): readonly Mention[] {
  const into = new Collector(uri, dataset.tree);
  const { defaults } = dataset;
  for (const owner of [dataset, ...(defaults ? [defaults] : [])]) {
    into.toolsSources(owner.tools?.sources);
    for (const digest of owner.toolsDigest?.digests ?? []) into.toolKey(digest);
  }
  for (const trace of defaults?.traces ?? []) into.file(trace, 'trace');
  if (defaults?.runner) into.runner(defaults.runner, false);
  for (const { ids } of dataset.nearNeighbors) for (const id of ids) into.case(id, false);
  collectGates(into, dataset.node);
  return into.mentions;
}

function configMentions(file: FileState): readonly Mention[] {
  const { tree, tools, policyNames, predicates } = configOf(file);
  if (tree?.root?.kind !== 'map') return [];
  const into = new Collector(file.uri, tree);
  into.toolsSources(tools);
  for (const name of policyNames) into.tool(name);
  if (predicates) into.file(predicates, 'predicates');
  const runner = readKey(tree.root, 'default_runner', asText);
  if (runner) into.runner(runner, false);
  const runners = findNode(tree.root, ['runners']);
  for (const { key } of runners?.kind === 'map' ? runners.entries : []) {
    into.runner({ value: String(key.value), node: key }, true);
  }
  collectGates(into, tree.root);
  return into.mentions;
}

/** A gate may be about one tool: `where: {tool: name}`. */
function collectGates(into: Collector, map: MapNode): void {
  const gates = getEntry(map, 'gates')?.value;
  for (const gate of gates?.kind === 'seq' ? gates.items : []) {
    const where = findNode(gate, ['where']);
    const tool = where?.kind === 'map' ? readKey(where, 'tool', asText) : undefined;
    if (tool) into.tool(tool);
  }
}

function manifestMentions(file: FileState): readonly Mention[] {
  return manifestOf(file).tools.map(({ name, place }): Mention => {
    const tree: SegmentTree = place.tree;
    return {
      kind: 'tool',
      name,
      tree,
      token: place,
      scalar: place,
      text: withoutQuotes(tree, place),
      isDefinition: true,
    };
  });
}
