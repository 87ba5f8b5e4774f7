import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { freshModules, projectsOf, quickHashes, seed } from './app/test/projects.ts'

const root = import.meta.dirname

// A long file is found by its name, too: `npx vitest run operate/backup.long.test.ts`.
const long = process.env.TEST_ALL === 'true' || process.argv.some((each) => each.includes('.long'))

const shared = {
  exclude: [
    'node_modules/**',
    'dist/**',
    'data/**',
    'e2e/**',
    '**/*-at-scale*.test.ts',
    '**/*.port.test.ts',
    ...(long ? [] : ['**/*.long.test.*']),
  ],
  // Long, for machines that do other work beside: what hangs is found all the same.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Usually one second, which is little on such a machine.
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // Many wait for programs that they have started: three keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism()),
    reporters: ['default', ['json', { outputFile: process.env.TEST_REPORT ?? 'test-results/unit.json' }]],
    globalSetup: ['app/test/database.ts', 'app/test/pages.ts'],
    projects: [
      ...projectsOf(root, {
        ...shared,
        name: 'node',
        environment: 'node',
        include: ['**/*.test.ts'],
        setupFiles: [seed, quickHashes],
      }),
      ...projectsOf(root, {
        ...shared,
        name: 'web',
        environment: 'happy-dom',
        include: ['**/*.test.tsx'],
        setupFiles: [seed, freshModules],
      }),
    ],
  },
})

// Vitest's own signature makes an interface of 150 members for every type that a test hands to it, and no matcher uses
// that type: without it the compiler keeps a tenth fewer symbols.
declare module 'vitest' {
  interface ExpectStatic {
    // biome-ignore lint/style/useShorthandFunctionType: it adds a signature to Vitest's interface
    (actual: unknown, message?: string): Assertion
  }
}
