import {
  createToolset,
  type Manifest,
  readManifest,
  satisfiesSchema,
} from '../../manifest/index.ts';
import { readGolden } from '../../model/read-golden.ts';
import { toExpectation } from '../../model/resolve.ts';
import type { Run } from '../../model/run.ts';
import type { ToolPolicy, Toolset } from '../../model/tool.ts';
import type { RunScore } from '../../scoring/score.ts';
import { scoreRun } from '../../scoring/score-run.ts';
import { parseFile } from '../../syntax/index.ts';

const treesOf = (text: string, language: 'yaml' | 'json') =>
  parseFile(text, language).documents.map(({ frame }) => frame.tree);

/** The tools of a manifest in JSON; none are known where absent. */
export function toolsetOf(
  manifest?: string,
  policies: ReadonlyMap<string, ToolPolicy> = new Map(),
): Toolset {
  const parts: { manifest: Manifest }[] =
    manifest === undefined
      ? []
      : [{ manifest: readManifest({ uri: 'test:/tools', documents: treesOf(manifest, 'json') }) }];
  return createToolset(parts, policies, manifest !== undefined);
}

/** Scores a run against the text of a golden trajectory. */
export function scoreGolden(text: string, run: Run, toolset: Toolset): RunScore {
  const [tree] = treesOf(text, 'yaml');
  const golden = readGolden(tree!);
  const { expectation } = toExpectation(golden!, { golden: () => undefined, toolset });
  return scoreRun(expectation, toolset, run, { satisfies: satisfiesSchema });
}
