// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of files are written so.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeWith } from './testing.ts';

const MODULES = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol');
const FAKE = join(import.meta.dirname, '../mcp/testing/fake-server.mjs');
const EVERYTHING = join(MODULES, 'server-everything/dist/index.js');

interface Pulled {
  tools: {
    name: string;
    description: string;
    inputSchema: { properties: Record<string, { enum?: string[] }> };
  }[];
}

/** Three cases: of the tool whose description is edited, of the one whose enum loses a member, of neither. */
const CASES = {
  'callsheet.config.yaml': 'tools: ./all.tools.json\n',
  'echo.case.yaml':
    '# Reviewed.\ncase_id: says-it-again\nuser_message: Say hi.\nexpected:\n  calls:\n    - { name: echo, args: { message: hi } } # once\n',
  'message.case.json':
    '{\n  "case_id": "annotated",\n  "user_message": "Show me an error.",\n  "expected": {\n    "calls": [{ "name": "get-annotated-message", "args": { "messageType": "debug" } }],\n    "forbidden_tools": ["get-sum"]\n  }\n}\n',
  'sum.case.yaml':
    'case_id: adds\nuser_message: What is 1 + 2?\nexpected: { calls: [{ name: get-sum, args: { a: 1, b: 2 } }] }\n',
};

describe('from pulling to drift', () => {
  it('marks exactly the cases that a change touches', async () => {
    const { run, read, folder } = placeWith(CASES);
    const pulled = await run(
      'tools',
      'pull',
      '--out',
      'all.tools.json',
      '--',
      process.execPath,
      EVERYTHING,
    );
    expect(pulled).toMatchObject({ code: 0, out: '' });
    expect(pulled.err).toMatch(/^13 tools of mcp-servers\/everything .* in all\.tools\.json\n$/);

    expect(await run('tools', 'label')).toMatchObject({ code: 0, err: '' });
    expect(read('echo.case.yaml')).toMatch(
      /# Reviewed\.\n[\s\S]*args: \{ message: hi \} \} # once\ntools_digest:\n {2}echo: "sha256:[0-9a-f]{16}"\n$/,
    );
    expect(Object.keys(JSON.parse(read('message.case.json')).tools_digest)).toEqual([
      'get-annotated-message',
      'get-sum',
    ]);
    expect(Object.keys(JSON.parse(read('callsheet.lock.json')))).toHaveLength(3);
    expect((await run('check', '--drift')).code).toBe(0);
    const before = read('all.tools.json');
    expect((await run('tools', 'label')).out).toBe('3 files, 0 changed\n');

    const manifest: Pulled = JSON.parse(before);
    const named = (name: string) => manifest.tools.find((tool) => tool.name === name)!;
    named('echo').description = 'Repeats what it is told.';
    const type = named('get-annotated-message').inputSchema.properties.messageType!;
    type.enum = type.enum!.filter((member) => member !== 'debug');
    writeFileSync(join(folder, 'old.tools.json'), before);
    writeFileSync(join(folder, 'all.tools.json'), JSON.stringify(manifest));

    const checked = await run('check', '--drift', '--format', 'json');
    expect(checked.code).toBe(1);
    const { diagnostics } = JSON.parse(checked.out);
    expect(
      diagnostics.map(
        (each: { file: string; message: string; severity: string; related?: object[] }) => [
          each.file,
          each.severity,
          each.message,
          each.related?.length ?? 0,
        ],
      ),
    ).toEqual([
      [
        'echo.case.yaml',
        'error',
        '`echo` has changed since this was labelled: description edited',
        0,
      ],
      [
        'message.case.json',
        'error',
        '`get-annotated-message` has changed since this was labelled: argument `messageType` no longer takes "debug"',
        1,
      ],
    ]);

    const diff = await run('tools', 'diff', 'old.tools.json', 'all.tools.json', '--format', 'json');
    expect(diff).toMatchObject({ code: 0, err: '' });
    const { tools, cases } = JSON.parse(diff.out);
    expect(tools.map((tool: { name: string }) => tool.name)).toEqual([
      'echo',
      'get-annotated-message',
    ]);
    expect(cases).toEqual([
      {
        case_id: 'says-it-again',
        file: 'echo.case.yaml',
        lines: [
          {
            tool: 'echo',
            kind: 'description',
            message: 'description edited',
            breaks: false,
            range: { start: { line: 5, character: 14 }, end: { line: 5, character: 18 } },
          },
        ],
      },
      {
        case_id: 'annotated',
        file: 'message.case.json',
        lines: [
          {
            tool: 'get-annotated-message',
            kind: 'enum-narrowed',
            message: 'argument `messageType` no longer takes "debug"',
            breaks: true,
            range: { start: { line: 4, character: 74 }, end: { line: 4, character: 81 } },
          },
        ],
      },
    ]);
    const pretty = await run('tools', 'diff', 'old.tools.json', 'all.tools.json');
    expect(pretty.out).toContain(
      'annotated message.case.json\n  5:75 breaks get-annotated-message: ',
    );
    expect(pretty.out).toContain('2 tools changed, 2 cases touched\n');
    const markdown = await run(
      'tools',
      'diff',
      'old.tools.json',
      'all.tools.json',
      '--format',
      'markdown',
    );
    expect(markdown.out).toContain(
      '| says-it-again | echo.case.yaml:6 | echo: description edited | review |',
    );

    expect((await run('tools', 'label', 'echo.case.yaml')).out).toBe(
      'echo.case.yaml: labelled\n1 file, 1 changed\n',
    );
    expect((await run('check', '--drift', 'echo.case.yaml')).code).toBe(0);
    expect(Object.keys(JSON.parse(read('callsheet.lock.json')))).toHaveLength(3);
  });
});

