import type { ManifestRule } from '../rule.ts';
import { annotationsMissing } from './annotations-missing.ts';
import { descriptionMissing, descriptionShort, paramDescriptionMissing } from './descriptions.ts';
import { toolNameConfusable } from './tool-name-confusable.ts';
import { toolNameInvalid } from './tool-name-invalid.ts';
import { toolPoisoning } from './tool-poisoning.ts';

/** The rules that look at a manifest's tools. */
export const MANIFEST_RULES: readonly ManifestRule[] = [
  toolNameInvalid,
  toolNameConfusable,
  descriptionMissing,
  descriptionShort,
  paramDescriptionMissing,
  annotationsMissing,
  toolPoisoning,
];
