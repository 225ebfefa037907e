import { describe, expect, it } from 'vitest';
import type { Session } from './session.ts';
import { at, sessionOf } from './testing.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'get_order',
      inputSchema: {
        type: 'object',
        properties: { order_id: { type: 'string' }, verbose: { type: 'boolean' } },
        required: ['order_id'],
      },
      annotations: { readOnlyHint: true },
    },
  ],
});

/** A dataset of twenty lines a case. */
function dataset(cases: number): string {
  const items = Array.from(
    { length: cases },
    (_, index) => `  - case_id: order_${index}
    title: Look up order ${index}
    user_message: >-
      What is the state of
      order ${index}?
    category: orders
    tags: [orders, lookup]
    risk_tags: []
    expected:
      tool_behavior: call
      allowed_tools:
        - get_order
      calls:
        - name: get_order
          args:
            order_id: "${index}"
      max_calls: 2
    language: en
    trials: 1
    weight: 1
`,
  );
  return `dataset: orders\ntools: ./orders.tools.json\ncases:\n${items.join('')}`;
}

async function open(session: Session, text: string) {
  session.workspace.open(at('orders.dataset.yaml'), 1, text);
  return session.snapshot(at('orders.dataset.yaml'));
}

describe('work after an edit', () => {
  it('reads a list as lines of JSON once typing has made lines of it, and as a list again', async () => {
    const uri = at('a.tools.json');
    const { session } = sessionOf({});
    const { workspace } = session;
    const lines = '{"name": "a"}\n{"name": "b"}\n';
    const read = () => workspace.store.peek(uri)!.source.documents.length;
    workspace.open(uri, 1, `[${lines}]`);
    expect(read()).toBe(1);
    workspace.change(uri, 2, [{ text: lines }]);
    expect(read()).toBe(2);
    const start = { line: 0, character: 0 };
    workspace.change(uri, 3, [{ range: { start, end: start }, text: '[' }]);
    expect(read()).toBe(1);
  });

  it('parses and lints the edited case alone in a dataset of 500 cases and 10,000 lines', async () => {
    const { session } = sessionOf({ 'orders.tools.json': TOOLS });
    const text = dataset(500);
    expect(text.split('\n').length).toBeGreaterThan(10_000);
    const before = (await open(session, text))!;
    expect(session.linter.lint(before)).toEqual([]);
    expect(session.linter.linted).toBe(500);

    const line = text.slice(0, text.indexOf('order_id: "250"')).split('\n').length - 1;
    const file = session.workspace.change(at('orders.dataset.yaml'), 2, [
      { range: { start: { line, character: 22 }, end: { line, character: 27 } }, text: '250' },
    ])!;
    expect(file.source.parsed).toBe(1);
    const after = (await session.snapshot(at('orders.dataset.yaml')))!;
    const findings = session.linter.lint(after);
    expect(findings.map(({ code }) => code)).toEqual(['arg-type']);
    expect(after.file.rangeOf(findings[0]!.place.tree, findings[0]!.place)?.start).toEqual({
      line,
      character: 22,
    });
    expect(session.linter.linted).toBe(501);
  });

  it('lints nothing again when an unrelated file changes, and all that use it when a manifest does', async () => {
    const { session } = sessionOf({ 'orders.tools.json': TOOLS, 'other.tools.json': TOOLS });
    const snapshot = (await open(session, dataset(20)))!;
    session.linter.lint(snapshot);
    session.workspace.open(at('other.tools.json'), 1, '{"tools": []}');
    session.linter.lint((await session.snapshot(at('orders.dataset.yaml')))!);
    expect(session.linter.linted).toBe(20);

    session.workspace.open(at('orders.tools.json'), 1, TOOLS.replace('get_order', 'find_order'));
    const after = (await session.snapshot(at('orders.dataset.yaml')))!;
    const codes = session.linter.lint(after).map(({ code }) => code);
    expect(new Set(codes)).toEqual(new Set(['unknown-tool']));
    expect(session.linter.linted).toBe(40);
  });

  it('names each file before it looks into it when the workspace is first listed, and once', async () => {
    const { session } = sessionOf({ 'a.case.yaml': 'case_id: a\n', 'b.case.yaml': 'case_id: b\n' });
    const worked: string[] = [];
    session.workspace.onWork = (uri) => void worked.push(uri);
    await session.loadCases();
    expect(worked).toEqual([at('a.case.yaml'), at('b.case.yaml')]);
    await session.loadCases();
    expect(worked).toHaveLength(2);
  });

  it('lints nothing again for a trace that was looked for in vain', async () => {
    const { session } = sessionOf({ 'a.case.yaml': 'case_id: a\ntrace: gone.trace.json\n' });
    await session.workspace.store.load(at('gone.trace.json'));
    session.linter.lint((await session.snapshot(at('a.case.yaml')))!);
    session.workspace.open(at('other.tools.json'), 1, '{"tools": []}');
    session.linter.lint((await session.snapshot(at('a.case.yaml')))!);
    expect(session.linter.linted).toBe(1);
  });

  it('reads each file that a dataset names once', async () => {
    const { session, files } = sessionOf({ 'orders.tools.json': TOOLS });
    await open(session, dataset(50));
    await session.snapshot(at('orders.dataset.yaml'));
    // The manifest, and the configuration that is not there.
    expect(files.reads).toBe(2);
  });
});
