import type { Config } from '../../model/config.ts';
import type { Located } from '../../model/located.ts';
import type { Toolset } from '../../model/tool.ts';
import { getEntry, type MapNode, type SegmentTree } from '../../syntax/index.ts';
import { RULES } from '../registry.ts';
import type { FileLookup, Finding } from '../rule.ts';
import { settle } from '../settle.ts';
import { structureFindings } from '../shape/structure.ts';
import { syntaxFindings } from '../shape/syntax.ts';
import {
  gateFindings,
  gatesOf,
  manifestFindings,
  nameFinding,
  pathFinding,
  textAt,
} from './names.ts';

/** What a configuration is judged against, beyond its own text. */
export interface ConfigContext {
  readonly config: Config;
  /** All known manifests taken together; incomplete where one cannot be read. */
  readonly toolset: Toolset;
  /** MCP servers that other files of the workspace configure; undefined where that is not known. */
  readonly foreignServers?: ReadonlySet<string>;
  file(path: string): FileLookup | undefined;
  manifest(path: string): FileLookup | undefined;
}

type Check = (tree: SegmentTree, root: MapNode, context: ConfigContext) => Finding[];

const ruleIds: Check = (tree, root) => {
  const rules = getEntry(root, 'rules')?.value;
  if (rules?.kind !== 'map') return [];
  return rules.entries
    .filter(({ key }) => !RULES.has(String(key.value)) && !String(key.value).startsWith('x-'))
    .map(({ key }) =>
      nameFinding('unknown-key', tree, key, String(key.value), {
        what: 'rule',
        known: RULES.keys(),
      }),
    );
};

/** The tools that a configuration speaks of, under `policies` and in `gates`. */
export function toolsNamedBy({ tree, policyNames }: Config): readonly Located<string>[] {
  const gates = tree?.root?.kind === 'map' ? gatesOf(tree.root) : [];
  return [...policyNames, ...gates.flatMap((gate) => textAt(gate, 'where', 'tool') ?? [])];
}

const toolNames: Check = (tree, _root, { config, toolset }) => {
  if (!toolset.complete) return [];
  const known = toolset.tools.map(({ name }) => name);
  return toolsNamedBy(config)
    .filter(({ value }) => !toolset.find(value))
    .map(({ value, node }) =>
      nameFinding('unknown-tool', tree, node, value, { what: 'tool', known }),
    );
};

const runners: Check = (tree, root, { config }) => {
  const runner = textAt(root, 'default_runner');
  if (!runner || config.runners.has(runner.value)) return [];
  const known = config.runners.keys();
  return [
    nameFinding('runner-unknown', tree, runner.node, runner.value, { what: 'runner', known }),
  ];
};

const servers: Check = (tree, root, { config, foreignServers }) => {
  const server = textAt(root, 'sandbox', 'server');
  const known = new Set([...config.servers.keys(), ...(foreignServers ?? [])]);
  if (!server || !foreignServers || known.has(server.value)) return [];
  return [nameFinding('bad-value', tree, server.node, server.value, { what: 'server', known })];
};

const paths: Check = (tree, _root, { config, file, manifest }) => [
  ...manifestFindings(tree, config.tools ?? [], manifest),
  ...(config.predicates
    ? pathFinding('file-unreadable', tree, config.predicates, file(config.predicates.value))
    : []),
];

const CHECKS: readonly Check[] = [ruleIds, toolNames, runners, servers, gateFindings, paths];

/** Every finding of a configuration file, at the severities that it gives itself. */
export function lintConfig(context: ConfigContext): Finding[] {
  const { config } = context;
  const { tree } = config;
  if (!tree) return [];
  const syntax = syntaxFindings(tree);
  const broken = syntax.some(({ code }) => code === 'yaml-syntax');
  if (broken || tree.root?.kind !== 'map') {
    return settle([...syntax, ...(broken ? [] : structureFindings('config', tree))], config);
  }
  const { root } = tree;
  const named = CHECKS.flatMap((check) => check(tree, root, context));
  return settle([...syntax, ...structureFindings('config', tree), ...named], config);
}
