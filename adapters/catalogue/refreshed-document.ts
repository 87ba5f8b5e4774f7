import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { outgoingRecord } from '#marc/outgoing/outgoing.ts'
import type { RecordRow } from './packed-records.ts'

/**
 * The document that a load would make today from a stored record, as JSON. `id`: a record without 001 keeps the number
 * that its load gave it. One that today's program cannot read keeps its document: a rebuild loses no record.
 */
export function refreshedDocument({ document, marc, encoding }: RecordRow, id: string): string {
  try {
    return JSON.stringify({ ...toDocument(outgoingRecord({ document: { id }, marc, encoding }).record), id })
  } catch {
    return document
  }
}
