import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { playwrightOutcome, tellOutcomes, vitestOutcome } from './outcome.ts'

const folder = mkdtempSync(join(tmpdir(), 'outcome-'))
const report = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), JSON.stringify(content))
  return join(folder, name)
}
const file = (over: object) => ({
  name: join(process.cwd(), 'a.test.ts'),
  status: 'passed',
  message: '',
  startTime: 1000,
  endTime: 3600,
  assertionResults: [{ fullName: 'adds', status: 'passed', failureMessages: [] }],
  ...over,
})
const log = vi.spyOn(console, 'log').mockImplementation(() => {})
afterEach(() => log.mockClear())

describe('the reports of the runners', () => {
  test('a failed test is named with its message, a passed one is counted; one that passed at its second attempt is both', () => {
    const failed = {
      fullName: 'takes away',
      status: 'failed',
      failureMessages: ['\u001b[31mexpected 1\u001b[39m\n at b'],
    }
    const path = report('failed.json', {
      numPassedTests: 1,
      numPendingTests: 2,
      startTime: 0,
      testResults: [file({}), file({ status: 'failed', assertionResults: [failed, { ...failed, status: 'passed' }] })],
    })
    expect(vitestOutcome(path)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 2,
      failures: ['a.test.ts › takes away\n    expected 1\n     at b'],
      secondTries: ['a.test.ts › takes away\n    expected 1\n     at b'],
      times: 'failed 4 s, a 5 s',
    })
  })

  test('a file that failed to load, or whose process ended, is a failure', () => {
    const path = report('broken.json', {
      numPassedTests: 0,
      numPendingTests: 1,
      testResults: [file({ status: 'failed', message: 'Cannot find package', assertionResults: [] })],
    })
    expect(vitestOutcome(path)).toMatchObject({ failed: 1, failures: ['a.test.ts\n    Cannot find package'] })
  })

  test('a runner that failed although no test did is a failure: an error was thrown outside of every test', () => {
    const path = report('outside.json', { numPassedTests: 1, numPendingTests: 0, testResults: [file({})] })
    expect(vitestOutcome(path, 0)).toMatchObject({ passed: 1, failed: 0 })
    expect(vitestOutcome(path, 1)).toMatchObject({
      passed: 1,
      failed: 1,
      failures: [expect.stringContaining('errors outside of every test')],
    })
  })

  test('a missing report is a failure', () => {
    const path = join(folder, 'absent.json')
    for (const outcome of [vitestOutcome(path), playwrightOutcome(path)])
      expect(outcome).toMatchObject({ passed: 0, failed: 1, failures: [`${path}: the runner left no report`] })
  })

  test('journeys are found at any depth; one that passed at its second attempt counts as passed', () => {
    const journey = (title: string, status: string, message?: string) => ({
      title,
      file: 'a.spec.ts',
      line: 7,
      tests: [{ status, results: [{ error: message && { message }, duration: 700 }, { duration: 800 }] }],
    })
    const path = report('browser.json', {
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0, duration: 9000 },
      errors: [{ message: 'The portal did not start.' }],
      suites: [
        {
          specs: [journey('goes', 'expected'), journey('stumbles', 'flaky', 'slow')],
          suites: [{ specs: [journey('falls', 'unexpected', 'no such button')] }],
        },
      ],
    })
    expect(playwrightOutcome(path)).toEqual({
      passed: 2,
      failed: 2,
      skipped: 0,
      failures: ['a.spec.ts:7 › falls\n    no such button', 'the browser journeys\n    The portal did not start.'],
      secondTries: ['a.spec.ts:7 › stumbles\n    slow'],
      times: 'browser 9 s, a 5 s',
    })
  })

  test('the last line has the totals, after the failures', () => {
    const passed = { passed: 2, failed: 0, skipped: 0, failures: [], secondTries: [] }
    expect(tellOutcomes([passed, passed])).toBe(0)
    expect(log.mock.lastCall).toEqual(['\n4 passed, 0 failed'])
    log.mockClear()
    const failed = { passed: 0, failed: 1, skipped: 1, failures: ['a.test.ts › adds'], secondTries: ['b.test.ts'] }
    expect(tellOutcomes([passed, failed])).toBe(1)
    expect(log.mock.calls).toEqual([
      ['\nPassed at their second try only:\n  b.test.ts'],
      ['\nFailed:\n  a.test.ts › adds'],
      ['\n2 passed, 1 failed, 1 skipped'],
    ])
    expect(tellOutcomes([{ ...passed, passed: 0 }])).toBe(1)
  })
})
