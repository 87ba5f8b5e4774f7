import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const tooManyConnections = '53300'
const timeoutMs = 5000
/** How long the pool makes do with its connections after the server has refused another. */
const contentMs = 30_000

/**
 * A pool that continues with its connections when the server gives no more: callers wait for one, as at its own limit.
 * A connection whose answer timed out is closed, not reused.
 */
export class PatientPool extends pg.Pool {
  readonly #most: number
  #contentUntil = 0

  constructor(config: pg.PoolConfig & { max: number }) {
    super(config)
    this.#most = config.max
  }

  // biome-ignore lint/suspicious/noExplicitAny: the library's two forms, of which we use the one that promises
  override async connect(): Promise<any> {
    if (this.options.max < this.#most && Date.now() > this.#contentUntil) this.options.max = this.#most
    for (const end = Date.now() + timeoutMs; ; ) {
      try {
        return closedWhenSpoilt(await super.connect())
      } catch (error) {
        if ((error as { code?: string }).code !== tooManyConnections || Date.now() > end) throw error
        this.options.max = Math.max(1, this.totalCount)
        this.#contentUntil = Date.now() + contentMs
        // There is no connection to wait for.
        if (this.totalCount === 0) await delay(100)
      }
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  override async query(text: any, values?: any): Promise<any> {
    const client = await this.connect()
    try {
      const answer = await client.query(text, values)
      client.release()
      return answer
    } catch (error) {
      // A text of several statements may have begun a transaction: the next user must not inherit it.
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  }
}

const spoilt = new WeakSet<pg.PoolClient>()
const watched = new WeakSet<pg.PoolClient>()

function closedWhenSpoilt(client: pg.PoolClient): pg.PoolClient {
  if (!watched.has(client)) {
    watched.add(client)
    // The caller gets the error from its query; without a listener, a broken connection would end the program.
    client.on('error', () => spoilt.add(client))
    const ask = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = (async (...args: unknown[]) => {
      try {
        return await ask(...args)
      } catch (error) {
        if ((error as Error).message === 'Query read timeout') spoilt.add(client)
        throw error
      }
    }) as typeof client.query
  }
  // The pool sets a new one each time.
  const release = client.release.bind(client)
  client.release = (error) => release(error ?? spoilt.has(client))
  return client
}
