import type { ComparedFact, cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import type { Reply } from '#kit/contract.ts'

export type ReadRecord = Reply<typeof cataloguingApi.readRecord>['response']['records'][number]

/** A record that may answer a work: from the catalogue or from a file. */
export type RecordToAttach = {
  recordId: string
  title: string
  responsibility: string
  identifiers: readonly string[]
  /** Set if it comes from a file. */
  file?: { base64: string; replaces: boolean; compared: readonly ComparedFact[] }
}
