import { z } from 'zod'
import type { ChangeValues } from '#features/catalogue/facets.ts'
import type { LoadedHeading } from '#features/catalogue/headings/server/headings-port.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { HeadingDocument } from '#marc/crosswalk/heading-document.ts'
import { type BackupFolder, BackupRefused } from './backup-folder.ts'
import type { Manifest } from './manifest.ts'
import { bytesOfPart, linesOfPart } from './parts.ts'
import type { RowsAside } from './rows-port.ts'

/** Refuses if the tables differ from the backup's. */
export async function fillRows(aside: RowsAside, folder: BackupFolder, manifest: Manifest): Promise<void> {
  const made = new Map(aside.tables.map((table) => [table.name, JSON.stringify(table.columns)]))
  for (const table of manifest.tables) {
    if (made.get(table.name) !== JSON.stringify(table.columns))
      throw new BackupRefused(`The table ${table.name} of the backup has other columns than its migrations make.`)
    const rows = await aside.fill(table, linesOfPart(folder, table.part))
    if (rows !== table.rows) throw new BackupRefused(`The table ${table.name} has ${rows} rows, not ${table.rows}.`)
  }
  await aside.setSequences(manifest.sequences)
  await aside.end()
}

const RecordLine = z.object({
  bytes: z.number().int(),
  encoding: z.enum(['utf-8', 'marc-8']),
  document: z.custom<BibliographicDocument>((value) => typeof value === 'object' && value !== null),
})

export async function* recordsOf(folder: BackupFolder, { catalogue }: Manifest): AsyncGenerator<CatalogueRecord> {
  const marc = takeBytes(bytesOfPart(folder, catalogue.marc))
  for await (const line of linesOfPart(folder, catalogue.documents)) {
    const { bytes, encoding, document } = RecordLine.parse(JSON.parse(line))
    yield { document, encoding, marc: await marc(bytes) }
  }
}

export type RemovedRecord = { id: string; values: ChangeValues }

const removedAtOnce = 1_000

/** Removed records, in batches. */
export async function* removedOf(folder: BackupFolder, { catalogue }: Manifest): AsyncGenerator<RemovedRecord[]> {
  if (!catalogue.removed) return
  let batch: RemovedRecord[] = []
  for await (const line of linesOfPart(folder, catalogue.removed)) {
    batch.push(JSON.parse(line) as RemovedRecord)
    if (batch.length < removedAtOnce) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Reads a given number of bytes at a time from a stream of pieces. */
function takeBytes(pieces: AsyncGenerator<Uint8Array>) {
  let piece: Uint8Array = new Uint8Array(0)
  return async (count: number): Promise<Uint8Array> => {
    const taken = new Uint8Array(count)
    for (let filled = 0; filled < count; ) {
      if (piece.length === 0) {
        const next = await pieces.next()
        if (next.done) throw new BackupRefused('The records of the backup end too early.')
        piece = next.value
      }
      const part = piece.subarray(0, count - filled)
      taken.set(part, filled)
      filled += part.length
      piece = piece.subarray(part.length)
    }
    return taken
  }
}

type HeadingLine = { document: HeadingDocument; marc?: string }

export async function* headingsOf(folder: BackupFolder, { headings }: Manifest): AsyncGenerator<LoadedHeading> {
  for await (const line of linesOfPart(folder, headings.part)) {
    const { document, marc } = JSON.parse(line) as HeadingLine
    yield { ...document, ...(marc !== undefined && { marc: Buffer.from(marc, 'base64') }) }
  }
}
