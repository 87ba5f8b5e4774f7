import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import type { HeadingsReport, LoadedHeading } from '#features/headings/server/headings-port.ts'
import { linkAll } from '../embedded/links.ts'
import { openForget, openPut } from '../embedded/writer.ts'
import { changesOf, watchChanges } from './changes.ts'
import type { StillAlone } from './lease.ts'
import {
  cloneIndex,
  createIndex,
  dropIndex,
  generationOf,
  hasThisLayout,
  liveIndex,
  type Names,
  newIndexName,
  settle,
  switchTo,
  uuidOf,
} from './live-index.ts'
import { nowMirrors, openMirror } from './mirror.ts'
import { sweepIndices } from './sweep.ts'
import { checkWritten, deletePlaces, writeAll, writeRows } from './write-rows.ts'

/** Between so many headings, others may do something. */
const perTurn = 200

export type Writing = {
  client: EngineClient
  names: Names
  /** Of this machine, for what can be made anew. */
  folder: string
  /** Throws where this process is no longer the one writer. */
  stillAlone: StillAlone
}

export const writeHeadings = (writing: Writing, headings: AsyncIterable<LoadedHeading> | Iterable<LoadedHeading>) =>
  change(writing, async (db) => {
    const report: HeadingsReport = { loaded: 0, updated: 0, unchanged: 0 }
    const put = openPut(db)
    let count = 0
    for await (const heading of headings) {
      report[put(heading)]++
      if (++count % perTurn === 0) await setImmediate()
    }
    return report
  })

export const removeHeadings = (writing: Writing, ids: string[]) =>
  change(writing, async (db) => {
    const rowOf = db.prepare('select row from heading where id = ?')
    const forget = openForget(db)
    const rows = [...new Set(ids)].flatMap((id) => (rowOf.get(id) as { row: number } | undefined)?.row ?? [])
    for (const row of rows) forget(row)
    return rows.length
  })

/** An index of another layout is written anew; what it holds stays. */
export const renewHeadings = (writing: Writing) => change(writing, async () => undefined)

/**
 * All or nothing: the change is made in a file of this machine, then in an index of its own that begins as the newest one
 * is, and is seen by everybody when the alias leads there. What was interrupted is an index that nobody reads.
 */
async function change<T>(writing: Writing, work: (db: DatabaseSync) => Promise<T>): Promise<T> {
  const { client, names, folder } = writing
  const live = await liveIndex(client, names)
  await sweepIndices(client, names, live)
  const db = await openMirror(client, folder, live)
  try {
    db.exec('begin immediate')
    watchChanges(db)
    const result = await work(db)
    const isCurrent = await hasThisLayout(client, live)
    if (isCurrent && changesOf(db).none) return result
    linkAll(db)
    const next = newIndexName(names, generationOf(names, live) + 1)
    try {
      await build(client, db, live, next, isCurrent)
      await writing.stillAlone()
      await switchTo(client, names, live, next)
    } catch (error) {
      await dropIndex(client, next).catch(() => {})
      throw error
    }
    nowMirrors(db, await uuidOf(client, next))
    db.exec('commit')
    return result
  } finally {
    // What was not committed is undone with it.
    db.close()
  }
}

async function build(client: EngineClient, db: DatabaseSync, live: string, next: string, isCurrent: boolean) {
  const { gone, written, entered } = changesOf(db)
  const { count } = db.prepare('select count(*) as count from heading').get() as { count: number }
  // Most of it is new: without what the old one would leave behind.
  if (!isCurrent || gone.length + written.length > count / 2) {
    await createIndex(client, next)
    await writeAll(client, db, next)
  } else {
    await cloneIndex(client, live, next)
    await deletePlaces(client, next, gone)
    await writeRows(client, db, next, written, new Set(entered))
  }
  await settle(client, next)
  await checkWritten(client, db, next)
}
