/** Texts that a manifest, a case or a trace may hold to deceive whoever reads them in an interface. */
export const PAYLOADS: Readonly<Record<string, string>> = {
  'a command link': '[run](command:workbench.action.terminal.new)',
  'a script link': '[x](javascript:alert(1))',
  'an image': '![x](https://evil.example/pixel.png)',
  'a tag with a script': '<img src=x onerror=alert(1)><script>alert(1)</script>',
  'an automatic link': '<command:workbench.action.quit> https://evil.example www.evil.example',
  'a heading and a fence': '# Title\n```\n[run](command:x)\n```',
  'a turned direction': 'safe\u202egnp.exe\u2066x\u2069',
  'an escape of terminals': '\u001b[2J\u001b]8;;https://evil.example\u0007click\u001b]8;;\u0007',
  'a command of a build log': '\n::error file=a::forged\n::set-env name=A::b',
  'an end of an XML section': ']]></failure><script/>&bogus;',
  'an icon': '$(trash) $(error)',
  'a table': '| a | b |\n|---|---|',
};
