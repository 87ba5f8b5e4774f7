import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestAnswers } from '../thread-calls-testing.ts'
import { TimedThread } from './timed-thread.ts'

const limitMs = 5_000
let thread: TimedThread<TestAnswers>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  thread = new TimedThread(new URL('../thread-calls-testing.ts', import.meta.url), limitMs)
})
afterEach(async () => {
  vi.useRealTimers()
  await thread.end()
})

/** The call's turn has come. */
const begun = () => expect.poll(() => vi.getTimerCount(), { timeout: 30_000 }).toBe(1)

test('a call past its time is refused, and the one that waits is answered by another thread', async () => {
  const refused = expect(thread.call('hang', [])).rejects.toThrow('it takes too long')
  const next = thread.call('quickly', ['next'])
  await begun()
  vi.advanceTimersByTime(limitMs)
  await refused
  expect(await next).toBe('next')
  expect(vi.getTimerCount()).toBe(0)
})

test('the time of a call begins with its turn', async () => {
  const refused = [thread.call('hang', []), thread.call('hang', [])].map((each) =>
    expect(each).rejects.toThrow('it takes too long'),
  )
  const next = thread.call('quickly', ['next'])
  for (const each of refused) {
    await begun()
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
