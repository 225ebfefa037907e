import { behaviorContradiction } from './behaviour/behavior-contradiction.ts';
import { looseDestructive } from './behaviour/loose-destructive.ts';
import { missingIdempotency } from './behaviour/missing-idempotency.ts';
import { predicateInvalid } from './behaviour/predicate-invalid.ts';
import { predicateUnknown } from './behaviour/predicate-unknown.ts';
import { statePath } from './behaviour/state-path.ts';
import { vacuousExpectation } from './behaviour/vacuous-expectation.ts';
import { fewTrials } from './dataset/few-trials.ts';
import { includeEmpty } from './dataset/include-empty.ts';
import { DATASET_RULES } from './dataset/rules.ts';
import { sensitiveData } from './dataset/sensitive-data.ts';
import { afterCycle } from './flow/after-cycle.ts';
import { afterUnknown } from './flow/after-unknown.ts';
import { fromCallAmbiguous } from './flow/from-call-ambiguous.ts';
import { fromCallCycle } from './flow/from-call-cycle.ts';
import { fromCallLater } from './flow/from-call-later.ts';
import { fromCallPath } from './flow/from-call-path.ts';
import { fromCallSelf } from './flow/from-call-self.ts';
import { fromCallType } from './flow/from-call-type.ts';
import { fromCallUnknown } from './flow/from-call-unknown.ts';
import { mixedGroups } from './flow/mixed-groups.ts';
import { orderContradiction } from './flow/order-contradiction.ts';
import { provenanceSuggested } from './flow/provenance-suggested.ts';
import { unusedCallId } from './flow/unused-call-id.ts';
import { argEnum } from './manifest/arg-enum.ts';
import { argFormat } from './manifest/arg-format.ts';
import { argInvalid } from './manifest/arg-invalid.ts';
import { argType } from './manifest/arg-type.ts';
import { deprecatedTool } from './manifest/deprecated-tool.ts';
import { labelMissing } from './manifest/label-missing.ts';
import { missingRequiredArg } from './manifest/missing-required-arg.ts';
import { optionalRequiredArg } from './manifest/optional-required-arg.ts';
import { redundantDefault } from './manifest/redundant-default.ts';
import { returnsInvalid } from './manifest/returns-invalid.ts';
import { toolsDrift } from './manifest/tools-drift.ts';
import { toolsMissing } from './manifest/tools-missing.ts';
import { toolsUnreadable } from './manifest/tools-unreadable.ts';
import { unknownArg } from './manifest/unknown-arg.ts';
import { unknownTool } from './manifest/unknown-tool.ts';
import { unsatisfiableCall } from './manifest/unsatisfiable-call.ts';
import { SCHEMA_RULES } from './manifest-file/found-elsewhere.ts';
import { MANIFEST_RULES } from './manifest-file/rules.ts';
import { toolNameCollision } from './manifest-file/tool-name-collision.ts';
import type { CaseRule, Rule } from './rule.ts';
import { SCORE_RULES } from './scores/score-rules.ts';
import { duplicateCallId } from './shape/duplicate-call-id.ts';
import { duplicateCaseId } from './shape/duplicate-case-id.ts';
import { fileUnreadable } from './shape/file-unreadable.ts';
import { goldenUnknown } from './shape/golden-unknown.ts';
import { mixedMatcher } from './shape/mixed-matcher.ts';
import { runnerUnknown } from './shape/runner-unknown.ts';
import { STRUCTURE_RULES } from './shape/structure.ts';
import { SYNTAX_RULES } from './shape/syntax.ts';
import { unsafeInteger } from './shape/unsafe-integer.ts';

/** Every rule, in the order of the rules page. */
export const ALL_RULES: readonly Rule[] = [
  ...SYNTAX_RULES,
  ...STRUCTURE_RULES,
  unsafeInteger,
  duplicateCaseId,
  duplicateCallId,
  fileUnreadable,
  goldenUnknown,
  runnerUnknown,
  mixedMatcher,
  toolsMissing,
  toolsUnreadable,
  unknownTool,
  unknownArg,
  missingRequiredArg,
  optionalRequiredArg,
  argType,
  argEnum,
  argInvalid,
  argFormat,
  returnsInvalid,
  unsatisfiableCall,
  redundantDefault,
  deprecatedTool,
  toolsDrift,
  labelMissing,
  fromCallUnknown,
  fromCallSelf,
  fromCallLater,
  fromCallCycle,
  fromCallAmbiguous,
  fromCallPath,
  fromCallType,
  provenanceSuggested,
  mixedGroups,
  afterUnknown,
  afterCycle,
  orderContradiction,
  unusedCallId,
  vacuousExpectation,
  behaviorContradiction,
  looseDestructive,
  missingIdempotency,
  predicateUnknown,
  predicateInvalid,
  statePath,
  ...DATASET_RULES,
  fewTrials,
  includeEmpty,
  sensitiveData,
  ...SCHEMA_RULES,
  toolNameCollision,
  ...MANIFEST_RULES,
  ...SCORE_RULES,
];

/** Every rule by its id. */
export const RULES: ReadonlyMap<string, Rule> = new Map(ALL_RULES.map((rule) => [rule.id, rule]));

/** The rules that look at one case or golden trajectory. */
export const CASE_RULES: readonly CaseRule[] = ALL_RULES.filter(
  (rule): rule is CaseRule => rule.check !== undefined,
);
