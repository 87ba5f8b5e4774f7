import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { enableWriteAheadLog } from '#adapters/sqlite/write-ahead-log.ts'
import { wordsOf } from './stored-heading.ts'

/**
 * One file. `heading` has a row for each authority record; `words` are its folded tokens, the heading's first, then
 * each variant's, separated by `|`, and by `/` from those of its other spellings; `heading_in_order` has all data that searches keep in memory, in order. `reference`
 * has the records' own references, `link` those resolved here, in both directions. `entry` is the alphabetical index of
 * the subject headings. `marc` has the source record of a heading, ISO 2709 in UTF-8; a heading from SKOS has none.
 */
const tables = `
  create table if not exists manifest (one integer primary key check (one = 1), layout integer not null, generation integer not null);
  create table if not exists heading (
    row integer primary key, id text not null unique, number text not null, scheme text not null, key text not null,
    text text not null, sort text not null, authority integer not null, words text not null, document text not null
  );
  create index if not exists heading_by_key on heading (scheme, key, row);
  create index if not exists heading_by_number on heading (scheme, number, row);
  create index if not exists heading_in_order on heading (sort, id, authority, words);
  drop index if exists heading_by_sort;
  create table if not exists reference (row integer not null, kind integer not null, key text not null, number text not null);
  create index if not exists reference_by_row on reference (row);
  create table if not exists link (
    row integer not null, kind integer not null, target integer not null, primary key (row, kind, target)
  ) without rowid;
  create table if not exists entry (
    letter text not null, sort text not null, see_from text not null, row integer not null,
    primary key (letter, sort, see_from, row)
  ) without rowid;
  create index if not exists entry_by_row on entry (row);
  create table if not exists marc (row integer primary key, bytes blob not null);
`

/** Increase it when this program can no longer read a stored file. */
const layout = 2

export const headingsFile = (folder: string) => join(folder, 'headings.sqlite')

/** Opens the file; creates it if absent. */
export function openHeadingsFile(folder: string, timeoutMs: number): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(headingsFile(folder), { timeout: timeoutMs })
  db.exec('pragma page_size = 8192')
  enableWriteAheadLog(db, timeoutMs)
  db.exec('pragma synchronous = full; pragma cache_size = -16000')
  const made = db.prepare("select 1 from sqlite_master where name = 'marc'").get()
  if (!made) db.exec(`begin immediate; ${tables} insert or ignore into manifest values (1, ${layout}, 0); commit`)
  const found = layoutOf(db)
  if (found === layout) return db
  if (found < layout) return renewed(db)
  db.close()
  throw new Error(`The headings in ${folder} were made by another version of this program (layout ${found}).`)
}

const layoutOf = (db: DatabaseSync): number =>
  (db.prepare('select layout from manifest').get() as { layout: number }).layout

/** Layout 1 had the words of one spelling only. */
function renewed(db: DatabaseSync): DatabaseSync {
  db.exec('begin immediate')
  if (layoutOf(db) === layout) {
    db.exec('rollback')
    return db
  }
  const put = db.prepare('update heading set words = ? where row = ?')
  const all = db.prepare('select row, document from heading').all() as { row: number; document: string }[]
  for (const { row, document } of all) put.run(wordsOf(JSON.parse(document)), row)
  db.exec(`update manifest set layout = ${layout}, generation = generation + 1; commit`)
  return db
}

export const generationOf = (db: DatabaseSync): number =>
  (db.prepare('select generation from manifest').get() as { generation: number }).generation
