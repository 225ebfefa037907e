import { describe, expect, it } from 'vitest';
import { codeLenses } from './code-lens.ts';
import { foldingRanges } from './folding.ts';
import { format } from './format.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { selectionRanges } from './selection-ranges.ts';
import { semanticTokens, TOKEN_MODIFIERS, TOKEN_TYPES } from './semantic-tokens.ts';
import { documentSymbols, workspaceSymbols } from './symbols.ts';
import { type Asked, ask, edited, textAt, WRITINGS } from './testing.ts';

const TOOLS = JSON.stringify({
  tools: [
    {
      name: 'search_flights',
      description: 'Finds flights. Not trains.',
      annotations: { readOnlyHint: true },
      inputSchema: {
        type: 'object',
        properties: {
          origin: { type: 'string', description: 'An airport.', maxLength: 3 },
          limit: { type: 'integer', deprecated: true },
        },
        required: ['origin'],
      },
    },
    {
      name: 'book_flight',
      annotations: { readOnlyHint: false, destructiveHint: false },
      inputSchema: { type: 'object', properties: { flight_id: { type: 'string' } } },
    },
  ],
});

const CASE = `case_id: one
title: Book a flight
tools: flights.tools.json
user_message: Book it.
expected:
  calls:
    - id: search
      name: search_flights
      args: { origin: SFO, limit: 1 }
    - name: book_flight
      args:
        flight_id: { from_call: search, path: "$.id" }
trace: one.trace.json
`;

const TRACE = JSON.stringify({
  trace_version: 1,
  runs: [
    {
      run_id: 'r1',
      calls: [
        {
          name: 'search_flights',
          arguments: { origin: 'SFO', limit: 1 },
          status: 'ok',
          output: { id: 'F7' },
        },
        { name: 'book_flight', arguments: { flight_id: 'F7' }, status: 'ok', output: {} },
      ],
    },
  ],
});

const FILES = { 'flights.tools.json': TOOLS, 'one.trace.json': TRACE };
const ALL = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };

const at = (text: string, needle: string): string => {
  const end = text.indexOf(needle) + needle.length;
  return `${text.slice(0, end)}|${text.slice(end)}`;
};

const hoverText = ({ context, offset }: Asked): string | undefined => {
  const contents = hover(context, offset)?.contents;
  return typeof contents === 'object' && 'value' in contents ? contents.value : undefined;
};

describe.each(WRITINGS)('hover, $name', ({ write }) => {
  it.each([
    [
      'name: search_flights',
      ['**search\\_flights** · _read_', 'Finds flights\\.', '`origin`: `string` · required'],
    ],
    [
      '{ origin',
      [
        '**origin**: `string` · required',
        'An airport\\.',
        'maxLength: `3`',
        '`origin` must be "SFO"',
      ],
    ],
    ['origin: SF', ['`origin` must be "SFO"', 'In the last run it was `"SFO"`']],
    [
      'from_call: sea',
      ['Call 1: **search\\_flights** (`search`)', 'In the last run it was `"F7"`'],
    ],
    [
      'path: "$.',
      ['must be a value that search returned at $\\.id', 'In the last run it was `"F7"`'],
    ],
    [
      'case_id: one',
      ['**one** · Book a flight', '✓ Passed', '`calls[0]`: search\\_flights is called'],
    ],
    ['user_message', ['']],
    ['tools: flights', ['Tool manifest: `flights.tools.json`']],
  ])('of `%s`', async (needle, parts) => {
    const asked = await ask(
      { ...FILES, 'one.case.yaml': write(at(CASE, needle)) },
      { score: true },
    );
    const text = hoverText(asked);
    expect(text).toBeTruthy();
    for (const part of parts) expect(text).toContain(part);
  });
});

