export {
  definitionDigest,
  isLabel,
  labelOf,
  toolDefinition,
  toolDigest,
  vouchesFor,
} from './digest.ts';
export {
  type Change,
  type ChangeKind,
  definitionSchema,
  diffTool,
  diffTools,
  type ToolDrift,
} from './drift.ts';
export { renamedTool } from './drift-similar.ts';
export { schemaFindings } from './lint.ts';
export { createLock, LOCK_NAME, type Lock, readLock, renderLock } from './lock.ts';
export { type Manifest, type ManifestSource, readInlineTools, readManifest } from './read.ts';
export { createToolSchema, satisfiesSchema } from './schema.ts';
export { createToolset, type ToolsetPart } from './toolset.ts';
