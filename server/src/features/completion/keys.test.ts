import { describe, expect, it } from 'vitest';
import { HEAD } from './fixtures.ts';
import { completeAt, testRows } from './testing.ts';

const labels = async (source: string, name?: string) =>
  (await completeAt(source, name === undefined ? {} : { name })).labels;

describe('keys', () => {
  it('are offered by context, required ones first, and not again', async () => {
    expect((await labels('title: x\n¦\n')).slice(0, 3)).toEqual([
      'case_id',
      'expected',
      'description',
    ]);
    expect(await labels('case_id: a\nexpected:\n  match:\n    calls: exact\n    ¦\n')).toEqual([
      'args',
      'extra_calls',
      'compare',
      'ignore_args',
    ]);
    expect(await labels('golden_id: g\nsource: { ¦ }', 'a.golden.yaml')).toEqual([
      'trace',
      'run_id',
    ]);
    expect(
      await labels('runners:\n  a:\n    type: vscode-lm\n    ¦\n', 'callsheet.config.yaml'),
    ).toEqual(['vendor', 'family', 'max_turns', 'tools_from']);
  });

  it('leave out what a key that stands there rules out', async () => {
    expect(await labels('case_id: a\nuser_message: x\n¦')).not.toContain('messages');
    const expected = await labels('expected:\n  golden: x\n  ¦');
    expect(expected).not.toContain('calls');
    expect(expected).not.toContain('any_of');
  });

  it('say what they mean', async () => {
    const item = (await completeAt('¦')).item('case_id');
    expect(item).toMatchObject({
      detail: 'required',
      documentation: {
        kind: 'markdown',
        value: 'Identifier of the case, unique in its dataset.',
      },
    });
  });

  testRows([
    ['in an empty file', '¦', 'title', 'title: '],
    ['in a file of white space', '\n\n¦\n', 'expected', '\n\nexpected:\n  \n'],
    ['half typed, before others', 'ex¦\ntitle: x\n', 'expected', 'expected:\n  \ntitle: x\n'],
    [
      'in the middle',
      'case_id: a\nti¦\nexpected: {}\n',
      'title',
      'case_id: a\ntitle: \nexpected: {}\n',
    ],
    ['with a colon', 'ti¦tle: x\n', 'notes', 'notes: x\n'],
    ['in a quoted key', '"ti¦": x\n', 'title', '"title": x\n'],
    ['a list of texts', 'ta¦\n', 'tags', 'tags: [$1]\n'],
    ['a list of mappings', 'me¦\n', 'messages', 'messages:\n  - \n'],
    ['a choice', 'pa¦\n', 'pass_rule', 'pass_rule: ⟨all,majority,any⟩\n'],
    ['behind a colon', 'expected:¦\n', 'calls', 'expected:\n  calls:\n    - \n'],
    [
      'in braces',
      'expected: {¦}\n',
      'tool_behavior',
      'expected: {tool_behavior: ⟨call,no_call,no_write,clarify⟩}\n',
    ],
    ['in braces, a mapping', 'expected: { ¦ }\n', 'state', 'expected: { state: { $1 } }\n'],
    [
      'in braces over lines',
      'expected: {\n  max_calls: 1,\n  ¦\n}\n',
      'match',
      'expected: {\n  max_calls: 1,\n  match: { $1 }\n}\n',
    ],
    [
      'of a message',
      'messages:\n  - ¦\n',
      'role',
      'messages:\n  - role: ⟨system,developer,user,assistant,tool⟩\n',
    ],
    [
      'of a message that is begun',
      'messages:\n  - role: user\n    ¦\n',
      'content',
      'messages:\n  - role: user\n    content: \n',
    ],
    [
      'of a call, behind its dash',
      `${HEAD}    - ¦\n      name: x\n`,
      'id',
      `${HEAD}    - id: \n      name: x\n`,
    ],
    [
      'of a call, four spaces',
      'expected:\n    calls:\n        - name: x\n          fa¦\n',
      'fails',
      'expected:\n    calls:\n        - name: x\n          fails:\n              \n',
    ],
    ['in the second document', 'case_id: a\n---\nti¦\n', 'title', 'case_id: a\n---\ntitle: \n'],
    [
      'in a broken document',
      'case_id: a: b\ntitle: "x\nno¦\n',
      'notes',
      'case_id: a: b\ntitle: "x\nnotes: \n',
    ],
    ['in empty JSON', '{¦}', 'case_id', '{"case_id": "$1"}', { name: 'a.case.json' }],
    ['in JSON quotes', '{"ti¦"}', 'title', '{"title": "$1"}', { name: 'a.case.json' }],
    [
      'in JSON behind an entry',
      '{\n  "case_id": "a"\n  ¦\n}',
      'trials',
      '{\n  "case_id": "a",\n  "trials": \n}',
      { name: 'a.case.json' },
    ],
    [
      'in JSON before an entry',
      '{\n  ¦\n  "case_id": "a"\n}',
      'holdout',
      '{\n  "holdout": ⟨true,false⟩,\n  "case_id": "a"\n}',
      { name: 'a.case.json' },
    ],
    ['in JSON with a value', '{"ti¦": "x"}', 'notes', '{"notes": "x"}', { name: 'a.case.json' }],
    [
      'in a line of JSON',
      '{"case_id": "a"}\n{"ca¦"}\n',
      'case_id',
      '{"case_id": "a"}\n{"case_id": "$1"}\n',
      { name: 'a.cases.jsonl' },
    ],
    [
      'of a case of a dataset',
      'dataset: d\ncases:\n  - case_id: a\n    ex¦\n  - case_id: b\n',
      'expected',
      'dataset: d\ncases:\n  - case_id: a\n    expected:\n      \n  - case_id: b\n',
      { name: 'a.dataset.yaml' },
    ],
    [
      'of a dataset behind its cases',
      'dataset: d\ncases:\n  - case_id: a\nga¦\n',
      'gates',
      'dataset: d\ncases:\n  - case_id: a\ngates:\n  - \n',
      { name: 'a.dataset.yaml' },
    ],
    [
      'a rule with its severity',
      'rules:\n  too¦\n',
      'tools-missing',
      'rules:\n  tools-missing: ⟨"off",error,warning,info,hint⟩\n',
      { name: 'callsheet.config.yaml' },
    ],
  ]);

  it('insert or replace, as the editor prefers', async () => {
    const done = await completeAt('no¦tes: x\n');
    expect(done.after('title', 'insert')).toBe('titletes: x\n');
    expect(done.after('title', 'replace')).toBe('title: x\n');
    const plain = await completeAt('no¦tes: x\n', { client: { insertReplace: false } });
    expect(plain.item('title').textEdit).toEqual({
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } },
      newText: 'title',
    });
  });

  it('replace quotes as a whole, and are found by the text with its quotes', async () => {
    const done = await completeAt('{"ti¦t"}', { name: 'a.case.json' });
    expect(done.after('title', 'insert')).toBe('{"title": "$1"}');
    expect(done.item('title').filterText).toBe('"title"');
  });
});

