import type { DatasetRule } from '../rule.ts';
import { confusableUncovered } from './confusable-uncovered.ts';
import { nearNeighborUnknown } from './near-neighbor-unknown.ts';
import { SUITE_RULES } from './suite-rules.ts';
import { toolUncovered } from './tool-uncovered.ts';

/** The rules that look at a dataset as a whole. */
export const DATASET_RULES: readonly DatasetRule[] = [
  ...SUITE_RULES,
  toolUncovered,
  confusableUncovered,
  nearNeighborUnknown,
];
