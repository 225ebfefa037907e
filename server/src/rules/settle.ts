import type { Config } from '../model/config.ts';
import { RULES } from './registry.ts';
import type { Finding } from './rule.ts';
import { unsuppressed } from './suppress.ts';

/** Told of a rule that crashed; the others go on. */
export type RuleLogger = (message: string, error: unknown) => void;

/** Whether the configuration leaves a rule out, or it is off unless asked for. */
export const isOff = (id: string, config: Config): boolean =>
  (config.rules.get(id) ?? RULES.get(id)?.severity) === 'off';

/**
 * The findings as they are shown: with the severity that the configuration gives their rule, without
 * those that it or the text itself silences, sorted by place.
 */
export function settle(findings: readonly Finding[], config: Config): Finding[] {
  const heard = findings.flatMap((finding): Finding[] => {
    const severity = config.rules.get(finding.code);
    if (severity === undefined) return isOff(finding.code, config) ? [] : [finding];
    return severity === 'off' ? [] : [{ ...finding, severity }];
  });
  return unsuppressed(heard).sort((a, b) => a.place.start - b.place.start);
}
