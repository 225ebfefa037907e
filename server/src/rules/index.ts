export { type ConfigContext, lintConfig, toolsNamedBy } from './configuration/lint-config.ts';
export { caseContext } from './context.ts';
export { emptyInclude } from './dataset/include-empty.ts';
export { lintDataset } from './dataset/lint-dataset.ts';
export { lintDatasetFrame } from './dataset/lint-frame.ts';
export { findSensitiveData } from './dataset/sensitive-data.ts';
export { type TouchedLine, touchedLines } from './drift-lines.ts';
export { insertEntry, replaceNode } from './edits.ts';
export { isCurrent, labelsOf, toolsToLabel } from './labels.ts';
export { fixesFor, lintCase } from './lint.ts';
export { findMissingTools } from './manifest/tools-missing.ts';
export { lintManifest } from './manifest-file/lint-manifest.ts';
export { ALL_RULES, CASE_RULES, RULES } from './registry.ts';
export { labelEdits, renewedLabels } from './relabel.ts';
export type {
  CaseContext,
  CaseRule,
  DatasetContext,
  DatasetRule,
  DocumentedRule,
  Edit,
  FileLookup,
  Fix,
  GoldenLookup,
  ManifestContext,
  ManifestRule,
  Rule,
  Scope,
  TrajectoryContext,
} from './rule.ts';
export { renderRulesPage } from './rules-page.ts';
export { type RuleLogger, settle } from './settle.ts';
export { type CaseIdEntry, duplicateIds } from './shape/duplicate-case-id.ts';
export { structureFindings } from './shape/structure.ts';
export { syntaxFindings } from './shape/syntax.ts';
export { findUnsafeIntegers } from './shape/unsafe-integer.ts';