describe('hover', () => {
  it('gives plain text to a client that shows no other', async () => {
    const files = { ...FILES, 'one.case.yaml': at(CASE, 'name: search_flights') };
    const asked = await ask(files, { client: { markdown: false } });
    expect(hover(asked.context, asked.offset)?.contents).toMatchObject({ kind: 'plaintext' });
    expect(hoverText(asked)).toMatch(/^search_flights · read\n\nFinds flights\. Not trains\./);
  });

  it('tells a missing manifest, and its resolved path', async () => {
    const asked = await ask({ 'deep/one.case.yaml': at(CASE, 'tools: fl') });
    expect(hoverText(asked)).toBe(
      'Tool manifest: `deep/flights.tools.json`\n\nIt cannot be read: no such file.',
    );
  });

  it('explains keys of datasets and configurations, and tools in policies', async () => {
    const dataset = await ask({ 'a.dataset.yaml': 'dataset: a\nnear_nei|ghbors: []\n' });
    expect(hoverText(dataset)).toContain('Pairs of cases');
    const config =
      'tools: [flights.tools.json]\npolicies:\n  book_fl|ight: { consequence: write }\n';
    const policy = await ask({ ...FILES, 'callsheet.config.yaml': config });
    expect(hoverText(policy)).toContain('**book\\_flight**');
  });

  it('explains the words of the format, and leaves prose alone', async () => {
    const asked = await ask({ 'one.case.yaml': 'case_id: a\nuser_message: some wo|rds\n' });
    expect(hoverText(asked)).toBeUndefined();
    const word = await ask({
      'one.case.yaml': 'case_id: a\nexpected: { tool_behavior: no_ca|ll }\n',
    });
    expect(hoverText(word)).toContain('no tool applies');
  });
});

describe.each(WRITINGS)('inlay hints, $name', ({ write }) => {
  const hints = async (score: boolean) => {
    const asked = await ask({ ...FILES, 'one.case.yaml': `${write(CASE)}|` }, { score });
    return inlayHints(asked.context, ALL, true).map(({ position, label }) => [
      position.line,
      label,
    ]);
  };

  it('shows consequences before anything is scored', async () => {
    expect(await hints(false)).toEqual([
      [7, 'read'],
      [9, 'write'],
    ]);
  });

  it('shows the calls and the values of the last run', async () => {
    expect(await hints(true)).toEqual([
      [0, '✓ 1/1'],
      [7, 'read'],
      [7, '→ call 1'],
      [9, 'write'],
      [9, '→ call 2'],
      [11, '= "F7"'],
    ]);
  });
});

describe.each(WRITINGS)('semantic tokens, $name', ({ write }) => {
  it('colours tools, arguments, ids and the keys of matchers', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': `${write(CASE)}|` });
    const { data } = semanticTokens(asked.context);
    const lines = write(CASE).split(/\r?\n/);
    const tokens: string[] = [];
    let [line, character] = [0, 0];
    for (let i = 0; i < data.length; i += 5) {
      const [down, right, length, type, modifiers] = data.slice(i, i + 5) as [
        number,
        number,
        number,
        number,
        number,
      ];
      character = down === 0 ? character + right : right;
      line += down;
      const names = TOKEN_MODIFIERS.filter((_, bit) => modifiers & (1 << bit));
      tokens.push(
        [lines[line]!.slice(character, character + length), TOKEN_TYPES[type], ...names].join(' '),
      );
    }
    expect(tokens).toEqual([
      'one class declaration',
      'search variable declaration',
      'search_flights function',
      'origin parameter',
      'limit parameter deprecated',
      'book_flight function',
      'flight_id parameter',
      'from_call keyword',
      'search variable',
      'path keyword',
    ]);
  });
});

