import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

const tooManyConnections = '53300'
const timeoutMs = 5000
/** For which the pool makes do with what it has, once the server has refused it another connection. */
const contentMs = 30_000

/**
 * A pool that goes on with the connections it has when the server gives it no more: whoever asks waits for one of them, as
 * at its own limit. A connection on which an answer did not come in time is closed, not used again.
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
        // Of its own it has none to wait for.
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
      // Of several statements in one text the first may have begun a transaction: whoever comes next must not find it.
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
    // Whoever asks is told by the answer; unheard, a connection that breaks while it is lent would end the program.
    client.on('error', () => spoilt.add(client))
    const ask = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
    client.query = (async (...asked: unknown[]) => {
      try {
        return await ask(...asked)
      } catch (error) {
        if ((error as Error).message === 'Query read timeout') spoilt.add(client)
        throw error
      }
    }) as typeof client.query
  }
  // The pool gives it another one each time.
  const release = client.release.bind(client)
  client.release = (error) => release(error ?? spoilt.has(client))
  return client
}
