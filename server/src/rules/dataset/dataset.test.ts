import { describe, expect, it } from 'vitest';
import { readDataset } from '../../model/read-dataset.ts';
import { sensitiveKind } from '../../model/sensitive.ts';
import { parseFile } from '../../syntax/index.ts';
import type { DatasetContext } from '../rule.ts';
import { contextOf, expectFindings } from '../testing.ts';
import { TRAVEL } from '../testing-tools.ts';
import { lintDataset } from './lint-dataset.ts';

const tools = TRAVEL;

const set = (
  cases: readonly string[],
  dataset = 'dataset: travel\n',
  setting = {},
): DatasetContext => {
  const { scope } = contextOf('case_id: none\n', { tools, ...setting });
  return {
    uri: 'test:/a.dataset.yaml',
    dataset: readDataset(parseFile(dataset, 'yaml').documents[0]!.frame.tree)!,
    config: scope.config,
    toolset: scope.toolset,
    cases: cases.map((text) => contextOf(text, { tools, ...setting })),
  };
};

const codes = (context: DatasetContext): string[] => [
  ...new Set(lintDataset(context).map(({ code }) => code)),
];

const FULL = [
  'case_id: a\nexpected: { tool_behavior: no_call }\n',
  'case_id: b\nexpected: { must_clarify: true }\n',
  'case_id: c\nexpected: { calls: [{ name: search_flights, fails: { kind: timeout } }, { name: book_flight }] }\n',
  'case_id: d\nrisk_tags: [injection]\nexpected: { forbidden_tools: [send_payment, old_search, bash] }\n',
];

describe('a dataset', () => {
  it('that measures everything has no findings', () => {
    expect(lintDataset(set(FULL))).toEqual([]);
  });

  it('is asked for each kind of case', () => {
    const expected = [
      'no-irrelevance-case',
      'no-clarify-case',
      'no-failure-injection',
      'no-adversarial-case',
    ];
    for (const [index, code] of expected.entries()) {
      const others = FULL.filter((_, each) => each !== index);
      expect(codes(set(others)).filter((each) => each !== 'tool-uncovered')).toEqual([code]);
    }
  });

  it('says so on its name', () => {
    const [found] = lintDataset(set(FULL.slice(1)));
    const { tree, start, end } = found!.place;
    expect(tree.text.slice(start, end)).toBe('travel');
  });

  it('names each tool that it leaves out', () => {
    const found = lintDataset(set(FULL.slice(0, 3))).filter(
      ({ code }) => code === 'tool-uncovered',
    );
    expect(found.map(({ message }) => message)).toEqual(
      ['send_payment', 'old_search', 'bash'].map(
        (name) => `no case expects or forbids \`${name}\``,
      ),
    );
  });

  it('tells confusable tools apart by a pair of cases', () => {
    const similar = ['get_user', 'get_users'].map((name) => ({ name, inputSchema: {} }));
    const cases = similar.map(
      ({ name }, index) => `case_id: c${index}\nexpected: { calls: [{ name: ${name} }] }\n`,
    );
    const confusable = (dataset: string) =>
      codes(set(cases, dataset, { tools: similar })).filter((code) => !code.startsWith('no-'));
    expect(confusable('dataset: d\n')).toEqual(['confusable-uncovered']);
    expect(confusable('dataset: d\nnear_neighbors: [[c0, c1]]\n')).toEqual([]);
    expect(confusable('dataset: d\nnear_neighbors: [[c0, c1], [c0, c9]]\n')).toEqual([
      'near-neighbor-unknown',
    ]);
  });
});

describe('few-trials', () => {
  it('stands on the id, in a dataset alone', () => {
    const text = `
case_id: pay
#        ^^^ info few-trials: tried only once
expected:
  calls: [{ name: send_payment, args: { amount: 5, recipient: A, idempotency_key: k } }]
`;
    expectFindings(text, { tools, dataset: 'dataset: d\n' });
    const plain = text.replace(/#.*\n/, '');
    expectFindings(plain, { tools });
    expectFindings(plain, { tools, dataset: 'dataset: d\ndefaults: { trials: 5 }\n' });
    expectFindings(plain.replace('expected', 'trials: 10\nexpected'), {
      tools,
      dataset: 'dataset: d\n',
    });
  });
});

describe('sensitive-data', () => {
  it('stands on the scalar', () => {
    expectFindings(
      `
case_id: a
title: ann@acme.com
user_message: Write to ann@acme.com, please
#             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning sensitive-data: e-mail address
expected:
  calls:
    - name: bash
      args: { to: bob@example.com, card: 4111 1111 1111 1111 }
      #                                  ^^^^^^^^^^^^^^^^^^^ warning sensitive-data: card number
`,
    );
    expectFindings(
      'case_id: a\nuser_message: Write to ann@mail.acme.com\nexpected: { max_calls: 0 }\n',
      { config: 'sensitive: { domains: [ACME.com] }\n' },
    );
  });

  it('knows keys, tokens and cards, and what only looks like them', () => {
    const token = (prefix: string, length: number) => prefix + 'a1B2'.repeat(20).slice(0, length);
    for (const text of [
      `-----BEGIN RSA ${'PRIVATE'} KEY-----`,
      token('ghp_', 36),
      token('sk-ant-', 40),
      '5500-0000-0000-0004',
      'card 378282246310005.',
    ]) {
      expect(sensitiveKind(text, []), text).toBeDefined();
    }
    for (const text of [
      '4111 1111 1111 1112',
      '1234567890123452',
      '0000000000000000',
      'order 4111111111111111.5',
      'id a4111111111111111',
      'ann@shop.example',
      'user@localhost',
      'sk-short',
      '2026-06-12T08:00:00.000Z',
    ]) {
      expect(sensitiveKind(text, []), text).toBeUndefined();
    }
  });
});
