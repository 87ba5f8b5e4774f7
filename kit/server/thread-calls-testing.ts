import { workerData } from 'node:worker_threads'
import { answerCalls, postNews } from './thread-calls.ts'

class Refused extends TypeError {
  readonly handle = () => 'cannot be cloned'
}

const answers = {
  given: () => workerData as string,
  /** Answers on the second event loop turn, later than a call after it could. */
  slowly: async (text: string) => {
    await new Promise(setImmediate)
    await new Promise(setImmediate)
    return text
  },
  quickly: (text: string) => text,
  size: (bytes: Uint8Array) => bytes.length,
  /** Says how many bytes the last answer left behind: none if they were moved. */
  left: () => made.length,
  make: () => made,
  fail: () => {
    throw new Refused('not today')
  },
  uncloneable: () => () => 1,
  crash: () => {
    setImmediate(() => {
      throw new Error('out of memory')
    })
    return new Promise<never>(() => {})
  },
  exit: () => process.exit(3),
  hang: () => new Promise<never>(() => {}),
  announce: (text: string) => postNews(text),
}
const made = new Uint8Array(8)
export type TestAnswers = typeof answers

answerCalls(answers, {
  moved: (ask, value) => (ask === 'make' ? [(value as Uint8Array).buffer as ArrayBuffer] : []),
  onNews: (news) => postNews(`heard ${news}`),
  inWords: (error) => ((error as Error).message === 'not today' ? error : new Error('in other words')),
})
