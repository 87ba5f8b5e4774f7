import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestAnswers } from '../thread-calls-testing.ts'
import { TimedThread } from './timed-thread.ts'

/** No other timer of this process has this time: files that ran before may have left some. */
const limitMs = 5_003
let thread: TimedThread<TestAnswers>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(globalThis, 'setTimeout')
  vi.spyOn(globalThis, 'clearTimeout')
  thread = new TimedThread(new URL('../thread-calls-testing.ts', import.meta.url), limitMs)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await thread.end()
})

/** The timers of the calls whose turn has come. */
const timers = () => {
  const { calls, results } = vi.mocked(setTimeout).mock
  return results.flatMap(({ value }, at) => (calls[at]?.[1] === limitMs ? [value] : []))
}
/** The turn of this many calls has come. */
const begun = (calls: number) => expect.poll(() => timers().length, { timeout: 30_000 }).toBe(calls)

test('a call past its time is refused, and the one that waits is answered by another thread', async () => {
  const refused = expect(thread.call('hang', [])).rejects.toThrow('it takes too long')
  const next = thread.call('quickly', ['next'])
  await begun(1)
  vi.advanceTimersByTime(limitMs)
  await refused
  expect(await next).toBe('next')
  expect(timers()).toHaveLength(2)
  for (const timer of timers()) expect(clearTimeout).toHaveBeenCalledWith(timer)
})

test('the time of a call begins with its turn', async () => {
  const refused = [thread.call('hang', []), thread.call('hang', [])].map((each) =>
    expect(each).rejects.toThrow('it takes too long'),
  )
  const next = thread.call('quickly', ['next'])
  for (const [at, each] of refused.entries()) {
    await begun(at + 1)
    vi.advanceTimersByTime(limitMs)
    await each
  }
  expect(await next).toBe('next')
})

test('an error rejects its call, and a crash loses no other', async () => {
  await expect(thread.call('fail', [])).rejects.toThrow('not today')
  await expect(thread.call('crash', [])).rejects.toThrow('out of memory')
  expect(await thread.call('quickly', ['next'])).toBe('next')
})
