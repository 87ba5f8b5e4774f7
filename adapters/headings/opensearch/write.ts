import type { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import type { HeadingsReport, LoadedHeading } from '#features/catalogue/headings/server/headings-port.ts'
import { linkAll } from '../embedded/links.ts'
import { openForget, openPut } from '../embedded/writer.ts'
import type { StillAlone } from './lease.ts'
import {
  allIndices,
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
import { indicesInUse } from './readers.ts'
import { checkWritten, deletePlaces, writeAll, writeRows } from './write-rows.ts'

/** Headings per turn, after which the writer yields. */
const perTurn = 200

export type Writing = {
  client: EngineClient
  names: Names
  /** A local folder for data that can be rebuilt. */
  folder: string
  /** Throws if this process no longer holds the lease. */
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

/** Rewrites an index of another layout; its contents stay. */
export const renewHeadings = (writing: Writing) => change(writing, async () => undefined)

/**
 * Atomic: the change is made in a local file, then in a new index cloned from the newest, and becomes visible when the
 * alias switches. An interrupted change leaves an index that no one reads.
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
    // Closing rolls back what was not committed.
    db.close()
  }
}

async function build(client: EngineClient, db: DatabaseSync, live: string, next: string, isCurrent: boolean) {
  const { gone, written, entered } = changesOf(db)
  const { count } = db.prepare('select count(*) as count from heading').get() as { count: number }
  // Mostly new: a fresh index avoids the leftovers of the old one.
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

/** Older states kept for running searches. */
const olderStates = 2

/** Only for the writer: drops unfinished indices, and older states that no one reads. */
async function sweepIndices(client: EngineClient, names: Names, live: string): Promise<void> {
  const generation = (index: string) => generationOf(names, index)
  const others = (await allIndices(client, names)).filter((index) => index !== live)
  const unfinished = others.filter((index) => generation(index) > generation(live))
  const older = others
    .filter((index) => generation(index) <= generation(live))
    .sort((a, b) => generation(b) - generation(a))
    .slice(olderStates)
  const inUse = older.length > 0 ? await indicesInUse(client, names) : new Set<string>()
  for (const index of [...unfinished, ...older.filter((each) => !inUse.has(each))]) await dropIndex(client, index)
}

/** Starts recording which headings of a file are added, deleted or changed, and the links before. */
function watchChanges(db: DatabaseSync): void {
  db.exec(`
    create temp table fresh (row integer primary key);
    create temp table gone (row integer primary key);
    create temp table other_marc (row integer primary key);
    create temp table old_link as select row, kind, target from link;
    create temp trigger note_fresh after insert on main.heading begin insert or ignore into fresh values (new.row); end;
    create temp trigger note_gone after delete on main.heading begin
      insert or ignore into gone select old.row where not exists (select 1 from fresh where row = old.row);
      delete from fresh where row = old.row;
    end;
    create temp trigger note_marc after insert on main.marc begin insert or ignore into other_marc values (new.row); end;
    create temp trigger note_no_marc after delete on main.marc begin insert or ignore into other_marc values (old.row); end;
  `)
}

type Changes = {
  /** Rows that were deleted. */
  gone: number[]
  /** Rows to write: added, or with a changed record or changed references. */
  written: number[]
  /** The added ones among them. */
  entered: number[]
  none: boolean
}

function changesOf(db: DatabaseSync): Changes {
  const rows = (select: string) => (db.prepare(select).all() as { row: number }[]).map(({ row }) => row)
  const entered = rows('select row from fresh order by row')
  const gone = rows('select row from gone order by row')
  const none = entered.length + gone.length + rows('select row from other_marc').length === 0
  const written = rows(`
    select row from heading where row in (
      select row from fresh union select row from other_marc
      union select row from (select row, kind, target from link except select row, kind, target from old_link)
      union select row from (select row, kind, target from old_link except select row, kind, target from link)
    ) order by row`)
  return { gone, written, entered, none }
}
