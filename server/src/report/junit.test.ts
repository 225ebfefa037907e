import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { checkJunit, scoreJunit } from './junit.ts';
import { checked, finding, HOSTILE, scored } from './testing.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Reads XML strictly: throws on what is not well-formed. */
function parseXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    open.at(-1)!.text += text;
  });
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml).close();
  return root.children[0]!;
}

describe('JUnit of a check', () => {
  it('has a test for each file, which fails on errors alone', () => {
    const suites = parseXml(checkJunit(checked));
    expect(suites.attributes).toEqual({
      name: 'callsheet check',
      tests: '2',
      failures: '1',
      errors: '0',
    });
    const [a, b] = suites.children[0]!.children;
    expect(a?.attributes).toEqual({ name: 'a.case.yaml', classname: 'callsheet.check' });
    expect(a?.children.map(({ name, text }) => [name, text])).toEqual([
      ['failure', '2:3 error no such tool [unknown-tool]'],
      ['system-out', '1:1 warning no such tool [vacuous-expectation]'],
    ]);
    expect(b?.attributes.name).toBe('b.case.yaml');
    expect(b?.children).toEqual([]);
  });

  it('is well-formed whatever a file says', () => {
    const suites = parseXml(
      checkJunit({ files: [], findings: [finding({ message: HOSTILE, file: HOSTILE })] }),
    );
    const [test] = suites.children[0]!.children;
    expect(test?.children[0]?.attributes.message).toContain('<script>alert("x")</script>&]]>|`%0A');
    expect(test?.attributes.name).toContain('\\u{1b}[2J');
  });
});

describe('JUnit of a score', () => {
  const suites = parseXml(scoreJunit(scored()));

  it('has a suite for each file and one of the gates', () => {
    expect(suites.attributes).toEqual({
      name: 'callsheet score',
      tests: '4',
      failures: '2',
      errors: '1',
    });
    expect(suites.children.map(({ attributes }) => attributes.name)).toEqual([
      'a.case.yaml',
      'b.case.yaml',
      'gates',
    ]);
  });

  it('tells failures from errors, with times in seconds', () => {
    const [good, bad] = suites.children[0]!.children;
    expect(good?.attributes).toEqual({ name: 'good', classname: 'a.case.yaml', time: '1.5' });
    expect(bad?.children[0]?.name).toBe('failure');
    expect(bad?.children[0]?.text.split('\n')).toEqual([
      'a.case.yaml:5:7 error `search.q`: expected "a", got "b" (run 2) [wrong-arg]',
      '1 of 2 runs passed',
    ]);
    const [untold] = suites.children[1]!.children;
    expect(untold?.children[0]?.name).toBe('error');
    expect(untold?.children[0]?.attributes.message).toBe('error no such file [trace-unreadable]');
    const [gate] = suites.children[2]!.children;
    expect(gate?.attributes.name).toBe('pass_rate');
    expect(gate?.children[0]?.text).toBe('pass_rate should be at least 0.9, is 0.666667');
  });
});
