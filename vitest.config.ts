import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const shared = {
  exclude: ['node_modules/**', 'dist/**', 'data/**', 'e2e/**', '**/*-at-scale.test.ts'],
  // Long, for machines that do other work beside: what hangs is found all the same.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A build machine shares its processors: a test that fails there once is tried again, and named at the end.
  retry: process.env.CI ? 1 : 0,
}

export default defineConfig({
  test: {
    // Many wait for programs that they have started: on a small machine one beside another costs little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', ['json', { outputFile: process.env.TEST_UNIT_REPORT ?? 'test-results/unit.json' }]],
    globalSetup: ['app/test/database.ts', 'app/test/pages.ts'],
    projects: [
      { test: { ...shared, name: 'node', environment: 'node', include: ['**/*.test.ts'] } },
      { test: { ...shared, name: 'web', environment: 'happy-dom', include: ['**/*.test.tsx'] } },
    ],
  },
})
