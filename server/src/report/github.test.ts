import { describe, expect, it } from 'vitest';
import { checkGithub, scoreGithub } from './github.ts';
import { checked, finding, HOSTILE, onLine, scored } from './testing.ts';

describe('workflow commands', () => {
  it('name file, place, rule and message', () => {
    expect(checkGithub(checked)).toBe(
      '::warning file=a.case.yaml,line=1,endLine=1,col=1,endColumn=7,title=vacuous-expectation::no such tool\n' +
        '::error file=a.case.yaml,line=2,endLine=2,col=3,endColumn=5,title=unknown-tool::no such tool\n',
    );
  });

  it('have no columns over several lines, and one for an empty range', () => {
    const range = { start: { line: 0, character: 3 }, end: { line: 2, character: 1 } };
    const files = ['a'];
    expect(checkGithub({ files, findings: [finding({ range, severity: 'hint' })] })).toBe(
      '::notice file=a.case.yaml,line=1,endLine=3,title=unknown-tool::no such tool\n',
    );
    expect(checkGithub({ files, findings: [finding({ range: onLine(0, 4, 4) })] })).toContain(
      'col=5,endColumn=5,',
    );
  });

  it('cannot be forged by what they say', () => {
    const hostile = checkGithub({
      files: [],
      findings: [finding({ message: HOSTILE, file: 'a,line=9::b%.yaml' })],
    });
    expect(hostile.split('\n')).toHaveLength(2);
    expect(hostile).toContain('file=a%2Cline=9%3A%3Ab%25.yaml,');
    expect(hostile).toContain('%250A::error::%0A::x');
    expect(hostile).toContain('\\u{1b}[2J\\u{202e}evil');
  });

  it('tell errors of a score and its failed gates', () => {
    expect(scoreGithub(scored())).toBe(
      '::error file=a.case.yaml,line=5,endLine=5,col=7,endColumn=7,title=wrong-arg::bad: `search.q`: expected "a", got "b" (run 2)\n' +
        '::error file=b.case.yaml,title=trace-unreadable::untold: no such file\n' +
        '::error title=gate::pass_rate should be at least 0.9, is 0.666667\n',
    );
  });
});
