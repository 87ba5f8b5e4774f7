import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkOutcome, filesEndedByNode, playwrightOutcome, printOutcomes, vitestOutcome } from './outcome.ts'

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
  test('a failed test is named with its message, a passed one is counted', () => {
    const failed = {
      fullName: 'takes away',
      status: 'failed',
      failureMessages: ['\u001b[31mexpected 1\u001b[39m\n at b'],
    }
    const path = report('failed.json', {
      numPassedTests: 1,
      numPendingTests: 2,
      testResults: [file({}), file({ status: 'failed', assertionResults: [failed] })],
    })
    expect(vitestOutcome(path, 1)).toEqual({
      passed: 1,
      skipped: 2,
      failures: ['a.test.ts › takes away\n    expected 1\n     at b'],
      files: [
        { file: 'a.test.ts', seconds: 2.6 },
        { file: 'a.test.ts', seconds: 2.6 },
      ],
    })
  })

  test('a file that failed to load, or whose process ended, is a failure', () => {
    const path = report('broken.json', {
      numPassedTests: 0,
      numPendingTests: 1,
      testResults: [file({ status: 'failed', message: 'Cannot find package', assertionResults: [] })],
    })
    expect(vitestOutcome(path, 1).failures).toEqual(['a.test.ts\n    Cannot find package'])
  })

  test('a file whose process Node ended by its known fault fails only in its second run', () => {
    const name = join(process.cwd(), 'b.test.ts')
    const ended = (file: string) =>
      `Worker exited unexpectedly with signal SIGTRAP while running test file ${file}\u001b[39m\n`
    const fault = '# Check failed: jit_page.has_value().\n'
    const caught = (count: number) => `Vitest caught ${count} unhandled errors during the test run.\n`
    expect(filesEndedByNode(`${fault}${caught(1)}${ended(name)}`)).toEqual([name])
    expect(filesEndedByNode(`${caught(1)}${ended(name)}`)).toEqual([])
    expect(filesEndedByNode(`${fault}${caught(2)}${ended(name)}`)).toEqual([])
    const path = report('ended.json', {
      numPassedTests: 1,
      numPendingTests: 0,
      testResults: [file({}), file({ name, status: 'failed', assertionResults: [] })],
    })
    expect(vitestOutcome(path, 1, [name]).failures).toEqual([])
    expect(vitestOutcome(path, 1).failures).toHaveLength(1)
  })

  test('a runner that failed although no test did is a failure: an error was thrown outside of every test', () => {
    const path = report('outside.json', { numPassedTests: 1, numPendingTests: 0, testResults: [file({})] })
    expect(vitestOutcome(path, 0).failures).toEqual([])
    expect(vitestOutcome(path, 1).failures).toEqual([expect.stringContaining('errors outside of every test')])
  })

  test('a missing report is a failure, and so is a check that ends with an error', () => {
    const path = join(folder, 'absent.json')
    for (const outcome of [vitestOutcome(path, 0), playwrightOutcome(path, 0)])
      expect(outcome).toEqual({ passed: 0, skipped: 0, failures: [`${path}: the runner left no report`] })
    expect(checkOutcome(0)).toEqual({ passed: 1, skipped: 0, failures: [] })
    expect(checkOutcome(2)).toMatchObject({ passed: 0, failures: [expect.stringContaining('2')] })
  })

  test('journeys are found at any depth, and one that passed at its second attempt only has failed', () => {
    const journey = (title: string, status: string, message?: string) => ({
      title,
      file: 'a.spec.ts',
      line: 7,
      tests: [{ status, results: [{ error: message && { message }, duration: 700 }, { duration: 800 }] }],
    })
    const path = report('browser.json', {
      stats: { expected: 1, skipped: 0 },
      errors: [{ message: 'The portal did not start.' }],
      suites: [
        {
          specs: [journey('goes', 'expected'), journey('stumbles', 'flaky', 'slow')],
          suites: [{ specs: [journey('falls', 'unexpected', 'no such button')] }],
        },
      ],
    })
    expect(playwrightOutcome(path, 1)).toMatchObject({
      passed: 1,
      failures: [
        'a.spec.ts:7 › stumbles\n    slow',
        'a.spec.ts:7 › falls\n    no such button',
        'the browser journeys\n    The portal did not start.',
      ],
    })
  })

  test('journeys that all passed have failed if the run has, as where the portal logged an error', () => {
    const path = report('logged.json', { stats: { expected: 1, skipped: 0 }, errors: [] })
    expect(playwrightOutcome(path, 0).failures).toEqual([])
    expect(playwrightOutcome(path, 1).failures).toEqual([`${path}: ended with 1, see its output above`])
  })

  test('the last line has the totals, after the failures', () => {
    const files = [
      { file: 'a.test.ts', seconds: 2 },
      { file: 'b.test.ts', seconds: 5.4 },
      { file: 'a.test.ts', seconds: 4 },
    ]
    const unit = { passed: 2, skipped: 1, failures: [], files, seconds: 9 }
    const types = { ...checkOutcome(2), seconds: 3 }
    expect(printOutcomes({ unit, types })).toEqual({
      passed: 2,
      failed: 1,
      names: ['types: ended with 2, see its output above'],
      byPart: {
        unit: { seconds: 9, passed: 2, failed: 0, skipped: 1, slowest: { 'a.test.ts': 6, 'b.test.ts': 5 } },
        types: { seconds: 3, passed: 0, failed: 1, skipped: 0, slowest: {} },
      },
    })
    expect(log.mock.calls.slice(-2)).toEqual([
      ['\nFailed:\n  types: ended with 2, see its output above'],
      ['\n2 passed, 1 failed'],
    ])
  })
})
