import { expect, it } from 'vitest';
import { MemoryFileSystem } from './files/memory-file-system.ts';
import { Session } from './session.ts';
import { at, ROOT } from './testing.ts';

const caseOf = (id: string) => `case_id: ${id}\nexpected: { tool_behaviour: no_call }\n`;
const FILES = {
  'alone.case.yaml': caseOf('alone'),
  'one.case.yaml': caseOf('shared'),
  'two.case.yaml': caseOf('shared'),
  'open.case.yaml': caseOf('open'),
  'scored.case.yaml': caseOf('scored'),
  'in/taken.case.yaml': caseOf('taken'),
  'set.dataset.yaml': 'dataset: set\nversion: 1\ncases:\n  - include: in/*.case.yaml\n',
};

/** The files of a session whose parse is another once all of them were let go of. */
async function letGoOf(heldWhole?: number) {
  const fileSystem = new MemoryFileSystem(
    Object.fromEntries(Object.entries(FILES).map(([path, text]) => [at(path), text])),
  );
  const options = { fileSystem, folders: [ROOT], ...(heldWhole !== undefined && { heldWhole }) };
  const session = new Session(options, (message) => {
    throw new Error(message);
  });
  session.workspace.open(at('open.case.yaml'), 1, FILES['open.case.yaml']);
  await session.loadCases();
  await session.rescore((await session.snapshot(at('scored.case.yaml')))!);
  const anew: string[] = [];
  for (const path of Object.keys(FILES)) {
    const look = async () => {
      const snapshot = (await session.snapshot(at(path)))!;
      const findings = session.findings(snapshot).lint.map(({ code, place }) => ({
        code,
        range: snapshot.file.rangeOf(place.tree, place),
      }));
      return { snapshot, source: snapshot.file.source, findings };
    };
    const before = await look();
    session.letGo(before.snapshot);
    const after = await look();
    expect(after.findings).toEqual(before.findings);
    if (after.source !== before.source) anew.push(path);
  }
  return anew;
}

it('holds of a large workspace what is open, scored, taken in, or shares an id', async () => {
  expect(await letGoOf(6)).toEqual(['alone.case.yaml']);
});

it('holds a smaller one whole', async () => {
  expect(await letGoOf(7)).toEqual([]);
  expect(await letGoOf()).toEqual([]);
});
