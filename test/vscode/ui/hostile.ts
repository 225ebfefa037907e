/** Hostile texts, and how it is told that the workbench shows them as text. */
import type { Locator } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { PAYLOADS } from '../../hardening/payloads.ts';
import type { Workbench } from './workbench.ts';

/** Each hostile text, and one that would say that it ran. */
export const TEXTS: readonly string[] = [
  ...Object.values(PAYLOADS),
  '<img src=x onerror="alert(2)"><a href="command:workbench.action.quit">x</a>',
];

/**
 * Watches for dialogs that a script opened, and for addresses outside of the workbench that were asked for.
 *
 * @returns expects of what is drawn somewhere that it holds letters alone: nothing to click but ours,
 * nothing to load, nothing that turns
 */
export function useWatch(workbench: () => Workbench): (place: Locator) => Promise<void> {
  const ran: string[] = [];
  beforeAll(() => {
    const { page } = workbench();
    page.on('dialog', (dialog) => {
      ran.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.context().on('request', (request) => {
      if (/evil\.example/.test(request.url())) ran.push(`request ${request.url()}`);
    });
  });
  return async (place) => {
    const { made, text } = await place.first().evaluate((root) => ({
      made: [...root.querySelectorAll('img, script, iframe, form, .codicon-trash, a')]
        .map((each) => {
          const link = each.getAttribute('data-href') ?? each.getAttribute('href');
          return each.tagName === 'A' ? link : each.outerHTML;
        })
        .filter((each) => each && /^<|evil|command:|javascript:/.test(each)),
      text: root.textContent ?? '',
    }));
    expect(made).toEqual([]);
    expect(text).not.toBe('');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(ran).toEqual([]);
  };
}
