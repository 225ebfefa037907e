import { describe, expect, it } from 'vitest';
import { codeActions, FIX_ALL, resolveAction } from './code-actions.ts';
import { type Asked, ask, changedBy, WRITINGS } from './testing.ts';

const TOOLS = JSON.stringify({
  tools: [
    { name: 'search', inputSchema: { type: 'object', properties: { origin: { type: 'string' } } } },
  ],
});
const FILES = { 'a.tools.json': TOOLS };
const CASE = `case_id: one
tools: a.tools.json
expected:
  calls:
    - name: search
      args: { orig|n: SFO }
`;

const here = ({ context, offset }: Asked) => {
  const position = context.snapshot.file.document!.positionAt(offset);
  return { start: position, end: position };
};

const quickFixes = (asked: Asked) =>
  codeActions(asked.context, here(asked), { diagnostics: [], only: ['quickfix'] });

describe.each(WRITINGS)('quick fixes, $name', ({ write }) => {
  it('mend the finding at the cursor', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': write(CASE) });
    const fix = quickFixes(asked).find(({ isPreferred }) => isPreferred);
    expect(changedBy(asked, fix?.edit)).toEqual({
      'one.case.yaml': write(CASE).replace('orig|n', 'origin'),
    });
  });

  it('name a manifest where none is known, the nearest first', async () => {
    const files = { 'far/b.tools.json': TOOLS, 'a.tools.json': TOOLS };
    const text = 'ca|se_id: one # no tools\nexpected:\n  calls:\n    - name: search\n';
    const asked = await ask({ ...files, 'one.case.yaml': write(text) });
    const fixes = quickFixes(asked);
    expect(fixes.map(({ title }) => title)).toEqual([
      'Take the tools of `a.tools.json`',
      'Take the tools of `far/b.tools.json`',
    ]);
    expect(changedBy(asked, fixes[0]?.edit)).toEqual({
      'one.case.yaml': write(
        'case_id: one # no tools\ntools: a.tools.json\nexpected:\n  calls:\n    - name: search\n',
      ),
    });
  });

  it('come without their edits to a client that asks for them later', async () => {
    const files = { ...FILES, 'one.case.yaml': write(CASE) };
    const asked = await ask(files, { client: { resolvesActions: true } });
    const fix = quickFixes(asked).find(({ isPreferred }) => isPreferred)!;
    expect(fix.edit).toBeUndefined();
    expect(changedBy(asked, resolveAction(asked.context, fix).edit)).toEqual({
      'one.case.yaml': write(CASE).replace('orig|n', 'origin'),
    });
    const stale = { ...fix, data: { ...fix.data, version: 7 } };
    expect(resolveAction(asked.context, stale).edit).toBeUndefined();
  });
});

describe('kinds', () => {
  it('are given as they are asked for', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': CASE });
    const kinds = (only: string[]) =>
      codeActions(asked.context, here(asked), { diagnostics: [], only }).map(({ kind }) => kind);
    expect(new Set(kinds(['quickfix']))).toEqual(new Set(['quickfix']));
    expect(kinds(['refactor'])).toEqual([]);
    for (const only of [FIX_ALL, 'source.fixAll', 'source']) {
      expect(kinds([only]).every((kind) => kind === FIX_ALL)).toBe(true);
    }
  });

  it('fix all that is safe at once', async () => {
    const text = 'case_id: one\nexpected:\n\ttool_behavior: no_call\n|';
    const asked = await ask({ 'one.case.yaml': text });
    const actions = codeActions(asked.context, here(asked), { diagnostics: [], only: [FIX_ALL] });
    expect(actions).toHaveLength(1);
    expect(changedBy(asked, actions[0]?.edit)['one.case.yaml']).toBe(
      'case_id: one\nexpected:\n  tool_behavior: no_call\n',
    );
  });

  it('carry the version where the client takes it', async () => {
    const files = { ...FILES, 'one.case.yaml': CASE };
    const asked = await ask(files, { client: { documentChanges: true } });
    const { uri } = asked.context.snapshot.file;
    expect(quickFixes(asked)[0]?.edit?.documentChanges).toMatchObject([
      { textDocument: { uri, version: null } },
    ]);
  });
});
