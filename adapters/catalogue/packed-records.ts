import type { CataloguePort, CatalogueRecord, LoadReport } from '#features/catalogue/server/catalogue-port.ts'

type Encoding = CatalogueRecord['encoding']
/** A record as stored in a table: its document as JSON text. */
export type RecordRow = { document: string; marc: Uint8Array; encoding: Encoding }

/** Records in transit between threads: documents as JSON text, all MARC bytes in one buffer. */
export type PackedRecords = {
  documents: string[]
  marc: Uint8Array<ArrayBuffer>
  ends: number[]
  encodings: Encoding[]
}

export type LoadableCatalogue = CataloguePort & {
  /** `write` for a caller that has already packed its records in another thread. */
  writePacked(batches: AsyncIterable<PackedRecords>): Promise<LoadReport>
}

export const packRecords = (records: CatalogueRecord[]): PackedRecords =>
  packRows(records.map(({ document, marc, encoding }) => ({ document: JSON.stringify(document), marc, encoding })))

export function packRows(rows: RecordRow[]): PackedRecords {
  const marc = new Uint8Array(rows.reduce((sum, row) => sum + row.marc.length, 0))
  const ends: number[] = []
  let at = 0
  for (const row of rows) {
    marc.set(row.marc, at)
    at += row.marc.length
    ends.push(at)
  }
  return {
    documents: rows.map(({ document }) => document),
    marc,
    ends,
    encodings: rows.map(({ encoding }) => encoding),
  }
}

/** Reads and parses the document on first access: code that returns only the bytes never needs it. */
export function recordOfRow(
  row: RecordRow,
  parse: (text: string) => CatalogueRecord['document'] = JSON.parse,
): CatalogueRecord {
  let document: CatalogueRecord['document'] | undefined
  return {
    get document() {
      document ??= parse(row.document)
      return document
    },
    marc: row.marc,
    encoding: row.encoding,
  }
}

export function* unpackRecords({ documents, marc, ends, encodings }: PackedRecords): Generator<CatalogueRecord> {
  for (const [i, document] of documents.entries())
    yield recordOfRow({
      document,
      marc: marc.subarray(i === 0 ? 0 : ends[i - 1], ends[i]),
      encoding: encodings[i]!,
    })
}

const perBatch = 250

export async function* packed(
  records: AsyncIterable<CatalogueRecord> | Iterable<CatalogueRecord>,
): AsyncIterable<PackedRecords> {
  let batch: CatalogueRecord[] = []
  for await (const record of records) {
    batch.push(record)
    if (batch.length < perBatch) continue
    yield packRecords(batch)
    batch = []
  }
  if (batch.length > 0) yield packRecords(batch)
}
