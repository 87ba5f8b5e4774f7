import pg from 'pg'

const firstRetryMs = 500
const maxRetryMs = 30_000

/**
 * Listens on a channel, on a dedicated connection that is replaced when it breaks. `connected` is called after each
 * connect: earlier notifications are lost.
 */
export async function listen(
  url: string,
  channel: string,
  on: { heard: (payload: string) => void; connected: () => void; broke: (error: Error) => void },
): Promise<{ close(): Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let retryMs = firstRetryMs

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 })
    let broken = false
    const broke = (error: Error) => {
      if (broken || closed) return
      broken = true
      on.broke(error)
      void next.end().catch(() => {})
      if (client === next) connectLater()
    }
    next.on('error', broke)
    next.on('end', () => broke(new Error('The listening connection ended.')))
    next.on('notification', ({ payload }) => on.heard(payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      broken = true
      await next.end().catch(() => {})
      throw error
    }
    if (closed) return next.end()
    client = next
    retryMs = firstRetryMs
    on.connected()
  }
  const connectLater = () => {
    if (closed) return
    retry = setTimeout(() => connect().catch(connectLater), retryMs)
    retryMs = Math.min(retryMs * 2, maxRetryMs)
  }

  await connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}
