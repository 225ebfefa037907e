import { describe, expect, it } from 'vitest';
import { definition } from './definition.ts';
import { documentLinks } from './document-links.ts';
import { documentHighlights, references } from './references.ts';
import { prepareRename, RenameRefused, rename } from './rename.ts';
import { type Asked, ask, changedBy, textAt, WRITINGS } from './testing.ts';

const TOOLS = `{"tools": [
  {"name": "search_flights", "annotations": {"readOnlyHint": true},
   "inputSchema": {"type": "object", "properties": {"origin": {"type": "string"}}, "required": ["origin"]}},
  {"name": "book_flight", "inputSchema": {"type": "object", "properties": {"flight_id": {"type": "string"}}}}
]}`;

const CASE = `case_id: one
tools: ./flights.tools.json
user_message: Book it.
expected:
  forbidden_tools: [cancel]
  calls:
    - id: search
      name: search_flights
      args: { origin: SFO }
    - name: book_flight
      after: search
      args:
        flight_id: { from_call: search, path: "$.id" }
trace: runs/one.trace.json
`;

const FILES = { 'flights.tools.json': TOOLS, 'runs/one.trace.json': '{"runs": []}' };

/** The case with a cursor behind the n-th time that a text stands in it. */
const at = (text: string, needle: string, nth = 1): string => {
  let offset = -1;
  for (let i = 0; i < nth; i++) offset = text.indexOf(needle, offset + 1);
  const end = offset + needle.length;
  return `${text.slice(0, end)}|${text.slice(end)}`;
};

const targets = (asked: Asked) =>
  definition(asked.context, asked.offset, asked.snapshots).map(
    ({ targetUri, targetRange }) =>
      `${targetUri.split('/').at(-1)}: ${textAt(asked, targetUri, targetRange)}`,
  );

const found = (asked: Asked) =>
  references(asked.context, asked.offset, true, asked.snapshots).map(
    ({ uri, range }) => `${uri.split('/').at(-1)}:${range.start.line} ${textAt(asked, uri, range)}`,
  );

describe.each(WRITINGS)('definition, $name', ({ write }) => {
  it.each([
    ['name: search_flights', 1, ['flights.tools.json: "search_flights"']],
    ['{ origin', 1, ['flights.tools.json: "origin"']],
    ['after: search', 1, ['one.case.yaml: search']],
    ['from_call: search', 1, ['one.case.yaml: search']],
    ['tools: ./flights.tools.json', 1, ['flights.tools.json: ']],
    ['trace: runs/one.trace.json', 1, ['one.trace.json: ']],
    ['user_message', 1, []],
  ])('of `%s`', async (needle, nth, expected) => {
    const asked = await ask({ ...FILES, 'one.case.yaml': write(at(CASE, needle, nth)) });
    expect(targets(asked)).toEqual(expected);
  });
});

describe.each(WRITINGS)('references, $name', ({ write }) => {
  it('finds a call from each of its mentions', async () => {
    for (const needle of ['id: search', 'after: search', 'from_call: search']) {
      const asked = await ask({ ...FILES, 'one.case.yaml': write(at(CASE, needle)) });
      expect(found(asked)).toEqual([
        'one.case.yaml:6 search',
        'one.case.yaml:10 search',
        'one.case.yaml:12 search',
      ]);
    }
  });

  it('highlights them in the file', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': write(at(CASE, 'after: search')) });
    const highlights = documentHighlights(asked.context, asked.offset);
    expect(highlights.map(({ range, kind }) => [range.start.line, kind])).toEqual([
      [6, 3],
      [10, 2],
      [12, 2],
    ]);
  });

  it('finds a tool in its manifest, in cases and in the configuration', async () => {
    const asked = await ask({
      ...FILES,
      'callsheet.config.yaml': write('policies:\n  search_flights: { consequence: read }\n'),
      'one.case.yaml': write(at(CASE, 'name: search_flights')),
      'two.case.yaml': write(CASE.replace('one', 'two').replace('cancel', 'search_flights')),
      'other.case.yaml': write(CASE.replace('./flights.tools.json', './other.tools.json')),
      'other.tools.json': TOOLS,
    });
    expect(found(asked).toSorted()).toEqual([
      'callsheet.config.yaml:1 search_flights',
      'flights.tools.json:1 search_flights',
      'one.case.yaml:7 search_flights',
      'two.case.yaml:4 search_flights',
      'two.case.yaml:7 search_flights',
    ]);
  });
});

