import { createHash } from 'node:crypto';
import { SaxesParser } from 'saxes';
import { afterEach, describe, expect, it } from 'vitest';
import bundle from '../../../../l10n/bundle.l10n.json' with { type: 'json' };
import { speak } from '../../l10n/say.ts';
import type { Json } from '../../model/value.ts';
import { type CaseScore, scoreCase } from '../../scoring/set/case-score.ts';
import { caseJson, scoreReport } from '../../scoring/set/score-report.ts';
import { call, expectation, made, run, toolset } from '../../scoring/testing.ts';
import { HOSTILE, scored } from '../testing.ts';
import { caseHtml } from './case.ts';
import { scoreHtml } from './score-html.ts';
import { STYLE } from './style.ts';

const TOOLS = toolset([
  { name: 'find', consequence: 'read' },
  { name: 'book', consequence: 'write' },
]);

/** Two runs of a booking: one right, one whose flight came from nowhere; every text is `text` or holds it. */
function booking(text: string): CaseScore {
  const output: Json = { [text]: [{ id: `${text}9` }] };
  const FOUND = { output, status: 'ok' } as const;
  const right = [
    made('find', { to: text }, FOUND),
    made('book', { flight: `${text}9`, [text]: 1 }, { status: 'ok' }),
  ];
  const wrong = [
    made('book', { flight: text, [text]: 2 }, { status: 'error' }),
    made('find', { to: text }, FOUND),
    made(text, { [text]: text }),
  ];
  const told = { final_state: { [text]: 'x' }, final_message: `Booked, unsaid.\n${text}` };
  const claimed = { final_state: { [text]: text }, final_message: `Booked.\nrefund ${text}` };
  return scoreCase({
    expectation: expectation({
      case_id: text,
      user_message: text,
      calls: [
        call('find', { to: text }, { id: 'f' }),
        call('book', { flight: { from_call: 'f' }, [text]: 1 }, { after: 'f' }),
      ],
      final_state: { [text]: 'x' },
      must_mention: [text, 'unsaid'],
      must_not_mention: [`refund ${text}`],
    }),
    toolset: TOOLS,
    runs: [run(right, { ...told, run_id: '1' }), run(wrong, { ...claimed, run_id: text })],
    file: text,
  });
}

const pageOf = (of: CaseScore) => caseHtml(caseJson(of), of);

function setPage(of: CaseScore): string {
  const report = scoreReport([of], {
    gates: [{ metric: 'pass_rate', min: 0.9 }],
    scoreboard: { selection: 1 },
  });
  return scoreHtml(report, () => of);
}

/** Everything that a page says, its markup taken off; fails where the page is not well formed. */
function read(page: string) {
  const elements: { name: string; attributes: Record<string, string> }[] = [];
  const texts: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => elements.push({ name, attributes }));
  parser.on('text', (text) => texts.push(text));
  parser.write(page).close();
  return { elements, text: texts.join('') };
}

