import { openOwner } from '#kit/server/owner-calls.ts'
import { answerCalls } from '#kit/server/thread-calls.ts'
import { type Listening, listenZ3950 } from './listen-z3950.ts'
import type { PortalCalls } from './portal-calls.ts'

export type ThreadAnswers = {
  /** The port, or why it cannot be used: a code of the operating system. */
  listen(listening: Listening): Promise<{ port: number } | { code: string }>
  close(): Promise<void>
}

const { owner, onNews } = openOwner<PortalCalls>()
let server: Awaited<ReturnType<typeof listenZ3950>> | undefined

answerCalls<ThreadAnswers>(
  {
    listen: async (listening) => {
      try {
        server = await listenZ3950(owner, listening)
        return { port: server.port }
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        return { code }
      }
    },
    close: async () => server?.close(),
  },
  { onNews },
)
