import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { enableWriteAheadLog } from '#adapters/sqlite/write-ahead-log.ts'
import { IndexUnusable } from './check/index-unusable.ts'
import { CatalogueDamaged, isDamage, restoreAdvice, unlessDamaged } from './check/sqlite-damage.ts'

/**
 * One file. A segment is an immutable index over some records: its parts are read whole into memory; its postings and
 * positions are stored in chunks that a search reads as needed. Each `sum` is a CRC-32. Segments that are not `live`,
 * and records from `next_row` on, belong to an unfinished load: they are invisible, and the next load deletes them.
 * `records` counts the rows below `next_row`. The index can be rebuilt from those rows.
 *
 * Changes are numbered by `row`: new records and removals take the next numbers. The rows up to `last_row` became
 * visible `at`, Unix time in seconds.
 */
const tables = `
  create table if not exists manifest (
    one integer primary key check (one = 1),
    layout integer not null,
    generation integer not null,
    next_row integer not null,
    next_segment integer not null,
    next_facet_chunk integer not null,
    first_facet_chunk integer not null default 1,
    records integer not null default 0
  );
  create table if not exists segment (
    id integer primary key, live integer not null, records integer not null, deleted blob, deleted_count integer not null
  );
  create table if not exists segment_part (
    segment integer not null, name text not null, bytes blob not null, sum integer, primary key (segment, name)
  ) without rowid;
  create table if not exists segment_stream (
    segment integer not null, stream text not null, bytes integer not null, sum integer not null,
    primary key (segment, stream)
  ) without rowid;
  create table if not exists segment_hash (segment integer primary key, bytes blob not null, sum integer);
  create table if not exists chunk (key integer primary key, bytes blob not null);
  create table if not exists facet_chunk (
    id integer primary key, field text not null, first integer not null, value_list blob not null, sum integer
  );
  create table if not exists record (
    row integer primary key, document text not null, marc blob not null, encoding text not null
  );
  create table if not exists publication (last_row integer primary key, at integer not null);
  create index if not exists publication_at on publication (at);
  create table if not exists removed (row integer primary key, id text not null unique, change_values text not null);
`

/** Tables with rows per segment. */
export const perSegment = ['segment_part', 'segment_stream', 'segment_hash'] as const

/** Columns that tables of layout 2 lack. */
const laterColumns = [
  ['manifest', 'first_facet_chunk', 'integer not null default 1'],
  ['manifest', 'records', 'integer not null default 0'],
  ['segment_part', 'sum', 'integer'],
  ['segment_hash', 'sum', 'integer'],
  ['facet_chunk', 'sum', 'integer'],
] as const

/**
 * Increase it when this program can no longer read stored segments, or they may be wrong: the next start rebuilds them.
 */
export const layout = 7

export type Manifest = {
  generation: number
  nextRow: number
  nextSegment: number
  nextFacetChunk: number
  firstFacetChunk: number
  records: number
}

export const databaseFile = (folder: string) => join(folder, 'catalogue.sqlite')

/** Written by a newer program. */
export class CatalogueTooNew extends Error {}

const timeoutMs = 20_000

/** Opens the file whatever the state of its index; creates it if absent. */
export function openFile(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(databaseFile(folder), { timeout: timeoutMs })
  try {
    return prepareFile(db, folder)
  } catch (error) {
    db.close()
    throw isDamage(error) ? fileDamaged(folder, (error as Error).message) : error
  }
}

export const fileDamaged = (folder: string, reason: string) =>
  new CatalogueDamaged(`The catalogue file ${databaseFile(folder)} cannot be read (${reason}). ${restoreAdvice}`)

