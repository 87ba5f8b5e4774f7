import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'

/** Records on their way to the writing thread: documents as JSON text, all MARC bytes in one piece. */
export type PackedRecords = { documents: string[]; marc: Uint8Array<ArrayBuffer>; ends: number[]; encodings: string[] }

export function packRecords(records: CatalogueRecord[]): PackedRecords {
  const marc = new Uint8Array(records.reduce((sum, record) => sum + record.marc.length, 0))
  const ends: number[] = []
  let at = 0
  for (const record of records) {
    marc.set(record.marc, at)
    at += record.marc.length
    ends.push(at)
  }
  return {
    documents: records.map(({ document }) => JSON.stringify(document)),
    marc,
    ends,
    encodings: records.map(({ encoding }) => encoding),
  }
}