describe('values of the format', () => {
  testRows([
    [
      'an enumeration',
      'expected:\n  tool_behavior: ¦\n',
      'clarify',
      'expected:\n  tool_behavior: clarify\n',
    ],
    [
      'right behind the colon',
      'expected:\n  tool_behavior:¦\n',
      'no_call',
      'expected:\n  tool_behavior: no_call\n',
    ],
    ['before a comment', 'pass_rule: m¦ # why\n', 'majority', 'pass_rule: majority # why\n'],
    ['on the next line', 'pass_rule:\n  ¦\n', 'any', 'pass_rule:\n  any\n'],
    ['a flag', 'holdout: ¦\n', 'true', 'holdout: true\n'],
    [
      'in braces',
      'expected: { match: { calls: ¦ } }\n',
      'in_order',
      'expected: { match: { calls: in_order } }\n',
    ],
    ['in JSON', '{"pass_rule": ¦}', 'all', '{"pass_rule": "all"}', { name: 'a.case.json' }],
    [
      'in JSON, half typed without quotes',
      '{"pass_rule": al¦}',
      'all',
      '{"pass_rule": "all"}',
      { name: 'a.case.json' },
    ],
    [
      'a severity',
      'rules:\n  tools-missing: ¦\n',
      'off',
      'rules:\n  tools-missing: "off"\n',
      { name: 'callsheet.config.yaml' },
    ],
    [
      'a metric',
      'gates:\n  - metric: pass¦\n',
      'pass_rate',
      'gates:\n  - metric: pass_rate\n',
      { name: 'callsheet.config.yaml' },
    ],
  ]);

  it('are not offered inside texts', async () => {
    expect(await labels('notes: |\n  some ¦\n')).toEqual([]);
  });

  it('begin no structure above the one that stands there', async () => {
    expect(await labels('expected: ¦\n  max_calls: 1\n')).toEqual([]);
    expect(await labels('tools: ¦\n  - f.tools.json\n')).toEqual([
      'f.tools.json',
      'more/g.tools.json',
    ]);
  });
});
