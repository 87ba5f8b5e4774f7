import type { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import type { Reply } from '#kit/contract.ts'

export type ReadRecord = Reply<typeof cataloguingApi.readRecord>['response']['records'][number]

/** A record that may answer a work: one of the catalogue, or one that a file holds. */
export type RecordToAttach = {
  recordId: string
  title: string
  responsibility: string
  identifiers: readonly string[]
  /** Set for one that a file holds. */
  file?: { base64: string; replaces: boolean }
}
