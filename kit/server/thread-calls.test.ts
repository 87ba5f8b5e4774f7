import { afterEach, beforeEach, expect, test } from 'vitest'
import { CalledThread, ThreadLost } from './thread-calls.ts'
import type { TestAnswers } from './thread-calls-testing.ts'

let thread: CalledThread<TestAnswers>
let news: unknown[]
let losses: ThreadLost[]
const start = (refusal?: (error: unknown) => unknown) =>
  new CalledThread<TestAnswers>(new URL('./thread-calls-testing.ts', import.meta.url), 'copied', {
    onNews: (each) => news.push(each),
    onLost: (lost) => losses.push(lost),
    ...(refusal && { refusal }),
  })
beforeEach(() => {
  news = []
  losses = []
  thread = start()
})
afterEach(() => thread.end())

test('a thread gets its data, and answers calls in their order', async () => {
  await thread.ready
  expect(await thread.call('given', [])).toBe('copied')
  const answered: string[] = []
  const note = (text: string) => answered.push(text)
  await Promise.all([thread.call('slowly', ['first']).then(note), thread.call('quickly', ['second']).then(note)])
  expect(answered).toEqual(['first', 'second'])
})

test('buffers are moved in both directions, not copied', async () => {
  const bytes = new Uint8Array(5)
  expect(await thread.call('size', [bytes], [bytes.buffer])).toBe(5)
  expect(bytes.length).toBe(0)
  expect(await thread.call('make', [])).toEqual(new Uint8Array(8))
  expect(await thread.call('left', [])).toBe(0)
})

test('an error rejects only its call, with its message, name and stack, even if it has members that cannot be cloned', async () => {
  const [failed, next] = [thread.call('fail', []), thread.call('quickly', ['next'])]
  await expect(failed).rejects.toMatchObject({ name: 'TypeError', message: 'not today' })
  await expect(failed).rejects.toHaveProperty('stack', expect.stringContaining('thread-calls-testing'))
  expect(await next).toBe('next')
})

test('an answer that cannot be cloned rejects its call, in the words of the thread', async () => {
  await expect(thread.call('uncloneable', [])).rejects.toThrow('in other words')
  expect(await thread.call('quickly', ['next'])).toBe('next')
})

test('a crash rejects all calls, those after it too, and is reported once', async () => {
  const calls = [thread.call('crash', []), thread.call('quickly', ['never'])]
  for (const each of calls)
    await expect(each).rejects.toMatchObject({ message: 'out of memory', crash: expect.any(Error) })
  await thread.end()
  await expect(thread.call('quickly', ['later'])).rejects.toBeInstanceOf(ThreadLost)
  expect(losses.length).toBe(1)
})

test('the end of a thread rejects all calls', async () => {
  await expect(thread.call('exit', [])).rejects.toMatchObject({ message: 'the thread ended (3)', crash: undefined })
  const other = start()
  await other.ready
  const hanging = other.call('hang', [])
  await other.end()
  await expect(hanging).rejects.toBeInstanceOf(ThreadLost)
})

test('a thread whose program cannot be loaded is never ready', async () => {
  const absent = new CalledThread<TestAnswers>(new URL('./absent.ts', import.meta.url), undefined)
  await expect(absent.ready).rejects.toBeInstanceOf(ThreadLost)
})

test('the owner may refuse in its own words', async () => {
  const other = start((error) => `refused: ${(error as Error).message}`)
  await expect(other.call('fail', [])).rejects.toBe('refused: not today')
  await other.end()
  await expect(other.call('given', [])).rejects.toBe('refused: the thread ended (1)')
})

test('news goes both ways beside the calls', async () => {
  await thread.call('announce', ['hello'])
  thread.tell('you')
  await expect.poll(() => news).toEqual(['hello', 'heard you'])
})
