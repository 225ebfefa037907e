import type { SegmentTree } from '../syntax/node.ts';
import type { Severity } from './finding.ts';
import type { Located, ToolsSource } from './located.ts';
import type { ToolPolicy } from './tool.ts';
import type { JsonObject } from './value.ts';

export interface Gate {
  readonly metric: string;
  readonly min?: number;
  readonly max?: number;
  readonly k?: number;
  readonly where?: Readonly<Record<string, string>>;
}

/** `callsheet.config.yaml`, leniently read, with the defaults of the format filled in. */
export interface Config {
  /** Absent where the folder has no configuration. */
  readonly uri?: string;
  readonly tree?: SegmentTree;
  readonly tools?: readonly ToolsSource[];
  readonly files: Readonly<Record<string, readonly string[]>>;
  readonly policies: ReadonlyMap<string, ToolPolicy>;
  /** Where each policy's tool name stands. */
  readonly policyNames: readonly Located<string>[];
  readonly weights: { readonly read: number; readonly write: number; readonly destructive: number };
  readonly rules: ReadonlyMap<string, Severity | 'off'>;
  readonly sensitiveDomains: readonly string[];
  readonly predicates?: Located<string>;
  readonly errorPattern?: string;
  readonly runners: ReadonlyMap<string, JsonObject>;
  readonly defaultRunner: string;
  readonly servers: ReadonlyMap<string, JsonObject>;
  readonly sandbox?: JsonObject;
  readonly results?: string;
  readonly concurrency: number;
  readonly gates: readonly Gate[];
  readonly scoreboard: Readonly<Record<string, number>>;
}
