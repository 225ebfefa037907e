import type { ManifestInUse, ToolsInUse } from '../protocol.ts';
import { parentOf, resolvePath } from '../workspace/files/uri.ts';
import {
  configOrigin,
  datasetOrigin,
  manifestOf,
  type ToolsOrigin,
} from '../workspace/links/toolsets.ts';
import type { FeatureContext } from './host.ts';

/**
 * The manifests that hold for the case at a line, or for the file where no case is there yet.
 *
 * @param line zero-based
 */
export function toolsInUse(context: FeatureContext, line: number): ToolsInUse {
  const origin = originAt(context, line);
  return { manifests: origin ? manifestsOf(context, origin) : [] };
}

function originAt({ snapshot }: FeatureContext, line: number): ToolsOrigin | undefined {
  const { file, contents, around } = snapshot;
  const startOf = (unit: (typeof contents.units)[number]) =>
    file.rangeOf(unit.tree, unit.subject.node)?.start.line ?? 0;
  const unit = contents.units.findLast((each) => startOf(each) <= line) ?? contents.units[0];
  if (unit) return snapshot.scopeOf(unit).origin;
  const [node] = contents.datasets;
  const dataset = node ? { uri: file.uri, node } : around.includedBy;
  return dataset ? datasetOrigin(dataset, around.config) : configOrigin(around.config);
}

function manifestsOf({ workspace }: FeatureContext, origin: ToolsOrigin): ManifestInUse[] {
  return origin.sources.map((source): ManifestInUse => {
    if (source.kind === 'inline') return { uri: origin.base, tools: source.node.items.length };
    const path = source.path.value;
    const uri = resolvePath(parentOf(origin.base), path) ?? path;
    const found = workspace.lookups(origin.base).manifest(path);
    const state = found?.ok ? workspace.store.peek(uri) : undefined;
    return {
      path,
      uri,
      tools: state ? manifestOf(state).tools.length : 0,
      ...(found?.ok === false && { problem: found.reason }),
    };
  });
}