describe('references to paths', () => {
  it('finds every file that names the same manifest', async () => {
    const asked = await ask({
      'flights.tools.json': TOOLS,
      'one.case.yaml': at(CASE, 'tools: ./flights.tools'),
      'deep/two.case.yaml': CASE.replace('./flights', '../flights'),
    });
    expect(found(asked)).toEqual([
      'one.case.yaml:1 ./flights.tools.json',
      'two.case.yaml:1 ../flights.tools.json',
    ]);
  });

  it('links paths that lead to a file', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': at(CASE, 'case_id') });
    const uri = asked.context.snapshot.file.uri;
    expect(documentLinks(asked.context).map(({ range }) => textAt(asked, uri, range))).toEqual([
      './flights.tools.json',
      'runs/one.trace.json',
    ]);
  });

  it('links nothing to a file that is not there', async () => {
    const asked = await ask({ 'one.case.yaml': at(CASE, 'case_id') });
    expect(documentLinks(asked.context)).toEqual([]);
  });
});

const renamed = (asked: Asked, name: string) =>
  changedBy(asked, rename(asked.context, asked.offset, name, asked.snapshots));

const refusal = (asked: Asked, name: string): string => {
  try {
    rename(asked.context, asked.offset, name, asked.snapshots);
  } catch (error) {
    if (error instanceof RenameRefused) return error.message;
    throw error;
  }
  return 'not refused';
};

describe.each(WRITINGS)('rename, $name', ({ write }) => {
  it('renames a call with every reference', async () => {
    const asked = await ask({ ...FILES, 'one.case.yaml': write(at(CASE, 'from_call: search')) });
    expect(prepareRename(asked.context, asked.offset)?.placeholder).toBe('search');
    const wanted = write(CASE)
      .replace('id: search', 'id: found')
      .replace('after: search', 'after: found')
      .replace('from_call: search', 'from_call: found');
    expect(renamed(asked, 'found')).toEqual({ 'one.case.yaml': wanted });
  });

  it('renames a tool across cases and configuration, never in its manifest', async () => {
    const config = write('policies:\n  book_flight: { consequence: write }\n');
    const asked = await ask({
      ...FILES,
      'callsheet.config.yaml': config,
      'one.case.yaml': write(at(CASE, 'name: book_flight')),
      'two.case.yaml': write(CASE.replace('one', 'two').replace('cancel', '"book_flight"')),
    });
    const made = renamed(asked, 'book');
    expect(Object.keys(made).toSorted()).toEqual([
      'callsheet.config.yaml',
      'one.case.yaml',
      'two.case.yaml',
    ]);
    expect(made['callsheet.config.yaml']).toBe(config.replace('book_flight', 'book'));
    expect(made['two.case.yaml']).toContain('forbidden_tools: ["book"]');
  });

  it('renames a golden trajectory in its file and behind every path', async () => {
    const golden = write('golden_id: good\ncalls:\n  - name: search_flights\n');
    const asked = await ask({
      'a.golden.yaml': golden,
      'one.case.yaml': write('case_id: one\nexpected:\n  golden: "a.golden.yaml#go|od"\n'),
      'two.case.yaml': write(
        'case_id: two\nexpected:\n  any_of:\n    - golden: a.golden.yaml#good\n',
      ),
    });
    expect(renamed(asked, 'best')).toEqual({
      'a.golden.yaml': golden.replace('good', 'best'),
      'one.case.yaml': write('case_id: one\nexpected:\n  golden: "a.golden.yaml#best"\n'),
      'two.case.yaml': write(
        'case_id: two\nexpected:\n  any_of:\n    - golden: a.golden.yaml#best\n',
      ),
    });
  });
});

