export { toolDefinition, toolDigest } from './digest.ts';
export { schemaFindings } from './lint.ts';
export { type Manifest, type ManifestSource, readInlineTools, readManifest } from './read.ts';
export { createToolSchema, satisfiesSchema } from './schema.ts';
export { createToolset, type ToolsetPart } from './toolset.ts';
