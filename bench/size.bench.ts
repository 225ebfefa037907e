/** How large what is installed is, and how long the extension's parts take to load. */
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { median, short, table } from './lib/figures.ts';

const FILES = ['callsheet.vsix', 'dist/server.js', 'dist/extension.js', 'dist/cli.js'];
table('sizes', [
  ['', 'bytes'],
  ...FILES.filter((file) => existsSync(file)).map((file) => [file, String(statSync(file).size)]),
]);

/** Milliseconds that a process of its own needs to load a script, beside starting. */
const load = (script: string): number =>
  Number(
    execFileSync(
      process.execPath,
      [
        '-e',
        `const Module = require('node:module');
         const resolve = Module._resolveFilename;
         Module._resolveFilename = (name, ...rest) => name === 'vscode' ? name : resolve(name, ...rest);
         const vscode = new Proxy(function () {}, { get: (_, key) => key === Symbol.toPrimitive ? () => 0 : vscode, construct: () => vscode, apply: () => vscode });
         require.cache.vscode = { exports: vscode, loaded: true, id: 'vscode', children: [] };
         const begun = process.cpuUsage();
         require(${JSON.stringify(`${process.cwd()}/${script}`)});
         const { user, system } = process.cpuUsage(begun);
         console.log((user + system) / 1000);`,
      ],
      { encoding: 'utf8' },
    ),
  );

const loads = Array.from({ length: 5 }, () => load('dist/extension.js'));
table('loading the extension, processor time', [
  ['', 'ms'],
  ['dist/extension.js', short(median(loads))],
]);
