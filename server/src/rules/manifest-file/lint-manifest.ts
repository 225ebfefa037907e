import { type Manifest, schemaFindings } from '../../manifest/index.ts';
import type { Config } from '../../model/config.ts';
import type { Finding } from '../rule.ts';
import { isOff, type RuleLogger, settle } from '../settle.ts';
import { MANIFEST_RULES } from './rules.ts';

/** Everything that a manifest's file shows of its tools, as the configuration wants it. */
export function lintManifest(manifest: Manifest, config: Config, log?: RuleLogger): Finding[] {
  const found: Finding[] = [...manifest.problems, ...schemaFindings(manifest)];
  for (const rule of MANIFEST_RULES) {
    if (isOff(rule.id, config)) continue;
    const severity = rule.severity === 'off' ? 'info' : rule.severity;
    try {
      rule.checkManifest({ manifest, config }, (place, message, extras) => {
        found.push({ code: rule.id, severity, message, place, ...extras });
      });
    } catch (error) {
      log?.(`rule ${rule.id} failed`, error);
    }
  }
  return settle(found, config);
}
