import { defineConfig } from 'vitest/config';

/** Tests that start processes or servers leave room on a small machine: a few files at a time, and generous limits. */
const PROCESSES = { pool: 'forks', maxWorkers: 2, testTimeout: 60_000, hookTimeout: 60_000 } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'faults', include: ['test/faults/**/*.test.ts'], ...PROCESSES, testTimeout: 120_000 } },
      { test: { name: 'worker', include: ['test/worker/**/*.test.ts'], ...PROCESSES } },
      { test: { name: 'webview', include: ['test/webview/**/*.test.ts'], ...PROCESSES } },
      { test: { name: 'hostile', include: ['test/hostile/**/*.test.ts'], ...PROCESSES, testTimeout: 120_000 } },
      {
        test: {
          name: 'editor',
          include: ['test/editor/**/*.test.ts'],
          globalSetup: ['test/editor/setup.ts'],
          exclude: ['test/editor/code-server/**'],
          ...PROCESSES,
          maxWorkers: 1,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 900_000,
        },
      },
      { test: { name: 'field', include: ['test/field/**/*.test.ts'], ...PROCESSES, testTimeout: 300_000 } },
    ],
  },
});
