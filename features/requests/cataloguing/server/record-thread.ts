import { answerCalls } from '#kit/server/thread-calls.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { withNumber } from '#marc/outgoing/outgoing.ts'
import { type ReadRecord, readRecords } from '#marc/read-records.ts'
import { whyNoTitle } from '#marc/record-kind.ts'

export type SentRecord = ReadRecord & { document: BibliographicDocument }
export type RecordThread = { read: typeof read }

/** Records read from a file at most; only one is wanted. */
const maxRead = 20

/** The records of a file, and the reasons why others are unreadable. A record without a 001 gets `number`. */
async function read(bytes: Uint8Array, number: string): Promise<{ read: SentRecord[]; reasons: string[] }> {
  const read: SentRecord[] = []
  const reasons: string[] = []
  for await (const each of readRecords([bytes])) {
    const reason = 'error' in each ? each.error.message : whyNoTitle(each.record)
    if (reason !== undefined) reasons.push(reason)
    else if ('record' in each) read.push({ ...each, document: documentOf(each, number) })
    if (read.length + reasons.length >= maxRead) break
  }
  return { read, reasons }
}

/** The bytes stay as sent; an assigned number is inserted on output. */
function documentOf({ record }: ReadRecord, number: string): BibliographicDocument {
  const document = toDocument(record)
  return document.id === '' ? toDocument(withNumber(record, number)) : document
}

answerCalls<RecordThread>({ read })
