import { expect, it, vi } from 'vitest';
import { at, sessionOf } from '../testing.ts';

const caseText = (id: string) =>
  `case_id: ${id}\nuser_message: Hello.\nexpected: { tool_behavior: no_call }\n`;

/** A dataset that takes in so many files, two of which share an id. */
const filesOf = (count: number) => ({
  'all.dataset.yaml': `dataset: all\ncases:\n  - include: "*.case.yaml"\n  - ${caseText('inline').trimEnd().replaceAll('\n', '\n    ')}\n`,
  'same.case.yaml': caseText('c3'),
  'inline.case.yaml': caseText('inline'),
  ...Object.fromEntries(
    Array.from({ length: count }, (_, i) => [`${i}.case.yaml`, caseText(`c${i}`)]),
  ),
});

const DUPLICATE = 'duplicate-case-id';

it('finds the ids that files of a dataset share, and those of its own cases', async () => {
  const { session } = sessionOf(filesOf(5));
  await session.loadCases();
  const found = async (path: string) => {
    const snapshot = await session.snapshot(at(path));
    return session.linter.lint(snapshot!).filter(({ code }) => code === DUPLICATE);
  };
  expect(await found('1.case.yaml')).toEqual([]);
  for (const path of ['3.case.yaml', 'same.case.yaml', 'inline.case.yaml', 'all.dataset.yaml']) {
    expect(await found(path)).toHaveLength(1);
  }
});

it('knows the files of a dataset as soon as the dataset is open', async () => {
  const { session } = sessionOf(filesOf(5));
  const snapshot = await session.snapshot(at('all.dataset.yaml'));
  const findings = session.linter.lint(snapshot!);
  expect(findings.filter(({ code }) => code === DUPLICATE)).toHaveLength(1);
});

it('does not look through all files of a dataset for each of them', async () => {
  const looksPerFile = async (count: number): Promise<number> => {
    const { session } = sessionOf(filesOf(count));
    await session.loadCases();
    const looks = vi.spyOn(session.workspace.store, 'peek');
    for (let i = 0; i < count; i++) {
      session.linter.lint((await session.snapshot(at(`${i}.case.yaml`)))!);
    }
    return looks.mock.calls.length / count;
  };
  expect(await looksPerFile(60)).toBeLessThan((await looksPerFile(20)) * 1.2);
});

it('lets the cases of several folders have the same ids', async () => {
  const { session } = sessionOf({
    'shop/a.case.yaml': caseText('one'),
    'bank/a.case.yaml': caseText('one'),
    'bank/b.case.yaml': caseText('one'),
  });
  session.workspace.configure([at('shop'), at('bank')], new Map());
  await session.loadCases();
  const found = async (path: string) => {
    const snapshot = await session.snapshot(at(path));
    const findings = session.linter.lint(snapshot!);
    return findings.filter(({ code }) => code === DUPLICATE).flatMap(({ related = [] }) => related);
  };
  expect(await found('shop/a.case.yaml')).toEqual([]);
  expect((await found('bank/a.case.yaml')).map(({ place }) => place.uri)).toEqual([
    at('bank/b.case.yaml'),
  ]);
});
