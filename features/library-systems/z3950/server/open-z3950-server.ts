import { setTimeout as delay } from 'node:timers/promises'
import { answerThread } from '#kit/server/owner-calls.ts'
import { CalledThread } from '#kit/server/thread-calls.ts'
import { openTakenRecords } from '../../taken/server/taken-records.ts'
import type { Listening } from './listen-z3950.ts'
import { type Needs, portalCalls } from './portal-calls.ts'
import type { ThreadAnswers } from './z3950-thread.ts'

const script = new URL('./z3950-thread.ts', import.meta.url)

/** The port cannot be used: a code of the operating system, as in EADDRINUSE. */
export class PortUnusable extends Error {
  readonly code: string

  constructor(code: string) {
    super(`The Z39.50 port cannot be used: ${code}`)
    this.code = code
  }
}

/**
 * Serves Z39.50 in a thread, so the portal keeps answering its other clients. A thread that ends is replaced,
 * at the same port, after `restartMs`. Throws PortUnusable.
 */
export async function openZ3950Server(app: Needs, listening: Listening, restartMs = 1_000) {
  const taken = openTakenRecords(app, 'Z39.50')
  const calls = portalCalls(app, taken)
  const closing = new AbortController()

  const start = async ({ port }: Pick<Listening, 'port'>) => {
    let isEnded = false
    const started: CalledThread<ThreadAnswers> = new CalledThread(script, undefined, {
      onNews: (news) => answerThread(started, calls)(news),
      onLost: (lost) => {
        app.metrics.libraryConnections.set(0)
        if (isEnded || closing.signal.aborted) return
        app.log.error({ err: lost }, 'z39.50: the thread ended; restarting it')
        void restart()
      },
    })
    await started.ready
    const opened = await started.call('listen', [{ ...listening, port }])
    if ('port' in opened) return { thread: started, port: opened.port }
    isEnded = true
    await started.end()
    throw new PortUnusable(opened.code)
  }

  let { thread, port } = await start(listening)
  const restart = async () => {
    while (!closing.signal.aborted)
      try {
        await delay(restartMs, undefined, { signal: closing.signal, ref: false })
        thread = (await start({ port })).thread
        return
      } catch (error) {
        if (!closing.signal.aborted) app.log.error({ err: error }, 'z39.50: not started again yet')
      }
  }

  return {
    port,
    close: async () => {
      closing.abort()
      await thread.call('close', []).catch(() => {})
      await thread.end()
      await taken.close()
    },
  }
}
