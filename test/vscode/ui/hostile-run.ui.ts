/** What a configuration and a program say is text in the question before a run, and in all that tells of it. */
import { expect, it } from 'vitest';
import { TEXTS, useWatch } from './hostile.ts';
import { question, status } from './parts.ts';
import { useWorkbench } from './workbench.ts';

/** Says all of it on both streams, and ends badly. */
const AGENT = `const texts = process.argv.slice(2).join('\\n');
console.log(texts);
console.error(texts);
process.exit(3);
`;

const workbench = useWorkbench('ui-hostile-run', {
  'agent.mjs': AGENT,
  'callsheet.config.yaml': JSON.stringify({
    runners: {
      bad: { type: 'command', command: ['node', 'agent.mjs', ...TEXTS] },
      none: { type: 'command', command: [`no-such-program ${TEXTS.join(' ')}`] },
    },
  }),
  'a.case.yaml': JSON.stringify({
    case_id: `c ${TEXTS.join(' ')}`,
    user_message: TEXTS.join(' '),
    tools: [{ name: 'look', inputSchema: {} }],
    runner: 'bad',
    expected: { calls: [{ name: 'look' }], must_mention: TEXTS },
  }),
  'b.case.yaml': JSON.stringify({
    case_id: 'none',
    user_message: 'u',
    tools: [{ name: 'look', inputSchema: {} }],
    runner: 'none',
    expected: { calls: [{ name: 'look' }] },
  }),
});
const expectText = useWatch(workbench);

it.each([
  ['a.case.yaml', 'node agent.mjs', 'hostile-consent'],
  ['b.case.yaml', 'no-such-program', 'hostile-program'],
])(
  'the run of %s is asked for, told and explained in letters alone',
  async (file, start, picture) => {
    const { page, openFile, runCommand, untilSeen, screenshot } = workbench();
    await openFile(file);
    await runCommand('Callsheet: Run Case');
    const asked = question(page, start);
    await asked.waitFor();
    await expectText(asked);
    // All of the command line is there, each argument told from the next.
    expect(await asked.textContent()).toContain('terminal.new');
    await screenshot(picture);
    await untilSeen(status(page, '1 in error'), async (limit) => {
      const button = asked.locator('.monaco-button', { hasText: 'Run' });
      if (await button.isVisible()) await button.click(limit);
    });
    await expectText(status(page, '1 in error'));
    await expectText(page.locator('.editor-instance'));
    for (const toast of await page.locator('.notification-toast').all()) await expectText(toast);
    await runCommand('Test: Peek Output');
    const peek = page.locator('.test-output-peek');
    await peek.first().waitFor();
    await expectText(peek);
    await screenshot(`${picture}-told`);
    await page.keyboard.press('Escape');
  },
);
