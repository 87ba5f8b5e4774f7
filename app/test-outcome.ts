import { existsSync, readFileSync } from 'node:fs'

export type Outcome = { passed: number; failed: number; skipped: number }

/** A runner that left no report counts as a failure. */
const noReport = { passed: 0, failed: 1, skipped: 0 }

/** Of a report that vitest has written. */
export function vitestOutcome(path: string): Outcome {
  const report =
    read<Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numFailedTestSuites', number>>(path)
  if (!report) return noReport
  // A file that could not even be loaded has no failed test, but is one.
  const broken = report.numFailedTests === 0 ? report.numFailedTestSuites : 0
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken, skipped: report.numPendingTests }
}

/** Of a report that Playwright has written. */
export function playwrightOutcome(path: string): Outcome {
  const stats = read<{ stats: Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number> }>(path)?.stats
  if (!stats) return noReport
  if (stats.flaky > 0)
    console.log(`\n${stats.flaky} browser journeys passed at their second try only: see "flaky" above.`)
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** Prints the one line that adds them up; returns the exit code. */
export function tellOutcomes(outcomes: Outcome[]): number {
  const sum = (of: keyof Outcome) => outcomes.reduce((total, outcome) => total + outcome[of], 0)
  const [passed, failed, skipped] = [sum('passed'), sum('failed'), sum('skipped')]
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}

function read<T>(report: string): T | undefined {
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as T) : undefined
}