function prepareFile(db: DatabaseSync, folder: string): DatabaseSync {
  // The page size must be set before anything is stored.
  db.exec('pragma page_size = 8192')
  enableWriteAheadLog(db, timeoutMs)
  db.exec('pragma synchronous = normal; pragma cache_size = -16000; pragma journal_size_limit = 67108864')
  const found = layoutOf(db)
  if (!hasTable(db, 'record')) {
    db.exec('begin immediate')
    // Another process may have created the tables meanwhile.
    const hasLostRecords = !hasTable(db, 'record') && (hasTable(db, 'manifest') || hasTable(db, 'segment'))
    if (!hasLostRecords) {
      db.exec(tables)
      db.exec(
        `insert or ignore into manifest (one, layout, generation, next_row, next_segment, next_facet_chunk) values (1, ${layout}, 0, 1, 1, 1)`,
      )
    }
    db.exec('commit')
    if (hasLostRecords) throw fileDamaged(folder, 'it has lost its records')
  } else if (found !== undefined && found > layout) {
    throw new CatalogueTooNew(
      `The catalogue in ${folder} was made by a newer version of this program (layout ${found}; this one knows ${layout}).`,
    )
  }
  return db
}

/** Opens the file if its index has this program's layout. */
export function openDatabase(folder: string): DatabaseSync {
  const db = openFile(folder)
  const found = layoutOf(db)
  if (found === layout) return db
  db.close()
  throw new IndexUnusable(
    found === undefined
      ? `The catalogue in ${folder} has lost its manifest`
      : `The index in ${folder} was made by an older version of this program (layout ${found})`,
  )
}

/** Creates the tables and columns of this layout that the file lacks. */
export function completeTables(db: DatabaseSync) {
  db.exec(tables)
  for (const [table, column, kind] of laterColumns)
    if (!db.prepare('select 1 from pragma_table_info(?) where name = ?').get(table, column))
      db.exec(`alter table ${table} add column ${column} ${kind}`)
}

export const hasTable = (db: DatabaseSync, name: string) =>
  db.prepare('select 1 from sqlite_master where name = ?').get(name) !== undefined

export const lackingTable = (db: DatabaseSync): string | undefined =>
  ['segment', 'chunk', 'facet_chunk', ...perSegment].find((name) => !hasTable(db, name))

/** Undefined if the manifest is missing or unreadable. */
export function layoutOf(db: DatabaseSync): number | undefined {
  if (!hasTable(db, 'manifest')) return undefined
  const numbers = db.prepare('select * from manifest')
  const found = unlessDamaged(() => numbers.get()) as Record<string, unknown> | undefined
  return found && Object.values(found).every(Number.isInteger) ? (found.layout as number) : undefined
}

/** Undefined if the manifest is missing or unreadable. */
export const generationOf = (db: DatabaseSync): number | undefined =>
  layoutOf(db) === undefined
    ? undefined
    : (db.prepare('select generation from manifest').get() as { generation: number }).generation

export function readManifest(db: DatabaseSync): Manifest {
  return db
    .prepare(
      `select generation, next_row as nextRow, next_segment as nextSegment, next_facet_chunk as nextFacetChunk,
         first_facet_chunk as firstFacetChunk, records from manifest`,
    )
    .get() as Manifest
}

/** Makes the manifest's state the newest. */
export function saveManifest(db: DatabaseSync, manifest: Manifest) {
  const { nextRow, nextSegment, nextFacetChunk, firstFacetChunk, records } = manifest
  db.prepare(
    `update manifest set layout = ${layout}, generation = generation + 1, next_row = ?, next_segment = ?,
       next_facet_chunk = ?, first_facet_chunk = ?, records = ?`,
  ).run(nextRow, nextSegment, nextFacetChunk, firstFacetChunk, records)
}

/** Runs a read in one transaction, which sees a single state despite concurrent writes. */
export function onOneState<T>(db: DatabaseSync, read: () => T): T {
  db.exec('begin')
  try {
    return read()
  } finally {
    db.exec('commit')
  }
}

export function inTransaction<T>(db: DatabaseSync, change: () => T): T {
  db.exec('begin immediate')
  try {
    const result = change()
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
