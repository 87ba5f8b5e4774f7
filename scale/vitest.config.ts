import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { projectsOf, quickHashes, seed } from '../app/test/projects.ts'
import { serverTests } from './server-tests.ts'

const root = join(import.meta.dirname, '..')
// Long: real servers start, are killed and restarted within tests.
const shared = {
  environment: 'node' as const,
  testTimeout: 120_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000 } },
  setupFiles: [seed, quickHashes],
}
const exclude = ['node_modules/**', 'dist/**', 'data/**']
const { adapters, catalogue } = serverTests(root)

/** Tests that need real servers. `ports` are the suites of the ports, which every landing runs. */
export default defineConfig({
  root,
  test: {
    reporters: ['default', ['json', { outputFile: process.env.TEST_REPORT ?? 'test-results/scale.json' }]],
    // Most wait for the servers: on a small machine one file beside another costs little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    globalSetup: ['scale/start-services.ts', 'app/test/pages.ts'],
    projects: [
      { root, test: { ...shared, name: 'ports', include: ['**/*.port.test.ts', ...adapters], exclude } },
      { root, test: { ...shared, name: 'scale', include: ['**/*-at-scale.test.ts'], exclude } },
      ...projectsOf(root, { ...shared, name: 'server', include: catalogue }),
    ],
  },
})
