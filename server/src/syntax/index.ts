export { type CursorPlace, parseAtCursor } from './cursor.ts';
export { MAX_SIZE, type ParseOptions, parseFile, updateFile } from './file.ts';
export { fitted } from './fitted.ts';
export { type FormatOptions, formatText } from './format.ts';
export {
  findEntry,
  findNode,
  getEntry,
  nodesAt,
  type Place,
  type SegmentPlace,
  segmentAt,
  toFileOffset,
  toFileSpan,
  toSegmentOffset,
} from './navigate.ts';
export * from './node.ts';
export { isJsonLines } from './scan-json.ts';
export { type Suppression, suppressions } from './suppress.ts';
export { type Plain, toValue } from './value.ts';
export { toYaml, type WriteOptions } from './write.ts';
export { keyText } from './yaml-nodes.ts';
