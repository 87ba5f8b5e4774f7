import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { withNumber } from '#marc/outgoing/outgoing.ts'
import { type ReadRecord, readRecords } from '#marc/read-records.ts'
import { whyNoTitle } from '#marc/record-kind.ts'
import { cataloguingProblem } from '../contract.ts'

/** Records read from a file at most; only one is wanted. */
const maxRead = 20

type FileRecords = { read: ReadRecord[]; reasons: string[] }

/** The records of a base64 file, and the errors of unreadable ones. */
export async function readFile(base64: string): Promise<FileRecords> {
  const plain = base64.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw cataloguingProblem('unreadable_record')
  const read: ReadRecord[] = []
  const reasons: string[] = []
  for await (const each of readRecords([Buffer.from(plain, 'base64')])) {
    const reason = 'error' in each ? each.error.message : whyNoTitle(each.record)
    if (reason !== undefined) reasons.push(reason)
    else if ('record' in each) read.push(each)
    if (read.length + reasons.length >= maxRead) break
  }
  if (read.length === 0)
    throw cataloguingProblem('unreadable_record', {
      messages: [cataloguingProblem('unreadable_record').messages[0], ...reasons.slice(0, 3)],
    })
  return { read, reasons }
}

/** A file's only record, as the catalogue stores it. */
export async function readOneRecord(base64: string, numberWithout001: string): Promise<CatalogueRecord> {
  const { read, reasons } = await readFile(base64)
  if (read.length + reasons.length > 1) throw cataloguingProblem('one_record_only')
  return asCatalogueRecord(read[0]!, numberWithout001)
}

/** Keeps the bytes as sent; an assigned number is inserted on output. */
export function asCatalogueRecord({ record, bytes, encoding }: ReadRecord, numberWithout001: string): CatalogueRecord {
  const document = toDocument(record)
  if (document.id !== '') return { document, marc: bytes, encoding }
  return { document: toDocument(withNumber(record, numberWithout001)), marc: bytes, encoding }
}
