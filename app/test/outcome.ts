import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `failures` and `secondTries`: a few lines each, readable without the whole log. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  /** Failed first, then passed: counted as passed, and named. */
  secondTries: string[]
}

type VitestReport = Record<'numPassedTests' | 'numPendingTests', number> & {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: VitestTest[]
  }[]
}

type VitestTest = { fullName: string; status: string; failureMessages: string[] }

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; line: number; tests: { status: string; results: PlaywrightResult[] }[] }[]
}
type PlaywrightResult = { error?: { message?: string } }
type PlaywrightReport = PlaywrightSuite & {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>
  errors: { message?: string }[]
}

/** From vitest's report. A runner without a report counts as a failure. */
export function vitestOutcome(path: string): Outcome {
  const report = read<VitestReport>(path)
  if (!report) return noReport(path)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that failed to load, or whose hooks failed, has no failed test, but is a failure.
    if (failed.length === 0) return status === 'failed' ? [described(relative('.', name), message)] : []
    return failed.map((test) => describedTest(name, test))
  })
  const secondTries = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => describedTest(name, test)),
  )
  const [passed, skipped] = [report.numPassedTests, report.numPendingTests]
  return { passed, failed: failures.length, skipped, failures, secondTries }
}

/** From Playwright's report. */
export function playwrightOutcome(path: string): Outcome {
  const report = read<PlaywrightReport>(path)
  if (!report) return noReport(path)
  const { stats } = report
  const of = (wanted: string) =>
    journeys(report).flatMap(({ title, status, message }) => (status === wanted ? [described(title, message)] : []))
  // Errors of the runner itself: a portal that did not start, a file of journeys that could not be read.
  const befell = report.errors.map(({ message }) => described('the browser journeys', message))
  const failures = [...of('unexpected'), ...befell]
  const passed = stats.expected + stats.flaky
  return { passed, failed: failures.length, skipped: stats.skipped, failures, secondTries: of('flaky') }
}

/** Prints all failures, including those that passed later, and one line of totals; returns the exit code. */
export function tellOutcomes(outcomes: Outcome[]): number {
  const sum = (of: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  tell(
    'Passed at their second try only:',
    outcomes.flatMap(({ secondTries }) => secondTries),
  )
  tell(
    'Failed:',
    outcomes.flatMap(({ failures }) => failures),
  )
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function tell(heading: string, lines: string[]) {
  if (lines.length > 0) console.log(`\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}`)
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
  secondTries: [],
})

const describedTest = (file: string, { fullName, failureMessages }: VitestTest) =>
  described(`${relative('.', file)} › ${fullName}`, failureMessages[0])

/** The name and the first lines of the message, without colours. */
function described(name: string, message = 'no message'): string {
  const plain = stripVTControlCharacters(message).trim()
  return [name, ...plain.split('\n').slice(0, 6)].join('\n    ')
}

function read<T>(report: string): T | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as T) : undefined
}
