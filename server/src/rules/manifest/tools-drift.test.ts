import { describe, expect, it } from 'vitest';
import { createLock, definitionDigest, labelOf } from '../../manifest/index.ts';
import type { ToolDefinition } from '../../model/tool.ts';
import type { JsonObject } from '../../model/value.ts';
import { lintCase } from '../lint.ts';
import { contextOf, expectFindings, expectFix, type Setting } from '../testing.ts';
import type { ToolSpec } from '../testing-tools.ts';

const RULES = ['tools-drift', 'label-missing', 'unknown-tool'];
const text = { type: 'string' };

const definition = (
  properties: JsonObject,
  required: string[] = [],
  more: Partial<ToolDefinition> = {},
): ToolDefinition => ({
  name: 'weather',
  description: 'Says what the weather is like somewhere.',
  input_schema: { type: 'object', properties, required },
  ...more,
});

const spec = ({ input_schema, ...tool }: ToolDefinition): ToolSpec => ({
  ...tool,
  ...(input_schema !== undefined && { inputSchema: input_schema }),
});

const label = (tool: ToolDefinition): string => labelOf(definitionDigest(tool));

const BEFORE = definition({ city: text, unit: { enum: ['c', 'f', 'k'] } }, ['city']);

/** A case labelled against the tool as it was, in a workspace whose manifest has it as it is. */
const now = (after: ToolDefinition, locked = true): Setting => ({
  tools: [spec(after)],
  ...(locked && { lock: createLock(new Map([[definitionDigest(BEFORE), BEFORE]])) }),
});

const CASE = `
case_id: a
tools_digest:
  weather: ${label(BEFORE)}
expected:
  calls:
    - name: weather
      args: { city: Rome, unit: k }
`;

const findings = (written: string, setting: Setting) =>
  lintCase(contextOf(written.slice(1), setting))
    .filter(({ code }) => RULES.includes(code))
    .map(({ message, place, related = [] }) => ({
      message,
      at: place.tree.text.slice(place.start, place.end),
      breaks: related.map((each) => [
        place.tree.text.slice(each.place.start, each.place.end),
        each.message,
      ]),
    }));

