import type { Config } from '../../model/config.ts';
import type { Finding } from '../../model/finding.ts';
import { findNode } from '../../syntax/index.ts';
import type { FileState } from '../files/file-state.ts';
import { traceOf } from '../links/traces.ts';

/** What a trace file holds that could not be understood, on the part that it is about. */
export function traceFindings(file: FileState, config: Config): Finding[] {
  const { problems, runs } = traceOf(file, config.errorPattern);
  const { documents } = file.source;
  return problems.flatMap(({ message, path = [], line = 0 }): Finding[] => {
    const document = documents[file.language === 'jsonl' ? line : 0] ?? documents[0];
    if (!document) return [];
    const { tree } = document.frame;
    const node = (tree.root && findNode(tree.root, path)) ?? tree.root;
    const span = node
      ? { start: node.start, end: Math.min(node.end, endOfLine(tree.text, node.start)) }
      : { start: 0, end: 0 };
    return [
      {
        code: 'trace-unreadable',
        severity: runs.length === 0 ? 'error' : 'warning',
        message,
        place: { tree, ...span },
      },
    ];
  });
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}
