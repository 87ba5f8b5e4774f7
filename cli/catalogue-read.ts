import { hash } from 'node:crypto'
import { packRecords } from '#adapters/catalogue/packed-records.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { withNumber } from '#marc/outgoing/outgoing.ts'
import type { ReadRecord } from '#marc/read-records.ts'
import { isAuthority, isDeletedTitle, whyNoTitle } from '#marc/record-kind.ts'
import { type Made, openFile, readMarc } from './catalogue-read-marc.ts'
import type { ReadBatch } from './catalogue-read-worker.ts'

const perBatch = 250

/** Records of a file of any supported form, compressed or not, ready for the catalogue. */
export async function* readBatches(file: string): AsyncGenerator<ReadBatch> {
  let bytesRead = 0
  const { chunks, brokenOff } = openFile(file, (length) => {
    bytesRead += length
  })
  let records: CatalogueRecord[] = []
  let batch: Omit<ReadBatch, 'records' | 'bytesRead'> = { repaired: [], rejected: [], numbered: [] }
  const take = (): ReadBatch => {
    const taken = { ...batch, bytesRead, records: packRecords(records) }
    records = []
    batch = { repaired: [], rejected: [], numbered: [] }
    return taken
  }
  for await (const item of readMarc(chunks, brokenOff, asCatalogueRecord)) {
    if ('rejected' in item) batch.rejected.push(item.rejected)
    else {
      records.push(item.made)
      if (item.repaired) batch.repaired.push(item.repaired)
      if (item.given) batch.numbered.push({ position: item.position, given: item.given })
    }
    if (records.length >= perBatch || batch.rejected.length >= perBatch) yield take()
  }
  yield take()
}

/** The bytes stay as loaded; an assigned number is added on export. */
function asCatalogueRecord({ record, bytes, encoding }: ReadRecord): Made<CatalogueRecord> {
  const noTitle = whyNoTitle(record)
  if (noTitle) throw new Error([noTitle, ...adviceFor(record)].join(' '))
  const document = toDocument(record)
  if (document.id !== '') return { made: { document, marc: bytes, encoding } }
  const given = numberFor(bytes)
  const made = { document: toDocument(withNumber(record, given)), marc: bytes, encoding }
  return { made, given }
}

function adviceFor(record: ReadRecord['record']): string[] {
  if (isAuthority(record)) return ['Use load --authorities for it.']
  return isDeletedTitle(record) ? ['If the catalogue has it, use remove.'] : []
}

/** Derived from the record's bytes, so that every load assigns the same number. */
export const numberFor = (bytes: Uint8Array): string =>
  `9${BigInt(`0x${hash('sha256', bytes, 'hex').slice(0, 12)}`)
    .toString()
    .padStart(15, '0')}`
