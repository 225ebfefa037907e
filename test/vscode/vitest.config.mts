import { defineConfig } from 'vitest/config';

/** The suites in a real VS Code: one after the other, for each of them starts an editor. */
export default defineConfig({
  test: {
    include: ['test/vscode/**/*.vscode.ts', 'test/vscode/**/*.ui.ts'],
    fileParallelism: false,
    globalSetup: 'test/setup/temporary-folder.ts',
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A workbench on a busy machine loses a key or a click now and then; a fault fails twice.
    retry: 1,
  },
});
