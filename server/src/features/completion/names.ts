/** Names that are given elsewhere: in the configuration, among the rules, in the dataset. */

import { CompletionItemKind } from 'vscode-languageserver-types';
import { say } from '../../l10n/say.ts';
import { PREDICATE_NAMES } from '../../rules/behaviour/predicates.ts';
import { ALL_RULES } from '../../rules/index.ts';
import { GATE_METRICS } from '../../scoring/set/gates.ts';
import type { Path } from '../../syntax/index.ts';
import { caseIds } from '../../workspace/links/case-index.ts';
import { escapeMarkdown, plainText } from '../markdown.ts';
import { type Content, type Offer, scalar } from './offer.ts';
import { callAt, type Site } from './site.ts';
import { toolsetOf } from './tools.ts';

/** A name with what is said about it. */
const nameOffer = (name: string, detail?: string): Offer => ({
  label: plainText(name),
  kind: CompletionItemKind.Constant,
  ...(detail && { detail }),
  write: { value: scalar(name) },
});

export const runnerNames = ({ scope }: Site): Offer[] => [
  ...[...scope.config.runners.keys()].map((name) => nameOffer(name)),
  nameOffer('replay', say`the recorded runs`),
];

export const serverNames = ({ scope }: Site): Offer[] =>
  [...scope.config.servers.keys()].map((name) => nameOffer(name));

export const metricNames = (): Offer[] => GATE_METRICS.map((name) => nameOffer(name));

/** The predicates of the format, then those of the configuration's module. */
export const predicateNames = ({ scope }: Site): Offer[] => [
  ...PREDICATE_NAMES.map((name) => nameOffer(name)),
  ...[...(scope.predicateNames ?? [])].map((name) => nameOffer(name, say`predicate module`)),
];

/** Names of arguments: those of the call's tool, or of every tool that the case expects. */
export function gradedArguments(site: Site, path: Path): Offer[] {
  const call = callAt(site, path);
  const { toolset } = site.scope;
  const { subject } = site;
  const trajectory = subject.kind === 'golden' ? subject.trajectory : subject.expected?.trajectory;
  const calls = call ? [call.call] : (trajectory?.calls ?? []);
  const names = calls.flatMap((each) =>
    each?.name ? [...(toolset.schema(each.name.value)?.argumentNames ?? [])] : [],
  );
  return names.map((name) => nameOffer(name));
}

/** The arguments of the tool that a policy is about. */
export const policyArguments = (site: Site, path: Path): Offer[] =>
  [...(toolsetOf(site).schema(String(path[1]))?.argumentNames ?? [])].map((name) =>
    nameOffer(name),
  );

/** Rule ids with what they find; those that have findings in the file first. */
export function ruleOffers(site: Pick<Site, 'context'>): Offer[] {
  const found = new Set(site.context.findings().map(({ code }) => code));
  const offers = ALL_RULES.map(
    (rule): Offer => ({
      ...nameOffer(rule.id, rule.severity),
      documentation: say(rule.summary),
    }),
  );
  return [
    ...offers.filter(({ label }) => found.has(label)),
    ...offers.filter(({ label }) => !found.has(label)),
  ];
}

/** Rule ids as keys, each with a choice of severities. */
export const ruleKeys =
  (severities: readonly string[]) =>
  (site: Site): Offer[] =>
    ruleOffers(site).map((offer) => {
      const value: Content = { kind: 'stop', choices: severities };
      return { ...offer, write: { key: offer.label, value } };
    });

/** The cases of a dataset: its own, and those of the files that it includes. */
export function datasetCases({ context }: Site): Offer[] {
  const { snapshot, workspace } = context;
  const { uri } = snapshot.file;
  const included = context
    .files('case')
    .filter((each) => workspace.includedBy(each)?.uri === uri)
    .flatMap((each) => workspace.store.peek(each) ?? []);
  return [snapshot.file, ...included].flatMap((file) =>
    file.document
      ? caseIds(file).map(({ id, tree }): Offer => {
          const title = titleOf(context, tree);
          return { ...nameOffer(id), ...(title && { documentation: escapeMarkdown(title) }) };
        })
      : [],
  );
}

const titleOf = ({ snapshot }: Site['context'], tree: object): string | undefined =>
  snapshot.contents.units.find((unit) => unit.tree === tree)?.subject.userMessage?.value;
