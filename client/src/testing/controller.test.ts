import { describe, expect, it } from 'vitest';
import { PAYLOADS } from '../../../test/hardening/payloads.ts';
import { cancellation } from './fake-vscode.ts';
import { BOOKING, caseItem, pass, setUp, WEATHER, wrongSeats } from './testing.ts';

describe('the tree', () => {
  it('lists files, then cases in their written order, with titles, lines and tags', async () => {
    const { editor } = setUp();
    await editor.showView();
    expect(editor.tree()).toBe(
      [
        'book.case.yaml',
        '  z_first 1-10 "Books what it found" #money',
        '  a_second 12-21',
        'sky/weather.case.yaml',
        '  paris 3-9',
      ].join('\n'),
    );
  });

  it('shows the cases of open files before anybody looks at the view', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire(WEATHER);
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  paris 3-9');
  });

  it('follows edits, keeping the items that stay', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire(BOOKING);
    const kept = editor.item('book.case.yaml', 'a_second');
    casesChanged.fire({
      ...BOOKING,
      cases: [caseItem('a_second', 3, 12), caseItem('third', 14, 20)],
    });
    expect(editor.tree()).toBe('book.case.yaml\n  a_second 4-13\n  third 15-21');
    expect(editor.item('book.case.yaml', 'a_second')).toBe(kept);
  });

  it('drops a file without cases, and takes names that objects have of their own', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire(WEATHER);
    casesChanged.fire({ ...WEATHER, cases: [] });
    expect(editor.tree()).toBe('');
    casesChanged.fire({
      ...WEATHER,
      cases: [caseItem('__proto__', 0, 1), caseItem('constructor', 2, 3)],
    });
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  __proto__ 1-2\n  constructor 3-4');
  });

  it('takes the first of two cases that share an id', () => {
    const { editor, casesChanged } = setUp();
    casesChanged.fire({ ...WEATHER, cases: [caseItem('paris', 0, 1), caseItem('paris', 3, 4)] });
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  paris 1-2');
  });

  it.each(Object.entries(PAYLOADS))('shows %s as text', (_, payload) => {
    const { editor, casesChanged } = setUp();
    const hostile = { ...caseItem(payload, 0, 1), title: payload };
    casesChanged.fire({ ...WEATHER, cases: [hostile] });
    const [file, ...shown] = editor.tree().split('\n');
    expect(file).toBe('sky/weather.case.yaml');
    expect(shown).toHaveLength(1);
    expect(shown[0]).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    // An escaped icon is none.
    expect(shown[0]!.split('"')[0]).not.toMatch(/(?<!\\)\$\(/);
  });

  it('is read again when the server was started anew', async () => {
    const cases = [BOOKING];
    const { editor, running } = setUp({ cases });
    await editor.showView();
    cases.splice(0, 1, WEATHER);
    running.fire();
    await new Promise((resolve) => setImmediate(resolve));
    expect(editor.tree()).toBe('sky/weather.case.yaml\n  paris 3-9');
  });

  it('knows the case at a line: the last that begins above it', async () => {
    const { editor, controller } = setUp();
    await editor.showView();
    const at = (line: number) => controller.caseAt(BOOKING.uri, line)?.case_id;
    expect([0, 9, 10, 11, 99].map(at)).toEqual([
      'z_first',
      'z_first',
      'z_first',
      'a_second',
      'a_second',
    ]);
    expect(controller.caseAt(WEATHER.uri, 0)).toBeUndefined();
  });
});

describe('profiles', () => {
  it('are Rescore, by default and continuously, and Run', () => {
    expect(setUp().editor.profiles).toEqual(['Rescore* (continuous)', 'Run']);
  });

  it('have no Run where no process can be started', () => {
    expect(setUp({ canRun: false }).editor.profiles).toEqual(['Rescore* (continuous)']);
  });
});

describe('live scores', () => {
  async function scored() {
    const all = setUp();
    await all.editor.showView();
    all.prepared.set('z_first', pass('z_first')).set('a_second', pass('a_second'));
    await all.editor.runTests('Rescore', { include: [all.editor.item('book.case.yaml')] });
    all.log.length = 0;
    return all;
  }

  it('change the state of what changed, and of nothing else', async () => {
    const { controller, scores, tell, log } = await scored();
    scores.get(BOOKING.uri)?.set('a_second', wrongSeats('a_second'));
    tell(BOOKING.uri);
    tell(BOOKING.uri);
    expect(log).toEqual([
      'run, by itself {',
      '  started a_second',
      '  > a_second: 0 of 1 trials',
      '  failed a_second',
      '    line 18: seats: wrong (1 | 2)',
      '}',
    ]);
    expect(controller.resultOf({ uri: BOOKING.uri, case_id: 'a_second' })?.verdict).toBe('fail');
  });

  it('that are there before their cases are shown with them', async () => {
    const { editor, scores, tell, log } = setUp();
    scores.set(WEATHER.uri, new Map([['paris', pass('paris')]]));
    tell(WEATHER.uri);
    expect(log).toEqual([]);
    await editor.showView();
    await editor.showView();
    expect(log).toEqual([
      'run, by itself {',
      '  started paris',
      '  > paris: 1 of 1 trials',
      '  passed paris',
      '}',
    ]);
  });

  it('outdate the result of a case that has no score any more', async () => {
    const { scores, tell, log } = await scored();
    scores.get(BOOKING.uri)?.delete('z_first');
    tell(BOOKING.uri);
    expect(log).toEqual(['outdated z_first']);
  });
});

describe('continuous rescoring', () => {
  it('scores what is there, then every new case, until it is stopped', async () => {
    const { editor, prepared, commands, casesChanged } = setUp({ cases: [WEATHER] });
    await editor.showView();
    const token = cancellation();
    prepared.set('paris', pass('paris')).set('rome', pass('rome')).set('oslo', pass('oslo'));
    await editor.runTests('Rescore', { continuous: true }, token);
    const two = [...WEATHER.cases, caseItem('rome', 10, 12)];
    casesChanged.fire({ ...WEATHER, cases: two });
    expect(commands).toEqual(['callsheet.rescoreCase paris', 'callsheet.rescoreCase rome']);
    token.cancel();
    casesChanged.fire({ ...WEATHER, cases: [...two, caseItem('oslo', 14, 16)] });
    expect(commands).toHaveLength(2);
  });
});
