import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * One file. A segment is an immutable index over some records: its parts are read whole into memory, its postings and
 * positions lie in chunks that are read as a search needs them. What is not `live`, and records from `next_row` on,
 * belong to a load that has not ended: nobody sees them, and the next load sweeps them away.
 */
const tables = `
  create table if not exists manifest (
    one integer primary key check (one = 1),
    layout integer not null,
    generation integer not null,
    next_row integer not null,
    next_segment integer not null,
    next_facet_chunk integer not null
  );
  create table if not exists segment (
    id integer primary key, live integer not null, records integer not null, deleted blob, deleted_count integer not null
  );
  create table if not exists segment_part (
    segment integer not null, name text not null, bytes blob not null, primary key (segment, name)
  ) without rowid;
  create table if not exists segment_hash (segment integer primary key, bytes blob not null);
  create table if not exists chunk (key integer primary key, bytes blob not null);
  create table if not exists facet_chunk (id integer primary key, field text not null, first integer not null, value_list blob not null);
  create table if not exists record (
    row integer primary key, document text not null, marc blob not null, encoding text not null
  );
`

/** Raised when stored segments can no longer be read by this program. */
const layout = 2

export type Manifest = { generation: number; nextRow: number; nextSegment: number; nextFacetChunk: number }

export const databaseFile = (folder: string) => join(folder, 'catalogue.sqlite')

/** Opens the file, making it first where it is absent. */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(databaseFile(folder), { timeout: 20_000 })
  // The page size holds only if it is set before anything is stored.
  db.exec(
    'pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000; pragma journal_size_limit = 67108864',
  )
  const made = db.prepare("select 1 from sqlite_master where name = 'manifest'").get()
  if (!made) {
    db.exec('begin immediate')
    db.exec(tables)
    db.exec(`insert or ignore into manifest values (1, ${layout}, 0, 1, 1, 1)`)
    db.exec('commit')
  }
  const found = db.prepare('select layout from manifest').get() as { layout: number }
  if (found.layout !== layout) {
    db.close()
    throw new Error(`The catalogue in ${folder} was made by another version of this program (layout ${found.layout}).`)
  }
  return db
}

export function readManifest(db: DatabaseSync): Manifest {
  return db
    .prepare(
      'select generation, next_row as nextRow, next_segment as nextSegment, next_facet_chunk as nextFacetChunk from manifest',
    )
    .get() as Manifest
}

/** Runs a read on one unchanging state of the file, whatever is written meanwhile. */
export function onOneState<T>(db: DatabaseSync, read: () => T): T {
  db.exec('begin')
  try {
    return read()
  } finally {
    db.exec('commit')
  }
}

/** All or nothing. */
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
