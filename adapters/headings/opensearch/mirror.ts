import { rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { EngineClient } from '#adapters/catalogue/opensearch/client.ts'
import { linkAll } from '../embedded/links.ts'
import { headingsFile, openHeadingsFile } from '../embedded/schema.ts'
import { openPut } from '../embedded/writer.ts'
import { uuidOf } from './live-index.ts'
import { readInPages } from './pages.ts'

type IndexedHeading = { place: number; document: string; marc?: string }

/**
 * A local file with the headings of an index in the embedded engine's form: a load uses it to find what is new and to
 * resolve references. It is a cache: if it belongs to another index, it is rebuilt.
 */
export async function openMirror(client: EngineClient, folder: string, index: string): Promise<DatabaseSync> {
  const uuid = await uuidOf(client, index)
  const known = openFile(folder)
  if (mirrored(known) === uuid) return known
  known.close()
  for (const end of ['', '-wal', '-shm']) rmSync(`${headingsFile(folder)}${end}`, { force: true })
  const db = openFile(folder)
  try {
    await fill(client, db, index)
    nowMirrors(db, uuid)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function openFile(folder: string): DatabaseSync {
  const db = openHeadingsFile(folder, 60_000)
  // After a power failure it is rebuilt.
  db.exec('pragma synchronous = off; create table if not exists mirror (uuid text not null)')
  return db
}

const mirrored = (db: DatabaseSync) =>
  (db.prepare('select uuid from mirror').get() as { uuid: string } | undefined)?.uuid

export function nowMirrors(db: DatabaseSync, uuid: string): void {
  db.exec('delete from mirror')
  db.prepare('insert into mirror values (?)').run(uuid)
}

async function fill(client: EngineClient, db: DatabaseSync, index: string): Promise<void> {
  db.exec('begin')
  const put = openPut(db)
  const pages = readInPages<IndexedHeading>(client, index, {
    query: { term: { is: 'heading' } },
    _source: ['place', 'document', 'marc'],
    sort: [{ place: 'asc' }],
  })
  for await (const page of pages)
    for (const { _source: each } of page) {
      const marc = each.marc === undefined ? {} : { marc: Buffer.from(each.marc, 'base64') }
      put({ ...JSON.parse(each.document), ...marc }, each.place)
    }
  linkAll(db)
  db.exec('commit')
}
