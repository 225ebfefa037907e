export { type ReadTraceOptions, readTrace } from './read.ts';
