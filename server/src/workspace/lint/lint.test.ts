import { describe, expect, it } from 'vitest';
import type { Finding } from '../../model/finding.ts';
import { toUri } from '../files/uri.ts';
import type { Session } from '../session.ts';
import { at, sessionOf } from '../testing.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'pay',
      description: 'Pays an invoice from the company account.',
      inputSchema: { type: 'object', properties: { invoice: { type: 'string' } } },
      annotations: { destructiveHint: false },
    },
  ],
});

const CASE = `case_id: one
user_message: Pay invoice 7.
expected:
  calls:
    - name: pay
      args: { invoice: "7" }
`;

async function lint(session: Session, path: string): Promise<readonly Finding[]> {
  await session.loadCases();
  const snapshot = await session.snapshot(at(path));
  return snapshot ? session.linter.lint(snapshot) : [];
}

const codes = (findings: readonly Finding[]) => findings.map(({ code }) => code);

describe('what a file is judged by', () => {
  it('takes the manifest of the nearest: case, golden, dataset, configuration', async () => {
    const { session } = sessionOf({
      'callsheet.config.yaml': 'tools: tools/none.tools.json\n',
      'tools/none.tools.json': '{"tools": [{"name": "other", "inputSchema": {"type": "object"}}]}',
      'tools/pay.tools.json': TOOLS,
      'by-config.case.yaml': CASE,
      'by-case.case.yaml': CASE.replace('one', 'two').replace(
        'user',
        'tools: tools/pay.tools.json\nuser',
      ),
      'by-golden.case.yaml':
        'case_id: four\nexpected: { golden: pay.golden.yaml, allowed_tools: [pay] }\n',
      'pay.golden.yaml': 'golden_id: pay\ntools: tools/pay.tools.json\ncalls: [{ name: pay }]\n',
      'sub/set.dataset.yaml':
        'dataset: set\ntools: ../tools/pay.tools.json\ncases:\n  - include: "*.case.yaml"\n',
      'sub/by-dataset.case.yaml': CASE.replace('one', 'three'),
    });
    expect(codes(await lint(session, 'by-config.case.yaml'))).toEqual(['unknown-tool']);
    expect(codes(await lint(session, 'by-case.case.yaml'))).toEqual([]);
    expect(codes(await lint(session, 'by-golden.case.yaml'))).toEqual([]);
    expect(codes(await lint(session, 'sub/by-dataset.case.yaml'))).toEqual([]);
  });

  it('says once per file that no manifest is known, and stays silent about names', async () => {
    const text = `${CASE}---\n${CASE.replace('one', 'two')}`;
    const { session } = sessionOf({ 'a.case.yaml': text });
    expect(codes(await lint(session, 'a.case.yaml'))).toEqual(['tools-missing']);
  });

  it('stays silent about names while a manifest cannot be read', async () => {
    const { session } = sessionOf({ 'a.case.yaml': `tools: gone.tools.json\n${CASE}` });
    expect(codes(await lint(session, 'a.case.yaml'))).toEqual(['tools-unreadable']);
  });

  it('takes severities from the configuration, and looks again when they change', async () => {
    const { session } = sessionOf({
      'callsheet.config.yaml': 'rules: { tools-missing: "off" }\n',
      'a.case.yaml': CASE,
    });
    expect(codes(await lint(session, 'a.case.yaml'))).toEqual([]);
    session.workspace.open(at('callsheet.config.yaml'), 1, 'rules: { tools-missing: warning }\n');
    expect(await lint(session, 'a.case.yaml')).toMatchObject([
      { code: 'tools-missing', severity: 'warning' },
    ]);
  });
});

describe('ids', () => {
  it('are unique among the files that no dataset includes, and within a dataset', async () => {
    const { session } = sessionOf({
      'pay.tools.json': TOOLS,
      'callsheet.config.yaml': 'tools: pay.tools.json\n',
      'a.case.yaml': CASE,
      'b.case.yaml': CASE,
      'in/c.case.yaml': CASE,
      'in/set.dataset.yaml': 'dataset: set\ncases: [{ include: "c.case.yaml" }]\n',
    });
    const [finding] = await lint(session, 'a.case.yaml');
    expect(finding).toMatchObject({ code: 'duplicate-case-id' });
    expect(finding?.related?.map(({ place }) => place.uri)).toEqual([at('b.case.yaml')]);
    expect(codes(await lint(session, 'in/c.case.yaml'))).toEqual([]);
  });

  it('are compared with a file as it is in the editor, and again when it closes', async () => {
    const { session } = sessionOf({ 'a.case.yaml': CASE, 'b.case.yaml': CASE });
    session.workspace.open(at('b.case.yaml'), 1, CASE.replace('one', 'other'));
    await session.snapshot(at('b.case.yaml'));
    expect(codes(await lint(session, 'a.case.yaml'))).not.toContain('duplicate-case-id');
    session.workspace.close(at('b.case.yaml'));
    await session.snapshot(at('b.case.yaml'));
    expect(codes(await lint(session, 'a.case.yaml'))).toContain('duplicate-case-id');
  });
});

