import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['server/**/*.test.ts', 'client/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'test/vscode/**', '.vscode-test/**'],
    globalSetup: 'test/setup/temporary-folder.ts',
    testTimeout: 30_000,
  },
});
