import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `failures`: a line or two for each, to be read without the whole log. */
export type Outcome = { passed: number; failed: number; skipped: number; failures: string[] }

type VitestReport = Record<'numPassedTests' | 'numPendingTests', number> & {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; line: number; tests: { status: string; results: PlaywrightResult[] }[] }[]
}
type PlaywrightResult = { error?: { message?: string } }
type PlaywrightReport = PlaywrightSuite & {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
  errors: { message?: string }[]
}

/** Of a report that vitest has written. A runner that left no report counts as a failure. */
export function vitestOutcome(path: string): Outcome {
  const report = read<VitestReport>(path)
  if (!report) return noReport(path)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not even be loaded, or whose hooks failed, has no failed test, but is a failure.
    if (failed.length === 0) return status === 'failed' ? [described(relative('.', name), message)] : []
    return failed.map((test) => described(`${relative('.', name)} › ${test.fullName}`, test.failureMessages[0]))
  })
  return { passed: report.numPassedTests, failed: failures.length, skipped: report.numPendingTests, failures }
}

/** Of a report that Playwright has written. */
export function playwrightOutcome(path: string): Outcome {
  const report = read<PlaywrightReport>(path)
  if (!report) return noReport(path)
  const { stats } = report
  const failed = journeys(report).filter(({ status }) => status === 'unexpected')
  const failures = [
    ...failed.map(({ title, message }) => described(title, message)),
    // What befell the runner itself: a portal that did not start, a file of journeys that could not be read.
    ...report.errors.map(({ message }) => described('the browser journeys', message)),
  ]
  const flaky = journeys(report).filter(({ status }) => status === 'flaky')
  if (flaky.length > 0) console.log(`\nPassed at their second try only:`)
  for (const { title, message } of flaky) console.log(`  ${described(title, message)}`)
  return { passed: stats.expected + stats.flaky, failed: failures.length, skipped: stats.skipped, failures }
}

/** Prints what failed, and the one line that adds them up; returns the exit code. */
export function tellOutcomes(outcomes: Outcome[]): number {
  const sum = (of: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function journeys(suite: PlaywrightSuite): { title: string; status: string; message: string | undefined }[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results }) => ({
      title: `${file}:${line} › ${title}`,
      status,
      message: results.find(({ error }) => error)?.error?.message,
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(journeys)]
}

const noReport = (path: string): Outcome => ({
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: [`${path}: the runner left no report`],
})

/** The name, and the first lines of what was said, without its colours. */
function described(name: string, message = 'no message'): string {
  const plain = stripVTControlCharacters(message).trim()
  return [name, ...plain.split('\n').slice(0, 6)].join('\n    ')
}

function read<T>(report: string): T | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as T) : undefined
}