describe('broken and stray texts', () => {
  it('give a document its syntax findings alone, and its neighbours theirs', async () => {
    const { session } = sessionOf({
      'callsheet.config.yaml': 'tools: pay.tools.json\n',
      'pay.tools.json': TOOLS,
      'a.case.yaml': `${CASE.replace('pay\n', 'payy\n')}---\ncase_id: two\nexpected: { calls: [\n`,
    });
    const findings = codes(await lint(session, 'a.case.yaml'));
    expect(findings).toContain('unknown-tool');
    expect(new Set(findings)).toEqual(new Set(['unknown-tool', 'yaml-syntax']));
  });

  it('give a whole dataset its syntax findings alone', async () => {
    const { session } = sessionOf({
      'a.dataset.yaml':
        'dataset: a\ncases:\n  - case_id: one\n    expectedd: {}\n  - case_id: "two\n',
    });
    expect(new Set(codes(await lint(session, 'a.dataset.yaml')))).toEqual(new Set(['yaml-syntax']));
  });

  it('say what a file that is no case should be', async () => {
    const list = '- one\n- two\n';
    const { session } = sessionOf({ 'a.case.yaml': list, 'a.dataset.yaml': list });
    const [ofCase, ...more] = await lint(session, 'a.case.yaml');
    expect(more).toEqual([]);
    expect(ofCase?.code).toBe('wrong-type');
    expect(ofCase?.message).toContain('`---`');
    const [ofDataset] = await lint(session, 'a.dataset.yaml');
    expect(ofDataset?.message).toContain('`cases:`');
  });

  it('miss the case of a file that holds none, unless it was never saved', async () => {
    const empty = { 'a.case.yaml': '', 'b.case.yaml': '# to do\n---\n', 'c.golden.yml': '\n' };
    const { session } = sessionOf(empty);
    for (const path of Object.keys(empty)) {
      const found = await lint(session, path);
      expect(found.map(({ code, severity }) => [code, severity])).toEqual([
        ['missing-key', 'error'],
      ]);
    }
    const unsaved = toUri('untitled:Untitled-1');
    session.workspace.open(unsaved, 1, '');
    const snapshot = (await session.snapshot(unsaved))!;
    expect(session.linter.lint(snapshot)).toEqual([]);
    session.workspace.open(at('d.case.yaml'), 1, `${CASE}---\n`);
    expect(codes(await lint(session, 'd.case.yaml'))).not.toContain('missing-key');
  });

  it('find a case inside flow style, where nothing can be cut out', async () => {
    const { session } = sessionOf({
      'callsheet.config.yaml': 'tools: pay.tools.json\n',
      'pay.tools.json': TOOLS,
      'a.dataset.yaml':
        'dataset: a\ncases: [{ case_id: one, user_message: Pay 7, expected: { calls: [{ name: payy }] } }, { case_id: one, expected: { tool_behavior: no_call } }]\n',
    });
    expect(codes(await lint(session, 'a.dataset.yaml')).sort()).toEqual([
      'duplicate-case-id',
      'duplicate-case-id',
      'unknown-tool',
    ]);
  });
});

describe('datasets, configurations, manifests and traces', () => {
  it('are judged by their own rules', async () => {
    const { session } = sessionOf({
      'callsheet.config.yaml':
        'tools: pay.tools.json\npolicies: { payy: { consequence: write } }\n',
      'pay.tools.json': TOOLS,
      'a.dataset.yaml':
        'dataset: a\ncases:\n  - include: "none/*.case.yaml"\n  - include: "one.case.yaml"\n',
      'one.case.yaml': CASE,
      'bad.trace.json': '{"trace_version": 1, "runs": 3}',
    });
    expect(codes(await lint(session, 'callsheet.config.yaml'))).toEqual(['unknown-tool']);
    expect(codes(await lint(session, 'a.dataset.yaml'))).toContain('include-empty');
    expect(codes(await lint(session, 'bad.trace.json'))).toEqual(['trace-unreadable']);
    const snapshot = (await session.snapshot(at('a.dataset.yaml')))!;
    expect(codes(session.linter.lintSuite(snapshot))).toContain('no-irrelevance-case');
  });
});

describe('an untitled document', () => {
  it('takes relative paths from the first workspace folder', async () => {
    const { session } = sessionOf({ 'pay.tools.json': TOOLS });
    session.workspace.open('untitled:Untitled-1', 1, `tools: pay.tools.json\n${CASE}`);
    const snapshot = (await session.snapshot('untitled:Untitled-1'))!;
    expect(codes(session.linter.lint(snapshot))).toEqual([]);
  });
});
