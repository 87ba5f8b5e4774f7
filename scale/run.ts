import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tellOutcomes, vitestOutcome } from '#app/test/outcome.ts'
import { missingServices } from './services/missing.ts'

/**
 * `npm run test:scale`: the tests that need real servers, and every server test with a database again on PostgreSQL,
 * OpenSearch and an S3 store; all are started here from packages, and one line has the totals. Arguments select tests.
 * A service that is not available on this machine is skipped with a sentence, but fails CI.
 */
const root = join(import.meta.dirname, '..')
const report = (name: string) => join(root, 'test-results', name)
const [atScale, missingReport] = [report('scale.json'), report('scale-missing.json')]
mkdirSync(join(root, 'test-results'), { recursive: true })
for (const each of [atScale, missingReport]) rmSync(each, { force: true })

const missing = missingServices()
for (const sentence of missing) console.log(process.env.CI ? `MISSING: ${sentence}` : `Left out: ${sentence}`)
writeFileSync(
  missingReport,
  JSON.stringify({
    numPassedTests: 0,
    numPendingTests: 0,
    testResults: (process.env.CI ? missing : []).map((message) => ({
      name: join(root, 'scale/services/missing.ts'),
      status: 'failed',
      message,
      assertionResults: [],
    })),
  }),
)

const args = ['run', '--config', 'scale/vitest.config.ts', ...process.argv.slice(2)]
const { status } = spawnSync(join(root, 'node_modules/.bin/vitest'), args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_SCALE_REPORT: atScale },
})
process.exit(tellOutcomes([vitestOutcome(atScale, status), vitestOutcome(missingReport)]))