const DATASET = `dataset: pairs
cases:
  - include: "*.case.yaml"
  - case_id: near
    expected: { tool_behavior: no_call }
near_neighbors:
  - [near, far]
`;
const FAR = 'case_id: far\nexpected: { tool_behavior: no_call }\n';

describe('rename of a case', () => {
  it('goes through the dataset that includes it', async () => {
    const asked = await ask({ 'all.dataset.yaml': at(DATASET, 'far'), 'far.case.yaml': FAR });
    expect(renamed(asked, 'away')).toEqual({
      'all.dataset.yaml': DATASET.replace('far', 'away'),
      'far.case.yaml': FAR.replace('far', 'away'),
    });
  });

  it('leaves a case of the same id in another set alone', async () => {
    const other =
      'dataset: other\ncases:\n  - case_id: far\n    expected: { tool_behavior: no_call }\n';
    const asked = await ask({
      'all.dataset.yaml': DATASET,
      'far.case.yaml': at(FAR, 'far'),
      'sub/other.dataset.yaml': other,
    });
    expect(Object.keys(renamed(asked, 'away')).toSorted()).toEqual([
      'all.dataset.yaml',
      'far.case.yaml',
    ]);
  });

  it('quotes a name that YAML would read as something else', async () => {
    const asked = await ask({ 'far.case.yaml': at(FAR, 'far') });
    expect(renamed(asked, 'true')).toEqual({ 'far.case.yaml': FAR.replace('far', '"true"') });
    const json = await ask({ 'far.case.json': '{"case_id": "fa|r", "expected": {}}' });
    expect(renamed(json, 'a"b')).toEqual({
      'far.case.json': '{"case_id": "a\\"b", "expected": {}}',
    });
  });

  it('refuses a taken, empty or malformed name', async () => {
    const asked = await ask({ 'all.dataset.yaml': DATASET, 'far.case.yaml': at(FAR, 'far') });
    expect(refusal(asked, 'near')).toContain('taken');
    expect(refusal(asked, '')).toContain('empty');
    expect(refusal(asked, '  ')).toContain('empty');
    expect(refusal(asked, 'a\nb')).toContain('cannot be seen');
    expect(refusal(asked, 'away')).toBe('not refused');
  });

  it('changes one of two that share an id, and nothing else', async () => {
    const asked = await ask({ 'a.case.yaml': at(FAR, 'far'), 'b.case.yaml': FAR });
    expect(Object.keys(renamed(asked, 'away'))).toEqual(['a.case.yaml']);
  });
});

describe('rename refuses', () => {
  it.each([
    ['id: search', 'book flight', 'letters, digits'],
    ['id: search', '1st', 'letters, digits'],
    ['id: search', '', 'empty'],
    ['id: search', 'book_flight', 'a tool'],
    ['name: search_flights', 'book_flight', 'another tool'],
    ['name: search_flights', 'cancel', 'another tool'],
    ['name: search_flights', 'two words', 'letters, digits'],
  ])('%s as “%s”', async (needle, name, reason) => {
    const asked = await ask({ ...FILES, 'one.case.yaml': at(CASE, needle) });
    expect(refusal(asked, name)).toContain(reason);
  });

  it('a path, and a tool in its manifest', async () => {
    const path = await ask({ ...FILES, 'one.case.yaml': at(CASE, 'tools: ./flights') });
    expect(() => prepareRename(path.context, path.offset)).toThrow(RenameRefused);
    const manifest = await ask({ 'a.tools.json': at(TOOLS, 'search_f') });
    expect(() => prepareRename(manifest.context, manifest.offset)).toThrow(RenameRefused);
    const nothing = await ask({ ...FILES, 'one.case.yaml': at(CASE, 'user_me') });
    expect(prepareRename(nothing.context, nothing.offset)).toBeUndefined();
  });

  it('nothing where the manifest has the new name already and the old no more', async () => {
    const asked = await ask({
      'flights.tools.json': TOOLS.replace('book_flight', 'reserve'),
      'one.case.yaml': at(CASE, 'name: book_flight'),
    });
    expect(renamed(asked, 'reserve')['one.case.yaml']).toContain('name: reserve');
  });
});