describe('tools-drift', () => {
  it('is silent while the tool is as it was, or no manifest can say', () => {
    expectFindings(CASE, now(BEFORE), RULES);
    expectFindings(
      CASE.replace(/sha256:(\w+)/, (_, hex) => `sha256:${hex.toUpperCase()}`),
      now(BEFORE),
      RULES,
    );
    expectFindings(CASE, {}, RULES);
    expectFindings(CASE, { tools: [], complete: false }, RULES);
  });

  it('leaves what is no label to the shape rules', () => {
    expectFindings(
      'case_id: a\ntools_digest: { weather: "sha256:12" }\nexpected: {}\n',
      now(BEFORE),
      RULES,
    );
  });

  it('stands on the label, with what has changed and the lines that it breaks', () => {
    const after = definition({ place: text, unit: { enum: ['c', 'f'] } }, ['place']);
    expect(findings(CASE, now(after))).toEqual([
      {
        message:
          '`weather` has changed since this was labelled: argument `city` renamed to `place`; argument `unit` no longer takes "k"',
        at: label(BEFORE),
        breaks: [
          ['city', 'argument `city` renamed to `place`'],
          ['k', 'argument `unit` no longer takes "k"'],
        ],
      },
    ]);
  });

  it('names no line that still fits', () => {
    const after = definition(
      { city: text, unit: { enum: ['c', 'k'] }, days: { type: 'integer' } },
      ['city'],
      { description: 'Says what the weather will be.' },
    );
    expect(findings(CASE, now(after))).toEqual([
      {
        message:
          '`weather` has changed since this was labelled: description edited; argument `unit` no longer takes "f"; argument `days` added',
        at: label(BEFORE),
        breaks: [],
      },
    ]);
  });

  it('names the call that lacks what is required now, and the value of a wrong type', () => {
    const after = definition({ city: { type: 'integer' }, unit: text, key: text }, ['city', 'key']);
    expect(findings(CASE, now(after))[0]?.breaks).toEqual([
      ['weather', 'argument `key` added, and required'],
      ['Rome', 'argument `city`: type changed from string to integer'],
    ]);
  });

  it('says only that the tool changed where the lock file does not know what it was', () => {
    expectFindings(
      `
case_id: a
tools_digest: { weather: ${label(BEFORE)} }
#                        ^^^^^^^^^^^^^^^^^^^^^^^ warning tools-drift: \`weather\` has changed since this was labelled
expected: { calls: [{ name: weather, args: { city: Rome } }] }
`,
      now(definition({ city: text }, ['city']), false),
      RULES,
    );
  });

  it('tells a renamed tool, there and where the case names it', () => {
    const after = { ...BEFORE, name: 'get_weather' };
    expect(findings(CASE, now(after))).toEqual([
      {
        message: '`weather` has changed since this was labelled: renamed to `get_weather`',
        at: label(BEFORE),
        breaks: [['weather', 'renamed to `get_weather`']],
      },
      {
        message: 'no manifest of this case has a tool `weather`: it was renamed to `get_weather`',
        at: 'weather',
        breaks: [],
      },
    ]);
    expectFix(
      CASE,
      'Change to `get_weather`',
      CASE.replace('name: weather', 'name: get_weather'),
      now(after),
    );
    expectFix(
      CASE,
      'Label again, after review',
      CASE.replace(/weather: sha256:\w+/, `get_weather: ${label(after)}`),
      now(after),
    );
  });

  it('tells a tool that is gone, unless a manifest could not be read', () => {
    const other = definition({ to: text }, [], { name: 'pay', description: 'Pays.' });
    expect(findings(CASE, now(other))[0]).toEqual({
      message: '`weather` was labelled, and no manifest of this case has it any more',
      at: label(BEFORE),
      breaks: [['weather', 'removed']],
    });
    expectFindings(CASE, { ...now(other), complete: false }, RULES);
  });

  it('labels again, in the quotes and at the length that stand there', () => {
    const after = definition({ city: text });
    const long = definitionDigest(BEFORE);
    expectFix(
      `{"case_id": "a", "tools_digest": {"weather": "${long}"}, "expected": {"calls": []}}`,
      'Label again, after review',
      `{"case_id": "a", "tools_digest": {"weather": "${definitionDigest(after)}"}, "expected": {"calls": []}}`,
      { ...now(after), language: 'json' },
    );
  });

  it('reports labels of a dataset on each case that names the tool', () => {
    const setting = {
      ...now(definition({ city: text })),
      dataset: `dataset: d\ndefaults: { tools_digest: { weather: ${label(BEFORE)} } }\n`,
    };
    expectFindings(
      `
case_id: a
#        ^ warning tools-drift: argument \`city\` made optional
expected: { forbidden_tools: [weather] }
`,
      setting,
      RULES,
    );
    expectFindings('case_id: a\nexpected: { tool_behavior: no_call }\n', setting, RULES);
  });
});

describe('label-missing', () => {
  const config = 'rules: { label-missing: info }\n';

  it('is off until asked for, then on the first key', () => {
    const bare = 'case_id: a\nexpected: { forbidden_tools: [weather] }\n';
    expectFindings(bare, now(BEFORE), RULES);
    expectFindings(
      `
case_id: a
#<<<<<< info label-missing: which state of \`weather\`
expected: { forbidden_tools: [weather] }
`,
      { ...now(BEFORE), config },
      RULES,
    );
    expectFix(
      bare,
      'Label with the tools as they are',
      `case_id: a\nexpected: { forbidden_tools: [weather] }\ntools_digest:\n  weather: "${label(BEFORE)}"\n`,
      { ...now(BEFORE), config },
    );
  });

  it('is silent where the case is labelled, or names no tool that is known', () => {
    expectFindings(CASE, { ...now(BEFORE), config }, RULES);
    expectFindings(
      'case_id: a\nexpected: { tool_behavior: no_call }\n',
      { ...now(BEFORE), config },
      RULES,
    );
  });
});
