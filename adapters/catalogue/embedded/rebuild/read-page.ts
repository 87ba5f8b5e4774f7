import type { RecordRow } from '../../packed-records.ts'
import { digestOf } from '../../record-digest.ts'
import { refreshedDocument } from '../../refreshed-document.ts'
import { documentIn, readRow } from '../check/row-damage.ts'
import { type AnalysedRecords, analyseRecords } from '../index/analysed-records.ts'

export type PageOfRows = {
  rows: (RecordRow & { row: number })[]
  /** The digest of each row as it was loaded, if known. */
  loaded: (Uint8Array | undefined)[]
  /** Makes each document again from the record's MARC; otherwise documents stay as they are. */
  reread: boolean
}

export type ReadPage = {
  /** The readable rows, one for each analysed record. `isOutdated`: its document is not the stored one. */
  read: { row: number; bytes: number; isOutdated: boolean }[]
  analysed: AnalysedRecords
  /** 16 bytes for each. */
  digests: Uint8Array
  /** Numbers of the others. */
  unreadable: number[]
  /** Sentences about unreadable records, and those that differ from what was loaded. */
  damaged: string[]
}

export function readPage({ rows, loaded, reread }: PageOfRows): ReadPage {
  const page: Omit<ReadPage, 'analysed'> = {
    read: [],
    digests: new Uint8Array(rows.length * 16),
    unreadable: [],
    damaged: [],
  }
  const documents = rows.flatMap((row, at) => {
    const read = readRow(row, loaded[at])
    if ('lost' in read) {
      page.damaged.push(read.lost)
      page.unreadable.push(row.row)
      return []
    }
    if (read.changed) page.damaged.push(read.changed)
    const text = reread ? refreshedDocument(row, read.document.id) : row.document
    const isOutdated = text !== row.document
    const digest = isOutdated ? digestOf(text, row.marc, row.encoding) : read.digest
    page.digests.set(digest, page.read.length * 16)
    page.read.push({ row: row.row, bytes: text.length + row.marc.length, isOutdated })
    return [isOutdated ? JSON.parse(text) : read.document]
  })
  return { ...page, analysed: analyseRecords(documents) }
}

export const refreshPage = (rows: PageOfRows['rows']): { row: number; document: string }[] =>
  rows.map((each) => ({ row: each.row, document: refreshedDocument(each, documentIn(each.document)!.id) }))
