/** What tools do, by their names alone: for sources that say nothing of it. */
import type { JsonObject } from '../model/value.ts';

/** First words of the names of tools that change nothing. */
const READS =
  /^(?:calculate|check|compute|count|describe|fetch|find|get|has|is|list|look_?up|query|read|search|show|think|transfer_to|view)(?:_|(?=[A-Z])|$)/;

/** Whether a tool changes something, by the first word of its name; what is not known to read does. */
export const seemsToWrite = (name: string): boolean => !READS.test(name);

/** The policies that follow, for a configuration that a person looks through. */
export const policiesFor = (names: Iterable<string>): JsonObject =>
  Object.fromEntries(
    [...new Set(names)]
      .sort()
      .map((name) => [name, { consequence: seemsToWrite(name) ? 'write' : 'read' }]),
  );
