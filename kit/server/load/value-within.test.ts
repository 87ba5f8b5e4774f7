import { expect, onTestFinished, test, vi } from 'vitest'
import { valueWithin } from './value-within.ts'

test('a value in time is returned, a failure and a late value are not, and no timer stays', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  expect(await valueWithin(Promise.resolve(7), 1000)).toBe(7)
  expect(await valueWithin(Promise.reject(new Error('away')), 1000)).toBeUndefined()
  const late = valueWithin(new Promise(() => undefined), 1000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})
