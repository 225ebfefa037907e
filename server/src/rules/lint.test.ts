import { describe, expect, it } from 'vitest';
import { fixesFor, lintCase } from './lint.ts';
import { ALL_RULES, CASE_RULES, RULES } from './registry.ts';
import { renderRulesPage } from './rules-page.ts';
import { contextOf, expectFindings } from './testing.ts';
import { TRAVEL } from './testing-tools.ts';

const tools = TRAVEL;

describe('severities', () => {
  it('are the configuration to say', () => {
    const text = `
case_id: a
expected:
  calls:
    - name: serch_flights
`;
    expectFindings(`${text}#           ^^^^^^^^^^^^^ hint unknown-tool\n`, {
      tools,
      config: 'rules: { unknown-tool: hint }\n',
    });
    expectFindings(text, { tools, config: 'rules: { unknown-tool: off }\n' });
    expectFindings('case_id: 1\nexpected: { tool_behavior: no_call }\n', {
      config: 'rules: { wrong-type: off }\n',
    });
  });
});

describe('suppression', () => {
  it('works by comment, for the line and the rule named', () => {
    expectFindings(
      `
case_id: a
expected:
  calls:
    - name: serch_flights # callsheet-disable-line unknown-tool
    # callsheet-disable-next-line unknown-tool
    - name: serch_flights
    - name: serch_flights # callsheet-disable-line unknown-arg
#           ^^^^^^^^^^^^^ error unknown-tool
`,
      { tools },
    );
  });

  it('works by key, for what stands in that very object', () => {
    expectFindings(
      `
{"case_id": "a", "expected": {"calls": [{"name": "serch_flights", "x-callsheet-disable": ["unknown-tool"]}]}}
`,
      { tools, language: 'json' },
    );
    expectFindings(
      `
{"case_id": "a", "x-callsheet-disable": ["unknown-tool"], "expected": {"calls": [{"name": "serch_flights"}]}}
#                                                                                         ^^^^^^^^^^^^^^^ error unknown-tool
`,
      { tools, language: 'json' },
    );
  });
});

describe('a rule that crashes', () => {
  it('is told of, and keeps no other from running', () => {
    const context = contextOf('case_id: a\nexpected: { calls: [{ name: x }] }\n', { tools });
    const scope = {
      ...context.scope,
      toolset: {
        ...context.scope.toolset,
        find: () => {
          throw new Error('boom');
        },
      },
    };
    const told: string[] = [];
    const found = lintCase({ ...context, scope }, (message) => told.push(message));
    expect(told).toContain('rule unknown-tool failed');
    expect(found).toEqual([]);
  });
});

describe('values that came through an alias', () => {
  it('are marked where the alias stands, related to where they are written', () => {
    const context = contextOf(
      'case_id: a\nexpected:\n  calls:\n    - name: book_flight\n      args: { flight_id: F, seats: &s two }\n    - name: book_flight\n      args: { flight_id: F, seats: *s }\n',
      { tools },
    );
    const { text } = context.subject.tree;
    const [, second] = lintCase(context);
    expect(text.slice(second!.place.start, second!.place.end)).toBe('*s');
    const written = second!.related![0]!.place;
    expect(text.slice(written.start, written.end)).toContain('two');
  });
});

describe('the registry', () => {
  it('has every rule once, each with its documentation', () => {
    expect(RULES.size).toBe(ALL_RULES.length);
    for (const { id, summary, details } of ALL_RULES) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(summary).toMatch(/\.$/);
      expect(details.trim().length).toBeGreaterThan(40);
    }
    expect(CASE_RULES.length).toBeGreaterThan(30);
  });

  /** `npx vitest run server/src/rules --update` writes the page anew. */
  it('is what docs/rules.md says', async () => {
    await expect(renderRulesPage()).toMatchFileSnapshot('../../../docs/rules.md');
  });
});

describe('fixes', () => {
  it('are offered with and without the context of a case', () => {
    const context = contextOf('case_id: 1\nexpected: { calls: [{ name: bok_flight }] }\n', {
      tools,
    });
    const [type, tool] = lintCase(context);
    expect(fixesFor(type!).map((fix) => fix.title)).toEqual(['Quote it']);
    expect(fixesFor(tool!)[0]?.title).toBe('Change to `book_flight`');
    expect(fixesFor(tool!, context)[0]?.title).toBe('Change to `book_flight`');
  });
});
