import pg from 'pg'

const firstRetryMs = 500
const maxRetryMs = 30_000
const answerMs = 1000

type Listener = {
  heard: (payload: string) => void
  /** Called after each connect: earlier notifications are lost. */
  connected: () => void
  lost?: () => void
}

export type Listening = ReturnType<typeof openListening>

/**
 * Listens on any number of channels on one dedicated connection, which is open while there are listeners and replaced
 * when it breaks.
 */
export function openListening(url: string, onError: (error: Error) => void) {
  const listeners = new Set<Listener & { channel: string }>()
  let client: pg.Client | undefined
  let first: Promise<void> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs

  const connect = async (prepare: (next: pg.Client) => Promise<void>) => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
    next.on('error', (error) => replace(next, error))
    next.on('end', () => replace(next, new Error('The listening connection ended.')))
    next.on('notification', ({ channel, payload }) => {
      for (const each of listeners) if (each.channel === channel) each.heard(payload ?? '')
    })
    try {
      await next.connect()
      await prepare(next)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    if (listeners.size === 0) return next.end()
    client = next
    retryMs = firstRetryMs
  }
  const replace = (broken: pg.Client, error: Error) => {
    if (client !== broken) return
    client = undefined
    onError(error)
    for (const { lost } of listeners) lost?.()
    void broken.end().catch(() => {})
    connectLater()
  }
  const reconnect = async () => {
    await connect(async (next) => {
      for (const { channel } of listeners) await next.query(listenOn(channel))
    })
    for (const { connected } of listeners) connected()
  }
  const connectLater = () => {
    if (listeners.size === 0) return
    retry = setTimeout(() => reconnect().catch(connectLater), retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }
  const leave = async (listener: Listener & { channel: string }) => {
    if (!listeners.delete(listener) || listeners.size > 0) return
    clearTimeout(retry)
    const last = client
    client = first = undefined
    await last?.end().catch(() => {})
  }

  return {
    /** Fails if the first connection cannot be made. */
    async listen(channel: string, given: Listener): Promise<{ close(): Promise<void> }> {
      const listener = { channel, ...given }
      listeners.add(listener)
      try {
        first ??= connect(async () => {})
        await first
        const joined = turn.then(() => client?.query(listenOn(channel)))
        turn = joined.catch(() => {})
        // Without a client, the next one will listen on this channel too.
        if (await joined) listener.connected()
      } catch (error) {
        await leave(listener)
        throw error
      }
      return { close: () => leave(listener) }
    },
    /** Whether the connection is alive, so that nothing has been missed; a dead one is replaced. */
    async answers(): Promise<boolean> {
      const current = client
      if (!current) return false
      try {
        await current.query({ text: 'select 1', query_timeout: answerMs } as pg.QueryConfig)
      } catch (error) {
        replace(current, error as Error)
      }
      return client === current
    },
  }
}

const listenOn = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`
