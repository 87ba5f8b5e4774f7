import { readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { DatabaseStopped, DurableFiles } from './durable-files.ts'

/** Bytes that must be free before a stopped database is reopened: two log segments and a margin. */
const spaceNeeded = 40 * 1024 * 1024
/** Milliseconds between two attempts to reopen it. */
const retryMs = 1000

/** The parts of PGlite that Kysely, pg-boss and a backup use. */
export type ReopeningPglite = Pick<
  PGlite,
  'query' | 'exec' | 'transaction' | 'runExclusive' | 'listen' | 'close' | 'waitReady'
> & {
  readonly ready: boolean
  readonly closed: boolean
}
type Listener = { channel: string; heard: (payload: string) => void; end: () => Promise<void> }
type Opened = { pglite: PGlite; files: DurableFiles }

// V8's optimising compiler takes 600 MB and 1.5 s for PostgreSQL's largest function alone, soon after every start. The
// code of its first compiler needs a tenth more time for each statement.
setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')

/** Opens `folder` once; throws `DatabaseStopped` if it cannot write there. */
export async function openPglite(folder: string, settings: PGliteOptions): Promise<Opened> {
  const files = new DurableFiles(folder)
  try {
    const pglite = await PGlite.create({ ...settings, fs: files })
    if (files.stopped) throw files.stopped
    const run = pglite.execProtocolRawSync.bind(pglite)
    const goOn = () => {
      // A new error each time: catchers add to its stack trace.
      if (files.stopped) throw new DatabaseStopped(files.stopped.code)
    }
    pglite.execProtocolRawSync = (message) => {
      goOn()
      try {
        return run(message)
      } finally {
        goOn()
      }
    }
    return { pglite, files }
  } catch (error) {
    files.letGo()
    throw files.stopped ?? (isFull(error) ? new DatabaseStopped('ENOSPC') : error)
  }
}

/** The error of PGlite's own file system for a full disk; the number is WASI's. */
const isFull = (error: unknown) => (error as { errno?: number }).errno === 51

/**
 * A database in a folder that survives a full disk: once it has stopped and there is space again, it is reopened and
 * recovers from its log, as after a power cut. Until then every query is refused with `DatabaseStopped`.
 */
export async function openReopening(
  folder: string,
  settings: PGliteOptions,
  noted: (error: Error | undefined) => void,
): Promise<ReopeningPglite> {
  let opened: Opened | undefined = await openPglite(folder, settings)
  let stopped: DatabaseStopped | undefined
  let reopening: Promise<PGlite> | undefined
  let triedAt = 0
  let closed = false
  const listeners = new Set<Listener>()

  async function alive(): Promise<PGlite> {
    if (opened?.files.stopped) {
      stopped = opened.files.stopped
      opened.files.letGo()
      opened = undefined
      dropHalfSegments(folder)
      noted(stopped)
    }
    if (closed) throw new Error('The database is closed.')
    if (opened) return opened.pglite
    reopening ??= reopen().finally(() => {
      reopening = undefined
    })
    return reopening
  }

  async function reopen(): Promise<PGlite> {
    const refused = new DatabaseStopped(stopped?.code ?? 'ABORTED')
    const { bavail, bsize } = statfsSync(folder)
    if (Date.now() - triedAt < retryMs || bavail * bsize < spaceNeeded) throw refused
    triedAt = Date.now()
    const next = await openPglite(folder, settings)
    for (const each of listeners) each.end = await next.pglite.listen(each.channel, each.heard)
    opened = next
    noted(undefined)
    return next.pglite
  }

  /** Kysely’s driver hangs if BEGIN is refused, so the first statement is refused instead. */
  async function transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    let begun = false
    try {
      const pglite = await alive()
      return await pglite.transaction((tx) => {
        begun = true
        return work(tx)
      })
    } catch (error) {
      if (begun) throw error
      const refuse = () => Promise.reject(error)
      await work({ query: refuse, exec: refuse, sql: refuse, rollback: async () => {} } as unknown as Transaction)
      throw error
    }
  }

  return {
    ready: true,
    waitReady: Promise.resolve(),
    get closed() {
      return closed
    },
    query: async (...given: Parameters<PGlite['query']>) => (await alive()).query(...given),
    exec: async (text, options) => (await alive()).exec(text, options),
    transaction,
    runExclusive: async (work) => (await alive()).runExclusive(work),
    listen: async (channel, heard) => {
      const pglite = await alive()
      const listener: Listener = { channel, heard, end: await pglite.listen(channel, heard) }
      listeners.add(listener)
      return async () => {
        listeners.delete(listener)
        if (!closed) await listener.end()
      }
    },
    close: async () => {
      if (closed) return
      await reopening?.catch(() => {})
      closed = true
      if (!opened) return
      await opened.pglite.close().catch((error) => {
        if (!opened?.files.stopped) throw error
      })
      if (opened.files.stopped) opened.files.letGo()
    },
  } as ReopeningPglite
}

/** Deletes log segments left incomplete by a full disk: they would take the space that others need. */
function dropHalfSegments(folder: string) {
  const log = join(folder, 'pg_wal')
  for (const name of readdirSync(log)) if (name.startsWith('xlogtemp')) rmSync(join(log, name), { force: true })
}
