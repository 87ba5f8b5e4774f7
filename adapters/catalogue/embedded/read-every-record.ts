import { setImmediate } from 'node:timers/promises'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { openDatabase, readManifest } from './schema.ts'

type Row = { document: string; marc: Uint8Array; encoding: CatalogueRecord['encoding'] }

/** Milliseconds after which others may do something. */
const turnMs = 8

/** On a connection of its own that sees the file as it was at its first reading, in the order in which they were loaded. */
export async function* readEveryRecord(folder: string): AsyncGenerator<CatalogueRecord> {
  const db = openDatabase(folder)
  try {
    db.exec('begin')
    // What a load that has not ended has written stands behind these.
    const { nextRow } = readManifest(db)
    const rows = db.prepare('select document, marc, encoding from record where row < ? order by row').iterate(nextRow)
    let turn = performance.now()
    for (const { document, marc, encoding } of rows as Iterable<Row>) {
      yield { document: JSON.parse(document), marc, encoding }
      if (performance.now() - turn < turnMs) continue
      await setImmediate()
      turn = performance.now()
    }
  } finally {
    db.close()
  }
}
