import type { World } from './documents.ts';

const TOOLS = '{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}';

/** What the fuzzer once broke us with, by what was wrong. */
export const FOUND: Readonly<Record<string, World>> = {
  'a path of half a character': {
    path: 'a.case.json',
    text: '{"case_id":"a","tools":["m.tools.json","\\ud800"],"trace":"\\ud800","expected":{"golden":"\\ud800"}}',
    others: { 'm.tools.json': TOOLS },
  },
  'a glob of half a character': {
    path: 'a.dataset.yaml',
    text: 'dataset: b\ncases:\n  - include: "*.\ud800.yaml"\n  - include: ""\n',
    others: {},
  },
  'a dialect that is a big integer': {
    path: 'm.tools.json',
    text: '{"tools":[{"name":"t","inputSchema":{"$schema":99999999999999999999}}]}',
    others: {},
  },
  'a manifest that is named in vain': {
    path: 'a.dataset.yaml',
    text: 'dataset: a\ntools:\n  - path: c\ndefaults:\n  tools: d\ncases:\n  - case_id: c\n',
    others: {},
  },
  'a predicate module that is not there': {
    path: 'callsheet.config.yaml',
    text: 'predicates: c\n',
    others: {},
  },
  'an empty glob': {
    path: 'callsheet.config.yaml',
    text: 'files:\n  golden:\n    - ""\n',
    others: { 'a.case.yaml': 'case_id: a\nexpected: {}\n' },
  },
};
