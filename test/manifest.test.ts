import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const { contributes } = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
);
const words: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'package.nls.json'), 'utf8'),
);

interface Setting {
  readonly scope?: string;
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly properties?: Readonly<Record<string, Setting>>;
}

const said = (key = ''): string => words[key.slice(1, -1)] ?? '';

describe('every setting', () => {
  const settings = Object.entries<Setting>(contributes.configuration.properties);

  it.each(settings)('%s has its scope, its default and its words', (_, setting) => {
    expect(['resource', 'window', 'application', 'machine']).toContain(setting.scope);
    expect(setting).toHaveProperty('default');
    for (const each of [setting, ...Object.values(setting.properties ?? {})]) {
      expect(said(each.markdownDescription ?? each.description)).toMatch(/\w/);
    }
  });

  it('that maps files is set by each folder for itself', () => {
    expect(contributes.configuration.properties['callsheet.files'].scope).toBe('resource');
  });
});

describe('every command', () => {
  const commands: readonly { command: string; title: string; category: string }[] =
    contributes.commands;
  const menus = Object.entries<readonly { command?: string; when?: string }[]>(contributes.menus);
  const hidden = menus
    .filter(([menu]) => menu === 'commandPalette')
    .flatMap(([, items]) => items.filter(({ when }) => when === 'false'))
    .map(({ command }) => command);

  it.each(commands)('$command is named, once, as one of ours', ({ command, title, category }) => {
    expect(command).toMatch(/^callsheet\./);
    expect(category).toBe('Callsheet');
    expect(said(title)).toMatch(/^[A-Z]/);
    expect(commands.filter((each) => each.command === command)).toHaveLength(1);
  });

  it('stands in the palette, or in a menu that the keyboard reaches', () => {
    const listed = menus
      .filter(([menu]) => menu !== 'commandPalette')
      .flatMap(([, items]) => items.map(({ command }) => command));
    expect(hidden.filter((command) => !listed.includes(command))).toEqual([]);
  });
});
