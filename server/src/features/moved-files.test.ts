import { describe, expect, it } from 'vitest';
import { at } from '../workspace/testing.ts';
import { editsForMoves } from './moved-files.ts';
import { ask, changedBy, WRITINGS } from './testing.ts';

const CASE = `case_id: one
tools: [./flights.tools.json, { path: "deep/more.tools.json" }]
expected:
  golden: good.golden.yaml#good
trace: runs/one.trace.json
`;
const GOLDEN = `golden_id: good
source: { trace: runs/one.trace.json }
calls: []
`;
const DATASET = `dataset: all
cases:
  - include: "cases/*.case.yaml"
`;
const CONFIG = 'tools: flights.tools.json\n';

const FILES = {
  'one.case.yaml': CASE,
  'good.golden.yaml': GOLDEN,
  'all.dataset.yaml': DATASET,
  'callsheet.config.yaml': CONFIG,
  'flights.tools.json': '{"tools": []}',
};

const moved = async (from: string, to: string, files: Readonly<Record<string, string>> = FILES) => {
  const asked = await ask(files);
  const edit = editsForMoves(asked.context, [{ from: at(from), to: at(to) }], asked.snapshots);
  return changedBy(asked, edit);
};

describe.each(WRITINGS)('a file that moves, $name', ({ write }) => {
  const files = Object.fromEntries(
    Object.entries(FILES).map(([path, text]) => [path, write(text)] as const),
  );

  it('takes the paths to it along', async () => {
    expect(await moved('flights.tools.json', 'tools/air.tools.json', files)).toEqual({
      'one.case.yaml': write(CASE).replace('./flights.tools.json', './tools/air.tools.json'),
      'callsheet.config.yaml': write(CONFIG).replace('flights.tools.json', 'tools/air.tools.json'),
    });
  });

  it('takes the paths in it along', async () => {
    expect(await moved('one.case.yaml', 'cases/one.case.yaml', files)).toEqual({
      'one.case.yaml': write(CASE)
        .replace('./flights', '../flights')
        .replace('deep/', '../deep/')
        .replace('good.golden', '../good.golden')
        .replace('runs/', '../runs/'),
    });
  });
});

describe('a move', () => {
  it('of a golden trajectory keeps the id behind the path', async () => {
    const made = await moved('good.golden.yaml', 'gold/better.golden.yaml');
    expect(made['one.case.yaml']).toContain('golden: gold/better.golden.yaml#good\n');
    expect(made['good.golden.yaml']).toContain('{ trace: ../runs/one.trace.json }');
  });

  it('of a folder changes what leads into it, wildcards included', async () => {
    expect(await moved('cases', 'eval/cases')).toEqual({
      'all.dataset.yaml': DATASET.replace('cases/*', 'eval/cases/*'),
    });
    expect(await moved('runs', 'recorded')).toEqual({
      'one.case.yaml': CASE.replace('runs/', 'recorded/'),
      'good.golden.yaml': GOLDEN.replace('runs/', 'recorded/'),
    });
  });

  it('to a name that needs quotes writes them', async () => {
    const made = await moved('flights.tools.json', 'my flights: all.tools.json');
    expect(made['callsheet.config.yaml']).toBe('tools: "my flights: all.tools.json"\n');
  });

  it('of something else changes nothing', async () => {
    expect(await moved('README.md', 'docs/README.md')).toEqual({});
  });
});
