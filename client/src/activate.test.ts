import { expect, it, vi } from 'vitest';
import type { ExtensionContext } from 'vscode';
import { activateCallsheet, deactivateCallsheet } from './activate.ts';
import type { VsCode } from './vscode.ts';

/** Whatever is asked of it, it is that: an editor of which nothing is looked at. */
const anything: object = new Proxy(class {}, {
  get: (_, key) => {
    if (key === Symbol.iterator) return () => [].values();
    return key === 'then' || typeof key === 'symbol' ? undefined : anything;
  },
  set: () => true,
  apply: () => anything,
  construct: () => anything,
});

it('registers each command once, however often it is activated', async () => {
  const registerCommand = vi.fn((_id: string, _handler: unknown) => anything);
  const commands = new Proxy(
    {},
    { get: (_, key) => (key === 'registerCommand' ? registerCommand : anything) },
  );
  const vscode = new Proxy({}, { get: (_, key) => (key === 'commands' ? commands : anything) });
  const context = anything as ExtensionContext;
  const host = { canRun: false, createClient: () => Promise.reject(new Error('no server')) };
  const activate = () => activateCallsheet(vscode as VsCode, context, host);
  expect(activate()).toBe(activate());
  const ids = registerCommand.mock.calls.map(([id]) => id);
  expect(ids.length).toBeGreaterThan(5);
  expect(ids).toEqual([...new Set(ids)]);
  expect(ids.filter((id) => !id.startsWith('callsheet.'))).toEqual([]);
  await deactivateCallsheet();
});
