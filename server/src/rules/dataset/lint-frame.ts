import type { Config } from '../../model/config.ts';
import type { DatasetNode } from '../../model/located.ts';
import { gateFindings, manifestFindings } from '../configuration/names.ts';
import type { FileLookup, Finding } from '../rule.ts';
import { settle } from '../settle.ts';
import { structureFindings } from '../shape/structure.ts';
import { syntaxFindings } from '../shape/syntax.ts';

/** The findings of what a dataset writes around its cases: keys, values, manifests, gates. */
export function lintDatasetFrame(
  { tree, node, tools }: DatasetNode,
  config: Config,
  manifest: (path: string) => FileLookup | undefined,
): Finding[] {
  const syntax = syntaxFindings(tree);
  if (syntax.some(({ code }) => code === 'yaml-syntax')) return settle(syntax, config);
  return settle(
    [
      ...syntax,
      ...structureFindings('dataset', tree),
      ...manifestFindings(tree, tools?.sources ?? [], manifest),
      ...gateFindings(tree, node),
    ],
    config,
  );
}