describe('symbols', () => {
  it('lists cases and their calls, as a tree or as a list', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': `${CASE}|` });
    expect(documentSymbols(asked.context)).toMatchObject([
      {
        name: 'one',
        detail: 'Book a flight',
        children: [{ name: 'search_flights', detail: 'search' }, { name: 'book_flight' }],
      },
    ]);
    const flat = await ask(
      { ...FILES, 'one.case.yaml': `${CASE}|` },
      { client: { symbolTree: false } },
    );
    expect(documentSymbols(flat.context)).toMatchObject([
      { name: 'one' },
      { name: 'search_flights', containerName: 'one' },
      { name: 'book_flight', containerName: 'one' },
    ]);
  });

  it('lists the runs of a trace, with what became of their calls', async () => {
    const trace =
      '{"case_id": "one", "runs": [\n{"run_id": "r1", "calls": [\n{"name": "look", "arguments": {}, "status": "ok"},\n' +
      '{"name": "book", "arguments": {}, "status": "error"}]},\n{"run_id": "r2", "calls": []}]}|';
    const symbols = documentSymbols((await ask({ 'a.trace.json': trace })).context);
    expect(symbols).toMatchObject([
      {
        name: 'r1',
        detail: 'one',
        range: { start: { line: 1 }, end: { line: 3 } },
        children: [
          { name: 'look', detail: 'ok', range: { start: { line: 2 }, end: { line: 2 } } },
          { name: 'book', detail: 'error', range: { start: { line: 3 } } },
        ],
      },
      { name: 'r2', range: { start: { line: 4 } }, children: [] },
    ]);
    const foreign =
      '[{"role": "user", "content": "go"},\n{"role": "assistant", "tool_calls": [{"id": "1", "type": "function",' +
      ' "function": {"name": "look", "arguments": "{}"}}]}]|';
    expect(documentSymbols((await ask({ 'b.trace.json': foreign })).context)).toMatchObject([
      {
        range: { start: { line: 0 }, end: { line: 1 } },
        children: [{ name: 'look', detail: 'unanswered', range: { start: { line: 0 } } }],
      },
    ]);
  });

  it('finds cases by id or title, and tools, in the whole workspace', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': `${CASE}|` });
    const files = asked.snapshots.map(({ file }) => file);
    const found = (query: string) =>
      workspaceSymbols(query, files, () => false).map(({ name }) => name);
    expect(found('bkflght').toSorted()).toEqual(['book_flight', 'one']);
    expect(found('zzz')).toEqual([]);
    expect(workspaceSymbols('', files, () => true)).toEqual([]);
  });
});

describe('a text that does not parse', () => {
  it('keeps its last good symbols and lenses, moved along with the edit', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': `|${CASE}\n---\ncase_id: two\n` });
    const { workspace, snapshot } = asked.context;
    const { uri } = snapshot.file;
    expect(codeLenses(asked.context).map(({ range }) => range.start.line)).toEqual([0, 0, 15, 15]);
    workspace.open(uri, 2, `# a\n# b\ncase_id: "one\n${CASE.slice(13)}\n---\ncase_id: two\n`);
    const broken = { ...asked.context, snapshot: workspace.peek(uri)! };
    expect(codeLenses(broken).map(({ range }) => range.start.line)).toEqual([0, 0, 17, 17]);
    expect(documentSymbols(broken)).toHaveLength(2);
    workspace.open(uri, 3, 'case_id: two\n');
    const mended = { ...asked.context, snapshot: workspace.peek(uri)! };
    expect(documentSymbols(mended)).toHaveLength(1);
  });

  it('keeps them beside their cases while edits are made in several places', async () => {
    const caseOf = (id: string) => `case_id: ${id}\nexpected: { tool_behavior: no_call }\n`;
    const text = ['one', 'two', 'three'].map(caseOf).join('---\n');
    const asked = await ask({ 'one.case.yaml': `|${text}` });
    const { workspace, snapshot } = asked.context;
    const { uri } = snapshot.file;
    const shown = () => {
      const now = { ...asked.context, snapshot: workspace.peek(uri)! };
      return codeLenses(now).map(({ range }) => range.start.line);
    };
    expect(shown()).toEqual([0, 0, 3, 3, 6, 6]);
    const broken = text.replace('no_call }\n---\ncase_id: three', 'no_call\n---\ncase_id: three');
    workspace.open(uri, 2, broken);
    expect(shown()).toEqual([0, 0, 3, 3, 6, 6]);
    workspace.open(uri, 3, `# a\n# b\n${broken}`);
    expect(shown()).toEqual([2, 2, 5, 5, 8, 8]);
    workspace.open(uri, 4, `# a\n${broken.replace('---\n', '---\n# c\n')}`);
    expect(shown()).toEqual([1, 1, 5, 5, 8, 8]);
    workspace.open(uri, 5, broken.slice(broken.indexOf('case_id: two')));
    for (const line of shown()) expect(line).toBeGreaterThanOrEqual(0);
    expect(shown().slice(2)).toEqual([0, 0, 3, 3]);
  });
});

