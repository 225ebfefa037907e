import type { DatasetContext, Finding } from '../rule.ts';
import { isOff, type RuleLogger, settle } from '../settle.ts';
import { DATASET_RULES } from './rules.ts';

/** What a dataset as a whole lacks, as its configuration wants it; its keys and cases are linted apart. */
export function lintDataset(context: DatasetContext, log?: RuleLogger): Finding[] {
  const found: Finding[] = [];
  for (const rule of DATASET_RULES) {
    if (isOff(rule.id, context.config)) continue;
    const severity = rule.severity === 'off' ? 'info' : rule.severity;
    try {
      rule.checkDataset(context, (place, message, extras) => {
        found.push({ code: rule.id, severity, message, place, ...extras });
      });
    } catch (error) {
      log?.(`rule ${rule.id} failed`, error);
    }
  }
  return settle(found, context.config);
}