describe('the report of a case', () => {
  const page = pageOf(booking('UA-'));
  const { text } = read(page);

  it('sets golden beside run, with what was matched and what was not', () => {
    expect(text).toContain('Run 2 of 2 (UA-): fail');
    expect(text).toContain('Golden 2');
    expect(text).toContain('a value that f returned');
    expect(text).toMatch(/✗ book not as it should be/);
    expect(text).toContain('no such tool');
    expect(text).toContain('✗ golden 2 (book) was made before golden 1 (find)');
  });

  it('draws provenance, and says it in words', () => {
    expect(page).toMatch(/<path class="way"/);
    expect(page).toMatch(/<path class="way broken"/);
    expect(text).toContain(
      '"UA-9" for flight of call 2 (book) came from call 1 (find), $[\'UA-\'][0].id',
    );
    expect(text).toMatch(/✗ broken: "UA-" for flight of call 1 \(book\) did not come from/);
  });

  it('has the reliability curve with its figures, bars, effects, state and facts', () => {
    expect(page.match(/<polyline class="curve/g)).toHaveLength(2);
    expect(text).toContain('1 of 2 runs passed: flaky');
    expect(text).toMatch(/pass@kpass\^k\s*10.5000.500\s*210/);
    expect(page).toMatch(/aria-label="Figures: selection 1, arguments/);
    expect(text).toContain('no more than wanted');
    expect(text).toContain('Where the end state is another');
    expect(text).toMatch(/unsaidmust be said✗ not said/);
  });
});

describe.each([
  ['a case', pageOf],
  ['a set', setPage],
])('the page of %s', (_, make) => {
  const page = make(booking(HOSTILE));
  const { elements } = read(page);

  it('holds nothing but inert elements, whatever a trace says', () => {
    const names = new Set(elements.map(({ name }) => name));
    for (const name of ['script', 'iframe', 'object', 'form', 'link', 'img', 'base', 'a']) {
      expect(names).not.toContain(name);
    }
    const attributes = elements.flatMap(({ attributes: own }) => Object.keys(own));
    expect(attributes.filter((name) => /^on|^style$|href|src/i.test(name))).toEqual([]);
    expect(page).not.toMatch(/(?!\n)\p{Cc}|[\u202a-\u202e\u200b]/u);
  });

  it('allows no script, and no style but its own sheet', () => {
    const policy = elements.find(
      ({ attributes }) => attributes['http-equiv'] === 'Content-Security-Policy',
    )?.attributes.content;
    const hash = createHash('sha256').update(STYLE).digest('base64');
    expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'`);
  });

  it('names its language, title and pictures, and steps down its headings one by one', () => {
    const named = (name: string) => elements.filter((element) => element.name === name);
    expect(named('html')[0]?.attributes.lang).toBe('en');
    expect(named('title')).toHaveLength(1);
    for (const { attributes } of named('svg')) {
      expect(attributes.role).toBe('img');
      expect(attributes['aria-label']).toMatch(/\w/);
    }
    const levels = elements.flatMap(({ name }) => (/^h\d$/.test(name) ? [Number(name[1])] : []));
    expect(levels[0]).toBe(1);
    levels.forEach((level, i) => {
      if (i > 0) expect(level).toBeLessThanOrEqual(levels[i - 1]! + 1);
    });
  });
});

describe('a report of much', () => {
  it('cuts what no page has room for, and says so', () => {
    const many = Array.from({ length: 250 }, () => made('find', { to: 'x'.repeat(5_000) }));
    const of = scoreCase({
      expectation: expectation({ calls: [call('find', { to: 'y' })] }),
      toolset: TOOLS,
      runs: [run(many)],
      file: 'a.case.yaml',
    });
    const page = pageOf(of);
    expect(page).toContain('50 further calls are left out');
    expect(page).toContain('further findings are left out');
    expect(page).toContain('characters more)');
    expect(page.length).toBeLessThan(1_000_000);
  });

  it('shows the calls of what failed, and of no more than a page can hold', () => {
    const [good, bad] = [booking('A'), booking('B')];
    const passing = { ...caseJson(good), verdict: 'pass' } as const;
    const report = scored();
    const cases = [...Array.from({ length: 400 }, () => ({ ...passing })), caseJson(bad)];
    const page = scoreHtml({ ...report, cases }, (of) => (of.case_id === 'B' ? bad : good));
    expect(page.match(/Golden and run, call by call/g)).toHaveLength(600);
    expect(page).toContain('<h2>B</h2>');
    expect(page.slice(page.indexOf('<h2>B</h2>'))).toContain('Golden and run, call by call');
  });

  it('says what became worse, and that nothing did', () => {
    const baseline = { file: 'old.json', regressions: [] };
    expect(scoreHtml({ ...scored(), baseline })).toContain('Nothing is worse than old.json');
  });
});

describe('in another language', () => {
  afterEach(() => speak());

  /** What a person reads or hears of a page, names and values as code left out. */
  const words = (page: string): string => {
    const labels = [...page.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label);
    const text = page.replace(/<style.*?<\/style>/s, '').replace(/<code>.*?<\/code>/gs, ' ');
    return [...labels, text.replaceAll(/<[^>]*>/g, ' ')].join(' ');
  };

  it.each([
    ['a case', pageOf],
    ['all results', setPage],
  ])('the report of %s has no English word left', (_, make) => {
    const foreign = Object.keys(bundle).map((key) => [key, key.replaceAll(/[A-Za-z]/g, 'ж')]);
    speak(Object.fromEntries(foreign), 'uk');
    const page = make(booking('z'));
    expect(page).toContain('<html lang="uk">');
    // Of the case and its run, and names of metrics, which are those of the format.
    const data = /\b(find|book|flight|Booked|unsaid|refund|error|\w+_\w+|pass[@^]k)\b|&quot;/g;
    const columns = /\b(composite|selection|args|calls|runs)\b/g;
    const left =
      words(page)
        .replaceAll(data, '')
        .replaceAll(columns, '')
        .match(/[A-Za-z]{3,}/g) ?? [];
    expect([...new Set(left)]).toEqual([]);
  });
});
