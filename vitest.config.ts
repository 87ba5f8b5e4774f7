import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { freshModules, projectsOf } from './app/test/projects.ts'

const root = import.meta.dirname

const shared = {
  exclude: ['node_modules/**', 'dist/**', 'data/**', 'e2e/**', '**/*-at-scale.test.ts'],
  // Long, for machines that do other work beside: what hangs is found all the same.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // A build machine shares its processors: a test that fails there once is tried again, and named at the end.
  retry: process.env.CI ? 1 : 0,
  // Usually one second, which is little on such a machine.
  expect: { poll: { timeout: 20_000 } },
}

/** Each takes a minute or so, and would keep one processor waiting if it came last. */
const longest = [
  'operate/backup',
  'operate/restore-killed',
  'app/world/other-school',
  'cli/catalogue',
  'operate/damaged-catalogue',
  'adapters/catalogue/embedded/damaged-index',
  'app/start',
  'scale/kill/kill-everything',
  'adapters/catalogue/embedded/sequences',
]

/** Without times of an earlier run, as on a build machine, the order is otherwise that of the files' sizes. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((each) => moduleId.endsWith(`/${each}.test.ts`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // Many wait for programs that they have started: on a small machine one beside another costs little.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: ['default', ['json', { outputFile: process.env.TEST_UNIT_REPORT ?? 'test-results/unit.json' }]],
    sequence: { sequencer: LongestFirst },
    globalSetup: ['app/test/database.ts', 'app/test/pages.ts'],
    projects: [
      ...projectsOf(root, { ...shared, name: 'node', environment: 'node', include: ['**/*.test.ts'] }),
      ...projectsOf(root, {
        ...shared,
        name: 'web',
        environment: 'happy-dom',
        include: ['**/*.test.tsx'],
        setupFiles: [freshModules],
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
