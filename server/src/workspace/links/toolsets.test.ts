import { expect, it } from 'vitest';
import { at, sessionOf } from '../testing.ts';

const TOOL = {
  name: 'pay',
  inputSchema: {
    type: 'object',
    properties: { sum: { type: 'number' }, to: { enum: ['a', 'b'] } },
    required: ['sum'],
  },
};
const MANIFEST = JSON.stringify({ tools: [TOOL] });
const OWN = 'expected: { calls: [{ name: pay, args: { to: c, frm: x } }, { name: pya }] }';

/** The same case, whose tools reach it on each way that there is. */
const WAYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'by path': { 'one.case.yaml': `tools: m.tools.json\n${OWN}\n`, 'm.tools.json': MANIFEST },
  'by path, under any name': { 'one.case.yaml': `tools: m.txt\n${OWN}\n`, 'm.txt': MANIFEST },
  'as an object with a path': {
    'one.case.yaml': `tools: { path: m.tools.json }\n${OWN}\n`,
    'm.tools.json': MANIFEST,
  },
  'in a list': { 'one.case.yaml': `tools: [m.tools.json]\n${OWN}\n`, 'm.tools.json': MANIFEST },
  'as they are': { 'one.case.yaml': `tools: ${JSON.stringify([TOOL])}\n${OWN}\n` },
  'by the configuration': {
    'one.case.yaml': `x-tools: none\n${OWN}\n`,
    'm.tools.json': MANIFEST,
    'callsheet.config.yaml': 'tools: m.tools.json\n',
  },
  'by the dataset that takes the case in': {
    'one.case.yaml': `x-tools: none\n${OWN}\n`,
    'm.tools.json': MANIFEST,
    'all.dataset.yaml': 'dataset: all\ntools: m.tools.json\ncases: [{ include: "*.case.yaml" }]\n',
  },
};

/** What is found in the case's expectation, as code, underlined text and message. */
async function found(files: Readonly<Record<string, string>>): Promise<readonly string[][]> {
  const withId = { ...files, 'one.case.yaml': `case_id: one\n${files['one.case.yaml']}` };
  const { session } = sessionOf(withId);
  await session.loadCases();
  const snapshot = (await session.snapshot(at('one.case.yaml')))!;
  return session
    .findings(snapshot)
    .lint.filter(({ place }) => place.start > place.tree.text.indexOf('expected'))
    .map(({ code, place, message }) => [
      code,
      place.tree.text.slice(place.start, place.end),
      message,
    ]);
}

const expected = await found(WAYS['by path']!);

it('is found of a case what there is to find', () => {
  expect(expected.map(([code, text]) => `${code} ${text}`)).toMatchInlineSnapshot(`
    [
      "missing-required-arg pay",
      "arg-enum c",
      "unknown-arg frm",
      "unknown-tool pya",
    ]
  `);
});

it.each(Object.entries(WAYS))('the same is found where tools are named %s', async (_, files) => {
  expect(await found(files)).toEqual(expected);
});
