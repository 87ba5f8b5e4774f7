import { afterEach, expect, test, vi } from 'vitest'
import LoggedErrors from '../e2e/logged-errors.ts'
import { collectErrors } from './error-lines-testing.ts'

afterEach(() => vi.restoreAllMocks())

const line = (level: number, msg: string) => `{"level":${level},"time":1,"msg":"${msg}"}\n`

test('a log may have lines of level error only if a test expects them', () => {
  const errors = collectErrors()
  errors.write(line(30, 'started') + line(40, 'slow'))
  errors.expectNoOther()
  errors.write(line(50, 'the index is gone'))
  expect(errors.expectNoOther).toThrow('the index is gone')
  errors.expect(/index is gone/)
  errors.expectNoOther()
  errors.write(line(60, 'out of memory'))
  expect(errors.expectNoOther).toThrow('out of memory')
})

test('a run of journeys fails if their portal logged an error', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const run = new LoggedErrors()
  run.onStdOut(`[WebServer] ${line(30, 'started')}`)
  expect(await run.onEnd()).toBeUndefined()
  run.onStdOut(Buffer.from(`[WebServer] ${line(50, 'unexpected error')}`))
  expect(await run.onEnd()).toEqual({ status: 'failed' })
  expect(printed.mock.calls.join()).toContain('unexpected error')
})
