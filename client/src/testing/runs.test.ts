import { afterEach, describe, expect, it, vi } from 'vitest';
import { cancellation } from './fake-vscode.ts';
import { BOOKING, flaky, pass, setUp, WEATHER, wrongSeats } from './testing.ts';

describe('a test run', () => {
  it('rescores a file by one command; failures stand on their lines, with a diff', async () => {
    const { editor, prepared, commands, log } = setUp();
    await editor.showView();
    prepared.set('z_first', pass('z_first')).set('a_second', wrongSeats('a_second'));
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml')] });
    expect(commands).toEqual([`callsheet.rescoreFile ${BOOKING.uri}`]);
    expect(log).toEqual([
      'run {',
      '  started z_first',
      '  started a_second',
      '  > z_first: 1 of 1 trials',
      '  passed z_first',
      '  > a_second: 0 of 1 trials',
      '  failed a_second',
      '    line 18: seats: wrong (1 | 2)',
      '}',
    ]);
  });

  it('rescores only the cases asked for', async () => {
    const { editor, prepared, commands } = setUp();
    await editor.showView();
    prepared.set('a_second', pass('a_second')).set('paris', pass('paris'));
    await editor.runTests('Rescore', { exclude: [editor.item('book.case.yaml', 'z_first')] });
    expect(commands).toEqual(['callsheet.rescoreCase a_second', 'callsheet.rescoreCase paris']);
  });

  it('ends a case that the server refuses as errored, with the reason, and goes on', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('z_first', new Error('Trust this workspace first.'));
    prepared.set('a_second', pass('a_second'));
    await editor.runTests('Run', { include: [editor.item('book.case.yaml')] });
    expect(log).toEqual([
      'run {',
      '  started z_first',
      '  > z_first: Trust this workspace first.',
      '  errored z_first',
      '    Trust this workspace first.',
      '  started a_second',
      '  > a_second: 1 of 1 trials',
      '  passed a_second',
      '}',
    ]);
  });

  it('skips a case that a person does not want to run, and asks about no rescoring', async () => {
    const { editor, prepared, refused, commands } = setUp();
    await editor.showView();
    for (const id of ['z_first', 'a_second']) prepared.set(id, pass(id));
    refused.add('z_first');
    await editor.runTests('Run', { include: [editor.item('book.case.yaml')] });
    expect(commands).toEqual(['callsheet.runCase a_second']);
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml', 'z_first')] });
    expect(commands.at(-1)).toBe('callsheet.rescoreCase z_first');
  });

  it('lists the runs of a case below it, each with its own state', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('a_second', flaky('a_second', 'fail'));
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(log.slice(3)).toEqual([
      '  failed a_second',
      '    line 18: seats: wrong (1 | 2)',
      '  started 0',
      '  passed 0',
      '  started 1',
      '  failed 1',
      '    seats: wrong (1 | 2)',
      '  started 2',
      '  passed 2',
      '}',
    ]);
    expect(editor.tree()).toContain('  a_second 12-21\n    #1\n    #2\n    #3');
    prepared.set('a_second', pass('a_second'));
    const run = [...editor.item('book.case.yaml', 'a_second').children][1]?.[1];
    await editor.runTests('Run', { include: run ? [run] : [] });
    expect(editor.tree()).not.toContain('#1');
  });

  it('leaves a case passed whose rule lets a run fail', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('a_second', flaky('a_second', 'pass'));
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(log.filter((line) => /failed|errored/.test(line))).toEqual([]);
    expect(log).toContain('  skipped 1');
    expect(editor.tree()).toContain('#2 "failed, which the case allows"');
  });

  it('shows what a person has to do first as a link', async () => {
    const { editor, untrusted, log, commands } = setUp();
    await editor.showView();
    untrusted.add('paris');
    await editor.runTests('Run', { include: [editor.item('sky/weather.case.yaml')] });
    expect(log.slice(-3)).toEqual([
      '  errored paris',
      '    Trust this first. [Here](command:workbench.trust.manage)',
      '}',
    ]);
    expect(commands).toEqual([]);
  });

  it('ends what it runs when it is cancelled, and skips the rest', async () => {
    const { editor, meanwhile, log } = setUp();
    await editor.showView();
    const token = cancellation();
    meanwhile.work = async (given) => {
      token.cancel();
      if (given.isCancellationRequested) throw new Error('it was cancelled');
    };
    await editor.runTests('Run', {}, token);
    expect(log).toEqual([
      'run {',
      '  started z_first',
      '  skipped z_first',
      '  skipped a_second',
      '  skipped paris',
      '}',
    ]);
  });

  it('skips a case that has no score afterwards; an error verdict is errored', async () => {
    const { editor, prepared, log } = setUp();
    await editor.showView();
    prepared.set('a_second', { ...pass('a_second'), verdict: 'error', summary: 'unreadable' });
    await editor.runTests('Rescore', { include: [editor.item('book.case.yaml')] });
    expect(log.slice(3)).toEqual([
      '  skipped z_first',
      '  > a_second: unreadable',
      '  errored a_second',
      '    unreadable',
      '}',
    ]);
  });

  it('skips what is left when it is cancelled', async () => {
    const { editor, log } = setUp();
    await editor.showView();
    const token = cancellation();
    token.cancel();
    await editor.runTests('Rescore', { include: [editor.item('sky/weather.case.yaml')] }, token);
    expect(log).toEqual(['run {', '  skipped paris', '}']);
  });

  it('of a command gives the server’s answer, and nothing for a case it does not know', async () => {
    const { editor, controller, prepared } = setUp();
    await editor.showView();
    prepared.set('paris', pass('paris'));
    expect(await controller.score('rescore', { uri: WEATHER.uri, case_id: 'paris' })).toEqual({
      results: [{ answered: 'callsheet.rescoreCase' }],
      errors: [],
    });
    expect(
      await controller.score('rescore', { uri: WEATHER.uri, case_id: 'rome' }),
    ).toBeUndefined();
  });
});

