import { PERTURBATIONS, type PerturbationName, perturbed } from '../runner/perturb.ts';
import {
  type ChangeOfTools,
  concernedTools,
  offering,
  ownOffer,
} from '../workspace/scores/offers.ts';
import { Failure } from './failure.ts';
import type { ChosenCase } from './score.ts';
import { readManifestFile } from './tools-diff.ts';

export interface ChangeFlags {
  /** Changes of the tools by name, made together. */
  readonly perturb?: readonly PerturbationName[];
  /** Two manifests, each of which the cases are run with. */
  readonly compareTools?: readonly [before: string, after: string];
  /** An earlier report, which saves running the cases with their own tools. */
  readonly baseline?: string;
  readonly dryRun?: boolean;
}

/** One run of the cases, with tools of its own. */
export interface Arm {
  readonly label: string;
  /** The folder for its runs in that of the whole; empty where it is the only one. */
  readonly folder: '' | 'before' | 'after';
  readonly change?: ChangeOfTools;
}

/** What a command that compares tools does: which cases it is about, and how they are run. */
export interface Arms {
  readonly cases: readonly ChosenCase[];
  /** Only where there is something to compare with. */
  readonly before?: Arm;
  readonly after: Arm;
}

const OWN_TOOLS = "the cases' own tools";

/**
 * How often the cases are run, and with which tools: once with their own where no flag says otherwise.
 *
 * @throws Failure where flags exclude each other, or a manifest is none or concerns no case
 */
export function armsOf(cwd: string, cases: readonly ChosenCase[], flags: ChangeFlags): Arms {
  const { perturb, compareTools, baseline, dryRun } = flags;
  if (!perturb && !compareTools) return { cases, after: { label: '', folder: '' } };
  if (perturb && compareTools)
    throw new Failure('--perturb and --compare-tools exclude each other');
  if (dryRun) throw new Failure('a dry run asks no agent: leave out --dry-run');
  if (perturb) return { cases, ...perturbing(perturb, baseline !== undefined) };
  if (baseline !== undefined) {
    throw new Failure('--compare-tools compares with its first manifest: leave out --baseline');
  }
  const compared = compareTools!.map((path) => readManifestFile(cwd, path));
  const about = cases.filter(
    ({ snapshot, unit }) =>
      concernedTools(snapshot.scopeOf(unit).toolset.tools, compared).length > 0,
  );
  if (about.length === 0) {
    throw new Failure(
      `no case here has a tool of ${compareTools!.join(' or ')}: name the manifests that the cases use`,
    );
  }
  const [before, after] = compared.map((manifest, index): Arm => {
    const label = compareTools![index]!;
    const folder = index === 0 ? 'before' : 'after';
    return { label, folder, change: offering(label, manifest, compared) };
  });
  return { cases: about, before: before!, after: after! };
}

/** @param hasReport whether a report of the cases with their own tools is there already */
function perturbing(
  names: readonly PerturbationName[],
  hasReport: boolean,
): Pick<Arms, 'before' | 'after'> {
  const label = names.join(', ');
  const change: ChangeOfTools = {
    label,
    offer: (own, seed) => perturbed(ownOffer(own), names, seed),
  };
  if (hasReport) return { after: { label, folder: '', change } };
  return {
    before: { label: OWN_TOOLS, folder: 'before' },
    after: { label, folder: 'after', change },
  };
}

/** The perturbations, for a help text. */
export const perturbationsHelp = (): string =>
  [
    'Changes of the tools, for --perturb:',
    ...Object.entries(PERTURBATIONS).map(([name, { summary }]) => `  ${name.padEnd(20)}${summary}`),
  ].join('\n');
