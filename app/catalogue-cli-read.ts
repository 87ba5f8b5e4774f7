import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { packRecords } from '#adapters/catalogue/packed-records.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk.ts'
import { withNumber } from '#marc/outgoing.ts'
import { type ReadRecord, readRecords, withHead } from '#marc/read-records.ts'
import type { ReadBatch } from './catalogue-cli-read-worker.ts'

const perBatch = 250
const chunkSize = 1 << 20

/** Records of a file of any form that we read, compressed or not, ready for the catalogue. */
export async function* readBatches(file: string): AsyncGenerator<ReadBatch> {
  let bytesRead = 0
  let brokenOff: string | undefined
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of unpacked(file, (length) => (bytesRead += length))) yield chunk
    } catch (error) {
      // What could be read is still good.
      brokenOff = `The file cannot be read further: ${(error as Error).message}.`
    }
  }
  let records: CatalogueRecord[] = []
  let batch: Omit<ReadBatch, 'records' | 'bytesRead'> = { repaired: 0, rejected: [], numbered: [] }
  const take = (): ReadBatch => {
    const taken = { ...batch, bytesRead, records: packRecords(records) }
    records = []
    batch = { repaired: 0, rejected: [], numbered: [] }
    return taken
  }
  let position = 0
  for await (const read of readRecords(chunks())) {
    position++
    try {
      if ('error' in read) throw read.error
      const tellNumber = (given: string) =>
        batch.numbered.push(`record ${position} has no number (001) and was given ${given}.`)
      records.push(asCatalogueRecord(read, tellNumber))
      if (read.repairs.length > 0) batch.repaired++
    } catch (error) {
      batch.rejected.push({ position, offset: read.offset, reason: (error as Error).message })
    }
    if (records.length >= perBatch || batch.rejected.length >= perBatch) yield take()
  }
  if (brokenOff) batch.rejected.push({ position: position + 1, offset: null, reason: brokenOff })
  else if (position === 0) batch.rejected.push({ position: 1, offset: 0, reason: 'The file holds no MARC record.' })
  yield take()
}

/** The bytes of a file, unpacked where it is compressed; `count` is told how many were read from the disk. */
export async function* unpacked(file: string, count: (length: number) => void): AsyncGenerator<Uint8Array> {
  async function* source(): AsyncGenerator<Uint8Array> {
    for await (const chunk of createReadStream(file, { highWaterMark: chunkSize })) {
      count(chunk.length)
      yield chunk
    }
  }
  const { head, all } = await withHead(source())
  if (head[0] !== 0x1f || head[1] !== 0x8b) {
    yield* all
    return
  }
  const unzip = createGunzip({ chunkSize })
  // An error of the source reaches the reader through `unzip`.
  pipeline(Readable.from(all, { objectMode: false }), unzip, () => {})
  yield* unzip
}

/** The bytes stay as they were loaded; a number that is given to the record is put into it when it goes out. */
function asCatalogueRecord(
  { record, bytes, encoding }: ReadRecord,
  tellNumber: (given: string) => void,
): CatalogueRecord {
  if (record.leader[6] === 'z')
    throw new Error('This is an authority record, not a title; load --authorities takes it.')
  const document = toDocument(record)
  if (document.id !== '') return { document, marc: bytes, encoding }
  const given = numberFor(bytes)
  tellNumber(given)
  return { document: toDocument(withNumber(record, given)), marc: bytes, encoding }
}

/** Made of the record's own bytes, so that it gets the same number in every load. */
export const numberFor = (bytes: Uint8Array): string =>
  `9${BigInt(`0x${hash('sha256', bytes, 'hex').slice(0, 12)}`)
    .toString()
    .padStart(15, '0')}`
