import { existsSync, readFileSync } from 'node:fs'
import { basename, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** `failures` and `secondTries`: a few lines each, readable without the whole log. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  /** Failed first, then passed: counted as passed, and named. */
  secondTries: string[]
  /** How long the runner worked, and its slowest files: a line. */
  times?: string | undefined
}

type VitestReport = Record<'numPassedTests' | 'numPendingTests', number> & {
  /** Milliseconds since 1970, like those of each file. */
  startTime: number
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: VitestTest[]
  }[]
}

type VitestTest = { fullName: string; status: string; failureMessages: string[] }

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; line: number; tests: { status: string; results: PlaywrightResult[] }[] }[]
}
/** `duration`: milliseconds. */
type PlaywrightResult = { error?: { message?: string }; duration: number }
type PlaywrightReport = PlaywrightSuite & {
  stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped' | 'duration', number>
  errors: { message?: string }[]
}

/**
 * From vitest's report. A runner without a report counts as a failure, and so does one that failed although no test did:
 * an error was thrown outside of every test, which the report leaves out.
 */
export function vitestOutcome(path: string, exitCode: number | null = 0): Outcome {
  const report = read<VitestReport>(path)
  if (!report) return noReport(path)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that failed to load, or whose hooks failed, has no failed test, but is a failure.
    if (failed.length === 0) return status === 'failed' ? [described(relative('.', name), message)] : []
    return failed.map((test) => describedTest(name, test))
  })
  if (exitCode !== 0 && failures.length === 0)
    failures.push(`${path}: errors outside of every test, see “Unhandled Errors” above`)
  const secondTries = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map((test) => describedTest(name, test)),
  )
  const [passed, skipped] = [report.numPassedTests, report.numPendingTests]
  const files = report.testResults.map(
    ({ name, startTime, endTime }): FileTime => [relative('.', name), endTime - startTime],
  )
  const lastEnd = Math.max(...report.testResults.map(({ endTime }) => endTime), report.startTime)
  const times = files.length > 0 ? timesOf(path, lastEnd - report.startTime, files) : undefined
  return { passed, failed: failures.length, skipped, failures, secondTries, times }
}

/** From Playwright's report. */
export function playwrightOutcome(path: string): Outcome {
  const report = read<PlaywrightReport>(path)
  if (!report) return noReport(path)
  const { stats } = report
  const all = journeys(report)
  const of = (wanted: string) =>
    all.flatMap(({ title, status, message }) => (status === wanted ? [described(title, message)] : []))
  // Errors of the runner itself: a portal that did not start, a file of journeys that could not be read.
  const befell = report.errors.map(({ message }) => described('the browser journeys', message))
  const failures = [...of('unexpected'), ...befell]
  const passed = stats.expected + stats.flaky
  const times = timesOf(
    path,
    stats.duration,
    all.map(({ file, duration }) => [file, duration]),
  )
  return { passed, failed: failures.length, skipped: stats.skipped, failures, secondTries: of('flaky'), times }
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
  tell(
    'Times:',
    outcomes.flatMap(({ times }) => times ?? []),
  )
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function tell(heading: string, lines: string[]) {
  if (lines.length > 0) console.log(`\n${heading}\n${lines.map((line) => `  ${line}`).join('\n')}`)
}

type FileTime = [file: string, ms: number]

/** The runner's duration and its ten slowest files, in seconds. */
function timesOf(report: string, totalMs: number, files: FileTime[]): string {
  const ofFile = new Map<string, number>()
  for (const [file, ms] of files) ofFile.set(file, (ofFile.get(file) ?? 0) + ms)
  const slowest = [...ofFile].sort(([, one], [, other]) => other - one).slice(0, 10)
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
  return [
    `${basename(report, '.json')} ${seconds(totalMs)}`,
    ...slowest.map(([file, ms]) => `${file.replace(/\.(test|spec)\.tsx?$/, '')} ${seconds(ms)}`),
  ].join(', ')
}

type Journey = { title: string; file: string; status: string; message: string | undefined; duration: number }

function journeys(suite: PlaywrightSuite): Journey[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results }) => ({
      title: `${file}:${line} › ${title}`,
      file,
      status,
      message: results.find(({ error }) => error)?.error?.message,
      duration: results.reduce((sum, result) => sum + result.duration, 0),
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
