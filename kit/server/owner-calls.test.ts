import { afterAll, expect, test } from 'vitest'
import { Problem } from '#kit/problem.ts'
import { answerThread } from './owner-calls.ts'
import type { TestThread } from './owner-calls-testing.ts'
import { CalledThread } from './thread-calls.ts'

const waiting: (() => void)[] = []
const owner = {
  // The first call is answered last.
  twice: async (number: number) => {
    if (waiting.length < 2) await new Promise<void>((resolve) => waiting.push(resolve))
    else for (const go of waiting) go()
    return number * 2
  },
  refuse: () => {
    throw new Problem('busy', 503, ['Please wait.'])
  },
  fail: () => {
    throw new TypeError('not today')
  },
}
const thread: CalledThread<TestThread> = new CalledThread(
  new URL('./owner-calls-testing.ts', import.meta.url),
  undefined,
  {
    onNews: (news) => answerThread(thread, owner)(news),
  },
)
afterAll(() => thread.end())

test('a thread calls its owner several times at once, and gets each answer', async () => {
  expect(await thread.call('twiceOf', [[1, 2, 3]])).toEqual([2, 4, 6])
})

test('a Problem is one in the thread too; any other error keeps its message', async () => {
  expect(await thread.call('code', [])).toBe('Problem busy 503')
  expect(await thread.call('message', [])).toBe('not today')
})
