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

/** So many older states are kept for searches that are just going on. */
const olderKept = 2

/** To be called by the one writer: drops what a writer left unfinished, and older states that nobody reads. */
async function sweepIndices(client: EngineClient, names: Names, live: string): Promise<void> {
  const generation = (index: string) => generationOf(names, index)
  const others = (await allIndices(client, names)).filter((index) => index !== live)
  const unfinished = others.filter((index) => generation(index) > generation(live))
  const older = others
    .filter((index) => generation(index) <= generation(live))
    .sort((a, b) => generation(b) - generation(a))
    .slice(olderKept)
  const inUse = older.length > 0 ? await indicesInUse(client, names) : new Set<string>()
  for (const index of [...unfinished, ...older.filter((each) => !inUse.has(each))]) await dropIndex(client, index)
}

/** Notes from now on which headings of a file are new, gone, or have another record, and what was linked before. */
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
  /** Rows that were there and are no more. */
  gone: number[]
  /** Rows to be written: new, with another record, or with other references. */
  written: number[]
  /** Those of them that are new. */
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