describe('code lenses', () => {
  it('run and rescore each case, and show its last verdict', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': `${CASE}|` }, { score: true });
    const argument = { uri: asked.context.snapshot.file.uri, case_id: 'one' };
    expect(codeLenses(asked.context).map(({ command }) => command)).toEqual([
      { title: 'Run', command: 'callsheet.runCase', arguments: [argument] },
      { title: 'Rescore', command: 'callsheet.rescoreCase', arguments: [argument] },
      { title: '✓ passed', command: 'callsheet.rescoreCase', arguments: [argument] },
      { title: 'Report', command: 'callsheet.openReport', arguments: [argument] },
    ]);
  });

  it('lead to no report where the client shows none', async () => {
    const client = { reports: false };
    const asked = await ask({ ...FILES, 'one.case.yaml': `${CASE}|` }, { score: true, client });
    expect(codeLenses(asked.context).map(({ command }) => command?.title)).toEqual([
      'Run',
      'Rescore',
      '✓ passed',
    ]);
  });

  it('do not run where no process can be started', async () => {
    const asked = await ask({ 'one.case.yaml': `${CASE}|` }, { client: { canRun: false } });
    expect(codeLenses(asked.context).map(({ command }) => command?.title)).toEqual(['Rescore']);
  });
});

describe.each(WRITINGS)('folding, $name', ({ write }) => {
  it('folds mappings, lists and comments', async () => {
    const text = write(`# a\n# b\n${CASE}`);
    const asked = await ask({ ...FILES, 'one.case.yaml': `${text}|` });
    expect(
      foldingRanges(asked.context).map(({ startLine, endLine, kind }) => [
        startLine,
        endLine,
        kind,
      ]),
    ).toEqual([
      [0, 1, 'comment'],
      [2, 14, undefined],
      [6, 13, undefined],
      [7, 13, undefined],
      [8, 10, undefined],
      [11, 13, undefined],
      [12, 13, undefined],
    ]);
  });
});

describe('folding of JSON', () => {
  it('leaves the closing bracket in sight', async () => {
    const asked = await ask({
      'one.case.json': '{\n  "case_id": "a",\n  "tags": [\n    "x"\n  ]\n}\n|',
    });
    expect(foldingRanges(asked.context)).toEqual([
      { startLine: 0, endLine: 4 },
      { startLine: 2, endLine: 3 },
    ]);
  });
});

describe.each(WRITINGS)('selection ranges, $name', ({ write }) => {
  it('grow from the text to the file', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': write(at(CASE, 'path: "$.')) });
    const { file } = asked.context.snapshot;
    const [selection] = selectionRanges(asked.context, [file.document!.positionAt(asked.offset)]);
    const texts: string[] = [];
    for (let each = selection; each; each = each.parent) {
      texts.push(textAt(asked, file.uri, each.range).replaceAll('\r\n', '\n'));
    }
    expect(texts.slice(0, 5)).toEqual([
      '$.id',
      '"$.id"',
      'path: "$.id"',
      '{ from_call: search, path: "$.id" }',
      'flight_id: { from_call: search, path: "$.id" }',
    ]);
    expect(texts.at(-1)).toBe(write(CASE).replaceAll('\r\n', '\n'));
  });
});

describe('formatting', () => {
  it('is offered for what an author writes, and for nothing else', async () => {
    const options = { tabSize: 2, insertSpaces: true };
    const asked = await ask({ 'one.case.yaml': 'case_id: a   \n|expected:\n     max_calls: 1' });
    const { file } = asked.context.snapshot;
    expect(edited(file.text, format(asked.context, options))).toBe(
      'case_id: a\nexpected:\n  max_calls: 1\n',
    );
    const manifest = await ask({ 'a.tools.json': `|${TOOLS}` });
    expect(format(manifest.context, options)).toEqual([]);
  });
});
