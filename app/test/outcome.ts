import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How a part of a test run ended. `failures`: the test's name, then the first lines of its message. */
export type Outcome = { passed: number; skipped: number; failures: string[]; files?: FileTime[] }
type FileTime = { file: string; seconds: number }

/** As in `test-results/ci.json`; `names` are those of the failed tests. */
export type Totals = {
  passed: number
  failed: number
  names: string[]
  byPart: Record<
    string,
    { seconds: number; passed: number; failed: number; skipped: number; slowest: Record<string, number> }
  >
}

type VitestTest = { fullName: string; status: string; failureMessages: string[] }
type VitestReport = Record<'numPassedTests' | 'numPendingTests', number> & {
  /** Times in milliseconds since 1970. */
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: VitestTest[]
  }[]
}

type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; line: number; tests: { status: string; results: PlaywrightResult[] }[] }[]
}
/** `duration`: milliseconds. */
type PlaywrightResult = { error?: { message?: string }; duration: number }
type PlaywrightReport = PlaywrightSuite & {
  stats: Record<'expected' | 'skipped', number>
  errors: { message?: string }[]
}

/** A program that checks the whole project, such as the compiler: one test. */
export const checkOutcome = (status: number | null): Outcome =>
  status === 0
    ? { passed: 1, skipped: 0, failures: [] }
    : { passed: 0, skipped: 0, failures: [`ended with ${status}, see its output above`] }

/**
 * From Vitest's report. A runner without a report counts as a failure, and so does one that failed although no test did:
 * an error was thrown outside of every test, which the report leaves out. `endedByNode`: files that count in another run.
 */
export function vitestOutcome(path: string, exitCode: number | null, endedByNode: string[] = []): Outcome {
  const report = read<VitestReport>(path)
  if (!report) return noReport(path)
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that failed to load, or whose hooks failed, has no failed test, but is a failure.
    if (failed.length === 0)
      return status === 'failed' && !endedByNode.includes(name) ? [described(relative('.', name), message)] : []
    return failed.map(({ fullName, failureMessages }) =>
      described(`${relative('.', name)} › ${fullName}`, failureMessages[0]),
    )
  })
  if (exitCode !== 0 && failures.length === 0 && endedByNode.length === 0)
    failures.push(`${path}: errors outside of every test, see “Unhandled Errors” above`)
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    file: relative('.', name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { passed: report.numPassedTests, skipped: report.numPendingTests, failures, files }
}

/**
 * The test files whose process Node ended by a fault of its own, if a run failed for nothing else outside of its tests:
 * where databases in WebAssembly come and go, V8 may lose track of compiled code (nodejs/node#64500). `errors`: Vitest's
 * error output.
 */
export function filesEndedByNode(errors: string): string[] {
  const plain = stripVTControlCharacters(errors)
  const files = [...plain.matchAll(/Worker exited unexpectedly with signal SIGTRAP.* test file (\S+)/g)].map(
    ([, file]) => file!,
  )
  const faults = plain.match(/Check failed: jit_page/g) ?? []
  const unhandled = Number(plain.match(/Vitest caught (\d+) unhandled error/)?.[1])
  return faults.length === files.length && files.length === unhandled ? files : []
}

/** From Playwright's report, and its exit code: the report leaves out that the portal logged errors. */
export function playwrightOutcome(path: string, exitCode: number | null): Outcome {
  const report = read<PlaywrightReport>(path)
  if (!report) return noReport(path)
  const all = journeys(report)
  const failed = all.filter(({ status }) => status === 'unexpected' || status === 'flaky')
  const failures = [
    ...failed.map(({ title, message }) => described(title, message)),
    // Errors of the runner itself: a portal that did not start, a file of journeys that could not be read.
    ...report.errors.map(({ message }) => described('the browser journeys', message)),
  ]
  if (exitCode !== 0 && failures.length === 0) failures.push(`${path}: ended with ${exitCode}, see its output above`)
  return { passed: report.stats.expected, skipped: report.stats.skipped, failures, files: all }
}

/** Prints each part's time and slowest files, then all failures, then one line of totals. */
export function printOutcomes(parts: Record<string, Outcome & { seconds: number }>): Totals {
  const byPart = Object.fromEntries(
    Object.entries(parts).map(([name, { seconds, passed, skipped, failures, files = [] }]) => [
      name,
      { seconds, passed, failed: failures.length, skipped, slowest: slowestOf(files) },
    ]),
  )
  for (const [name, { seconds, passed, failed, skipped, slowest }] of Object.entries(byPart)) {
    console.log(`\n${name}: ${seconds} s, ${passed} passed, ${failed} failed, ${skipped} skipped`)
    for (const [file, fileSeconds] of Object.entries(slowest)) console.log(`  ${fileSeconds} s  ${file}`)
  }
  const failures = Object.entries(parts).flatMap(([name, part]) => part.failures.map((each) => `${name}: ${each}`))
  if (failures.length > 0) console.log(`\nFailed:\n${failures.map((each) => `  ${each}`).join('\n')}`)
  const passed = Object.values(parts).reduce((sum, part) => sum + part.passed, 0)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return { passed, failed: failures.length, names: failures.map((each) => each.split('\n')[0]!), byPart }
}

/** The ten slowest files and their seconds. */
function slowestOf(files: FileTime[]): Record<string, number> {
  const sums = new Map<string, number>()
  for (const { file, seconds } of files) sums.set(file, (sums.get(file) ?? 0) + seconds)
  const slowest = [...sums].sort(([, one], [, other]) => other - one).slice(0, 10)
  return Object.fromEntries(slowest.map(([file, seconds]) => [file, Math.round(seconds)]))
}

type Journey = FileTime & { title: string; status: string; message: string | undefined }

function journeys(suite: PlaywrightSuite): Journey[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results }) => ({
      title: `${file}:${line} › ${title}`,
      file,
      status,
      message: results.find(({ error }) => error)?.error?.message,
      seconds: results.reduce((sum, result) => sum + result.duration, 0) / 1000,
    })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(journeys)]
}

const noReport = (path: string): Outcome => ({
  passed: 0,
  skipped: 0,
  failures: [`${path}: the runner left no report`],
})

/** The name and the first lines of the message, without colours. */
function described(name: string, message = 'no message'): string {
  const plain = stripVTControlCharacters(message).trim()
  return [name, ...plain.split('\n').slice(0, 6)].join('\n    ')
}

function read<T>(report: string): T | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as T) : undefined
}
