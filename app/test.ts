import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildPagesIfStale } from './web-build.ts'

/**
 * `npm test`: every runner, one after the other, and one line that adds them up. With TEST_UNIT_ALREADY_RUN=true the
 * unit tests' report of `npm run validate` is added instead of running them again. With TEST_DATABASE_URL the tests that
 * need a database run a second time, on that PostgreSQL server.
 */
const folder = join(import.meta.dirname, '../test-results')
const unitReport = join(folder, 'unit.json')
const postgresReport = join(folder, 'unit-postgres.json')
const browserReport = join(folder, 'browser.json')

/** A runner that left no report counts as a failure. */
const noReport = { passed: 0, failed: 1, skipped: 0 }

mkdirSync(folder, { recursive: true })
await buildPagesIfStale()
rmSync(browserReport, { force: true })
if (process.env.TEST_UNIT_ALREADY_RUN !== 'true') {
  rmSync(unitReport, { force: true })
  run('vitest', ['run'])
}
const postgresUrl = process.env.TEST_DATABASE_URL
if (postgresUrl) {
  rmSync(postgresReport, { force: true })
  run('vitest', ['run', '--project', 'node', 'features/', 'app/', 'adapters/database/', 'adapters/queue/'], {
    DATABASE_URL: postgresUrl,
    TEST_UNIT_REPORT: postgresReport,
  })
}
run('playwright', ['test'])

const outcomes = [
  unitOutcome(unitReport),
  ...(postgresUrl ? [unitOutcome(postgresReport)] : []),
  browserOutcome(browserReport),
]
const sum = (of: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[of], 0)
const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed > 0 || passed === 0 ? 1 : 0)

type Outcome = { passed: number; failed: number; skipped: number }

function unitOutcome(path: string): Outcome {
  const report =
    read<Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numFailedTestSuites', number>>(path)
  if (!report) return noReport
  // A file that could not even be loaded has no failed test, but is one.
  const broken = report.numFailedTests === 0 ? report.numFailedTestSuites : 0
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped: report.numPendingTests }
}

function browserOutcome(path: string): Outcome {
  const stats = read<{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }>(path)?.stats
  if (!stats) return noReport
  if (stats.flaky > 0)
    console.log(`\n${stats.flaky} browser journeys passed at their second try only: see "flaky" above.`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

function run(program: string, args: string[], env: Record<string, string> = {}) {
  spawnSync(join(import.meta.dirname, '../node_modules/.bin', program), args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
}

function read<T>(report: string): T | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as T) : undefined
}
