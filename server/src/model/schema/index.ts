import type * as z from 'zod';
import { configSchema } from './config.ts';
import { caseItemSchema, caseSchema, datasetSchema, goldenSchema } from './files.ts';
import { traceSchema } from './trace.ts';

/** The model of each file kind; `case-item` is an item of a dataset's `cases`. */
export const SCHEMAS = {
  case: caseSchema,
  golden: goldenSchema,
  dataset: datasetSchema,
  'case-item': caseItemSchema,
  config: configSchema,
  trace: traceSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>;

export type SchemaKind = keyof typeof SCHEMAS;