describe('tools label', () => {
  const tools = (...names: string[]) =>
    JSON.stringify({ tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) });

  it('labels what datasets hold, and the tools of a golden trajectory that a case names', async () => {
    const { run, read } = placeWith({
      'a.tools.json': tools('one', 'two'),
      'd.dataset.yaml':
        'dataset: d\ntools: ./a.tools.json\ncases:\n  - case_id: a\n    expected: { golden: ./g.golden.yaml }\n  - case_id: b\n    expected: { tool_behavior: no_call }\n  - case_id: c\n    expected: { allowed_tools: [two] }\n',
      'g.golden.yaml': 'golden_id: g\ntools: ./a.tools.json\ncalls: [{ name: one }]\n',
    });
    expect((await run('tools', 'label')).code).toBe(0);
    expect(read('d.dataset.yaml')).toMatch(
      /case_id: a\n {4}expected: \{ golden: .*\}\n {4}tools_digest:\n {6}one: "sha256:\w+"\n {2}- case_id: b\n.*\n {2}- case_id: c\n.*\n {4}tools_digest:\n {6}two: /,
    );
    expect(read('g.golden.yaml')).toMatch(/calls: .*\ntools_digest:\n {2}one: "sha256:\w+"\n$/);
  });

  it('adds, renews and takes out labels, in the style that stands there', async () => {
    const { run, read } = placeWith({
      'a.tools.json': tools('one', 'two'),
      'a.case.yaml':
        'case_id: a\ntools: ./a.tools.json\ntools_digest: { gone: sha256:0000000000000000, one: "sha256:11111111111111111111" } # labels\nexpected: { calls: [{ name: one }, { name: two }] }\n',
    });
    await run('tools', 'label');
    expect(read('a.case.yaml')).toMatch(
      /\ntools_digest: \{ one: "sha256:[0-9a-f]{20}", two: "sha256:[0-9a-f]{16}" \} # labels\n/,
    );
    expect((await run('check', '--drift')).code).toBe(0);
  });

  it('drops definitions that no label vouches for any more', async () => {
    const { run, read, folder } = placeWith({
      'a.tools.json': tools('one', 'two'),
      'a.case.yaml': 'case_id: a\ntools: ./a.tools.json\nexpected: { calls: [{ name: one }] }\n',
    });
    await run('tools', 'label');
    const first = read('callsheet.lock.json');
    writeFileSync(
      join(folder, 'a.tools.json'),
      tools('one').replace('{"type"', '{"title":"x","type"'),
    );
    await run('tools', 'label');
    expect(read('callsheet.lock.json')).not.toBe(first);
    expect(Object.keys(JSON.parse(read('callsheet.lock.json')))).toHaveLength(1);
  });

  it('does not write over a lock file that it cannot read', async () => {
    const broken = '<<<<<<< ours\n{}\n';
    const { run, read } = placeWith({
      'a.tools.json': tools('one'),
      'a.case.yaml': 'case_id: a\ntools: ./a.tools.json\nexpected: { calls: [{ name: one }] }\n',
      'callsheet.lock.json': broken,
    });
    expect(await run('tools', 'label')).toMatchObject({ code: 2 });
    expect(read('callsheet.lock.json')).toBe(broken);
  });

  it('leaves texts that do not parse alone, and says where there is nothing to label', async () => {
    const broken = 'case_id: a\nexpected: [\n';
    const { run, read } = placeWith({ 'a.case.yaml': broken });
    expect(await run('tools', 'label')).toMatchObject({
      code: 0,
      err: 'a.case.yaml: 1 case not labelled: its text does not parse\n',
    });
    expect(read('a.case.yaml')).toBe(broken);
    const empty = placeWith({ 'callsheet.config.yaml': '' });
    expect(await empty.run('tools', 'label')).toMatchObject({
      code: 2,
      err: 'callsheet: there is no case, golden or dataset to label at these paths\n',
    });
  });
});

