import { describe, expect, it } from 'vitest';
import { FILES } from './fixtures.ts';
import { completeAt, testRows } from './testing.ts';

describe('scaffolds', () => {
  testRows([
    [
      'a case',
      '¦\n',
      'Case with calls',
      'case_id: case_id\nuser_message: What the user says\ntools: f.tools.json\nexpected:\n  calls:\n    - name: tool_name\n      args:\n        $4\n',
    ],
    [
      'a clarify case',
      '\n¦\n',
      'Clarify case',
      '\ncase_id: case_id\nuser_message: An ambiguous request\ntools: f.tools.json\nexpected:\n  tool_behavior: clarify\n',
    ],
    [
      'an irrelevance case in JSON',
      '¦\n',
      'Irrelevance case',
      '{ "case_id": "case_id", "user_message": "A question that needs no tool", "tools": "f.tools.json", "expected": { "tool_behavior": "no_call" } }\n',
      { name: 'a.case.json' },
    ],
    [
      'a dataset',
      '¦\n',
      'Dataset',
      'dataset: name\ntools: f.tools.json\ncases:\n  - include: "cases/*.case.yaml"\n',
      { name: 'a.dataset.yaml' },
    ],
    [
      'a case in a dataset',
      'dataset: d\ntools: f.tools.json\ncases:\n  - ¦\n',
      'Clarify case',
      'dataset: d\ntools: f.tools.json\ncases:\n  - case_id: case_id\n    user_message: An ambiguous request\n    expected:\n      tool_behavior: clarify\n',
      { name: 'a.dataset.yaml' },
    ],
    [
      'a golden trajectory',
      '¦\n',
      'Golden trajectory',
      'golden_id: golden_id\nuser_message: What the user says\ntools: f.tools.json\ncalls:\n  - name: tool_name\n    args:\n      $4\n    returns:\n      $5\n',
      { name: 'a.golden.yaml' },
    ],
    [
      'a configuration',
      '¦\n',
      'Configuration',
      'tools: f.tools.json\npolicies:\n  tool_name:\n    consequence: read\n',
      { name: 'callsheet.config.yaml' },
    ],
  ]);

  it('leave the manifest to the configuration where it names one', async () => {
    const done = await completeAt('¦', {
      files: { ...FILES, 'callsheet.config.yaml': 'tools: f.tools.json\n' },
    });
    expect(done.after('Case with calls')).toBe(
      'case_id: case_id\nuser_message: What the user says\nexpected:\n  calls:\n    - name: search_flights\n      args:\n        $4',
    );
  });
});
