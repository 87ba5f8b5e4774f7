import pg from 'pg'

const firstRetryMs = 500
const maxRetryMs = 30_000

type Listener = {
  channel: string
  heard: (payload: string) => void
  /** Called after each connect: earlier notifications are lost. */
  connected: () => void
}

/**
 * Listens on any number of channels on one dedicated connection, which is open while there are listeners and replaced
 * when it breaks.
 */
export function openListening(url: string, onError: (error: Error) => void) {
  const listeners = new Set<Listener>()
  let client: pg.Client | undefined
  let first: Promise<void> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs

  const connect = async (prepare: (next: pg.Client) => Promise<void>) => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
    const broke = (error: Error) => {
      if (client !== next) return
      client = undefined
      onError(error)
      void next.end().catch(() => {})
      connectLater()
    }
    next.on('error', broke)
    next.on('end', () => broke(new Error('The listening connection ended.')))
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
  const leave = async (listener: Listener) => {
    if (!listeners.delete(listener) || listeners.size > 0) return
    clearTimeout(retry)
    const last = client
    client = first = undefined
    await last?.end().catch(() => {})
  }

  return {
    /** Fails if the first connection cannot be made. */
    async listen(
      channel: string,
      heard: Listener['heard'],
      connected: Listener['connected'],
    ): Promise<{ close(): Promise<void> }> {
      const listener = { channel, heard, connected }
      listeners.add(listener)
      try {
        first ??= connect(async () => {})
        await first
        const joined = turn.then(() => client?.query(listenOn(channel)))
        turn = joined.catch(() => {})
        // Without a client, the next one will listen on this channel too.
        if (await joined) connected()
      } catch (error) {
        await leave(listener)
        throw error
      }
      return { close: () => leave(listener) }
    },
  }
}

const listenOn = (channel: string) => `listen ${pg.escapeIdentifier(channel)}`