describe('tools pull', () => {
  const mcpJson = (way: string, version = '1') =>
    `{ /* ours */ "servers": { "fake": { "command": ${JSON.stringify(process.execPath)}, "args": [${JSON.stringify(FAKE)}, "${way}", "${version}"], "cwd": "\${workspaceFolder}" } } }`;

  it('finds a server in a file of another tool, and prints what it lists, valid or not', async () => {
    const { run } = placeWith({ '.vscode/mcp.json': mcpJson('invalid-tool') });
    const { code, out, err } = await run('tools', 'pull', '--server', 'fake');
    expect(code).toBe(0);
    expect(JSON.parse(out).tools).toHaveLength(4);
    expect(err).toContain('4 tools of fake 1 (MCP 2025-11-25)\n');
    expect(err).toContain('not as it should be: broken: "inputSchema" is no schema');
  });

  it('takes a server of the configuration', async () => {
    const { run, read } = placeWith({
      'callsheet.config.yaml': `servers: { shop: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(FAKE)}, pages] } }\n`,
    });
    expect(
      await run('tools', 'pull', '--server', 'shop', '--out', 'shop.tools.json'),
    ).toMatchObject({ code: 0 });
    expect(JSON.parse(read('shop.tools.json')).tools).toHaveLength(3);
  });

  it('fails with what to do, and writes nothing', async () => {
    const { run, read } = placeWith({
      '.vscode/mcp.json': mcpJson('x', '${input:key}').replace(
        '{ /*',
        '{ "inputs": [{ "id": "key" }], /*',
      ),
      'old.tools.json': 'old',
    });
    const failure = async (...args: string[]) => {
      const { code, err, out } = await run('tools', 'pull', '--out', 'old.tools.json', ...args);
      expect([code, out]).toEqual([2, '']);
      return err;
    };
    expect(await failure()).toContain(
      'name a server with --server NAME, or give a command after --',
    );
    expect(await failure('--server', 'fake', '--', 'node')).toContain('exclude each other');
    expect(await failure('--server', 'other')).toContain('known are fake');
    expect(await failure('--server', 'fake')).toContain('run this in a terminal');
    expect(await failure('--', process.execPath, FAKE, 'exit')).toContain('it said: no key\n');
    expect(await failure('--timeout', '1', '--', process.execPath, FAKE, 'hang')).toContain(
      'within 1 s',
    );
    expect(await failure('--timeout', 'x')).toContain('a number of seconds is needed');
    expect(read('old.tools.json')).toBe('old');
  });
});

describe('tools diff', () => {
  it('fails where a manifest is none', async () => {
    const { run } = placeWith({ 'a.tools.json': '{}' });
    expect(await run('tools', 'diff', 'a.tools.json', 'b.tools.json')).toMatchObject({
      code: 2,
      err: 'callsheet: no tool is defined in a.tools.json\n',
    });
    expect((await run('tools', 'diff', 'x.tools.json', 'a.tools.json')).err).toContain(
      'there is no manifest x.tools.json',
    );
  });

  it('leaves alone cases that are judged against other tools by the same names', async () => {
    const tool = (description: string) =>
      JSON.stringify({ tools: [{ name: 'one', description, inputSchema: { type: 'object' } }] });
    const written = (manifest: string) =>
      `case_id: ${manifest}\ntools: ./${manifest}.tools.json\nexpected: { calls: [{ name: one }] }\n`;
    const { run } = placeWith({
      'old.json': tool('x'),
      'new.tools.json': tool('y'),
      'other.tools.json': tool('z'),
      'new.case.yaml': written('new'),
      'other.case.yaml': written('other'),
    });
    const { out } = await run('tools', 'diff', 'old.json', 'new.tools.json', '--format', 'json');
    expect(JSON.parse(out).cases.map((each: { case_id: string }) => each.case_id)).toEqual(['new']);
  });
});
