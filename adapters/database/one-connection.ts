import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { type DatabaseConnection, PGliteAdapter, PGliteDriver } from 'kysely'

type Connection = Parameters<PGliteDriver['commitTransaction']>[0]

/** Turns Kysely's own queue off: it lets a statement of `db` inside a transaction on `db` wait for ever. */
export class SharedConnectionAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

/** PGlite answers within the event loop's turn: after this many milliseconds of statements, others get a turn. */
const turnMs = 10

/** Gives PGlite's one connection to one statement or transaction at a time, in the order in which they ask. */
export class OneConnection extends PGliteDriver {
  readonly #transaction = new AsyncLocalStorage<{ open: boolean }>()
  #turn: Promise<void> = Promise.resolve()
  #release = () => {}
  #turnBegan = performance.now()

  override async init(...given: Parameters<PGliteDriver['init']>): Promise<void> {
    await super.init(...given)
    const connection = await super.acquireConnection()
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = async (...query) => {
      const result = await execute(...query)
      await this.#letOthersGoOn()
      return result as never
    }
  }

  /** Throws inside an open transaction, whose end the statement would wait for, and the transaction for the statement. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#transaction.getStore()?.open)
      throw new Error('A statement inside a transaction must use its tx, not the database.')
    const turn = this.#turn
    let release = () => {}
    this.#turn = new Promise((resolve) => {
      release = resolve
    })
    await turn
    this.#release = release
    return super.acquireConnection()
  }

  async #letOthersGoOn() {
    if (performance.now() - this.#turnBegan < turnMs) return
    await setImmediate()
    this.#turnBegan = performance.now()
  }

  override async releaseConnection(): Promise<void> {
    this.#release()
  }

  // Entered before the first await, so that the caller's work after this call is inside the transaction too.
  override async beginTransaction(connection: Connection): Promise<void> {
    const transaction = { open: true }
    this.#transaction.enterWith(transaction)
    await super.beginTransaction(connection).catch((error) => {
      transaction.open = false
      throw error
    })
  }

  override commitTransaction(connection: Connection): Promise<void> {
    this.#leave()
    return super.commitTransaction(connection)
  }

  override rollbackTransaction(connection: Connection): Promise<void> {
    this.#leave()
    return super.rollbackTransaction(connection)
  }

  #leave() {
    const transaction = this.#transaction.getStore()
    if (transaction) transaction.open = false
  }
}