describe('the last run', () => {
  afterEach(() => vi.useRealTimers());

  it('stands in the status bar, with a way to its cases', async () => {
    const { editor, prepared, status } = setUp();
    await editor.showView();
    prepared.set('z_first', pass('z_first')).set('a_second', wrongSeats('a_second'));
    prepared.set('paris', new Error('no'));
    await editor.runTests('Run', {});
    expect(status.text).toBe('$(error) Callsheet: 1 passed, 1 failed, 1 in error');
    expect(status.command).toBe('workbench.view.testing.focus');
    await editor.runTests('Run', { include: [editor.item('book.case.yaml', 'z_first')] });
    expect(status.text).toBe('$(pass) Callsheet: 1 passed');
  });

  it('is followed by a notification once it takes its time, and can be cancelled there', async () => {
    vi.useFakeTimers();
    const { editor, meanwhile, notifications, status, log } = setUp();
    await editor.showView();
    meanwhile.work = async (token, say) => {
      expect(notifications).toEqual([]);
      await vi.advanceTimersByTimeAsync(1_000);
      say('2 of 5 trials');
      expect(status.text).toBe('$(loading~spin) Callsheet: 0 of 3');
      notifications[0]?.cancel();
      if (token.isCancellationRequested) throw new Error('it was cancelled');
    };
    await editor.runTests('Run', {});
    await vi.runAllTimersAsync();
    expect(notifications).toMatchObject([
      {
        title: 'Running cases',
        messages: expect.arrayContaining(['0 of 3 · 2 of 5 trials', '(gone)']),
      },
    ]);
    expect(log.filter((line) => line.startsWith('  skipped'))).toHaveLength(3);
    expect(status.text).toBe('$(circle-slash) Callsheet: 3 skipped');
  });

  it('takes the time of an answer for none of its own', async () => {
    vi.useFakeTimers();
    const { editor, meanwhile, notifications } = setUp();
    await editor.showView();
    meanwhile.ask = () => vi.advanceTimersByTimeAsync(5_000);
    await editor.runTests('Run', { include: [editor.item('sky/weather.case.yaml')] });
    expect(notifications).toEqual([]);
  });

  it('is run again for the cases that did not pass', async () => {
    const { editor, controller, prepared, commands } = setUp();
    await editor.showView();
    expect(await controller.runFailed()).toBeUndefined();
    prepared.set('z_first', pass('z_first')).set('a_second', wrongSeats('a_second'));
    prepared.set('paris', { ...pass('paris'), verdict: 'error' });
    await editor.runTests('Rescore', {});
    commands.length = 0;
    await controller.runFailed();
    expect(commands).toEqual(['callsheet.runCase a_second', 'callsheet.runCase paris']);
  });
});

describe('an agent’s run', () => {
  it('is outdated by an edit of its case until it is run again, and by other tools', async () => {
    const { editor, prepared, scores, tell, log, meanwhile } = setUp();
    await editor.showView();
    prepared.set('z_first', pass('z_first')).set('a_second', { ...pass('a_second'), made: true });
    await editor.runTests('Run', { include: [editor.item('book.case.yaml')] });
    const outdated = () => log.splice(0).filter((line) => line.startsWith('outdated'));
    outdated();
    editor.typeInto('book.case.yaml', 3);
    editor.typeInto('other.yaml', 3);
    expect(outdated()).toEqual([]);
    editor.typeInto('book.case.yaml', 12);
    expect(outdated()).toEqual(['outdated a_second']);
    scores.get(BOOKING.uri)?.set('a_second', { ...wrongSeats('a_second'), made: true });
    tell(BOOKING.uri);
    expect(outdated()).toEqual(['outdated a_second']);
    await editor.runTests('Run', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(outdated()).toEqual([]);
    meanwhile.work = () => editor.typeInto('book.case.yaml', 12);
    await editor.runTests('Run', { include: [editor.item('book.case.yaml', 'a_second')] });
    expect(log.slice(-1)).toEqual(['outdated a_second']);
    outdated();
    scores.get(BOOKING.uri)?.set('a_second', { ...pass('a_second'), made: true, outdated: true });
    tell(BOOKING.uri);
    expect(outdated()).toEqual(['outdated a_second']);
  });
});
