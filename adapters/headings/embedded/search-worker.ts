import { parentPort, workerData } from 'node:worker_threads'
import { type Answers, openAnswers } from './answers.ts'
import { openHeadingsFile } from './schema.ts'

export type Question = { id: number; ask: keyof Answers; with: unknown[] }
export type Reply = { id: number; value: unknown } | { id: number; error: string }

const lookEveryMs = 2_000

const { folder } = workerData as { folder: string }
const port = parentPort!
const answers = openAnswers(openHeadingsFile(folder, 20_000))

port.on('message', ({ id, ask, with: given }: Question) => {
  const answer = answers[ask] as (...given: unknown[]) => unknown
  try {
    port.postMessage({ id, value: answer(...given) } satisfies Reply)
  } catch (error) {
    port.postMessage({ id, error: String(error) } satisfies Reply)
  }
})

/** What another process has loaded is read ahead, so that hardly any question waits for it. */
function lookForNews() {
  try {
    answers.refresh()
  } catch {
    // The next question says what is wrong.
  }
}
port.once('message', () => setImmediate(lookForNews))
setInterval(lookForNews, lookEveryMs)
