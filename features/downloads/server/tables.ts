import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'
import type { FileFormat } from '#features/school/settings/contract.ts'
import type { Choice, Chosen, DownloadRequest, ItemType, RequestStatus, UnmatchedReason } from '../contract.ts'
import type { FoundLater } from '../matching/server/found-later.ts'
import type { Notify } from '../programs/contract.ts'

/** Read as it is; written as JSON text. */
type Json<T> = ColumnType<T, string | undefined, string>

/** Rows of migrations 002, 007, 011, 029, 039 and 047. */
export type DownloadTables = {
  downloadRequest: {
    id: string
    customerId: string
    userId: string
    name: string
    type: DownloadRequest['requestType']
    status: RequestStatus
    content: DownloadRequest['content']
    fileFormat: FileFormat
    identities: Json<string[]>
    matched: Json<string[]>
    unmatched: Json<{ identifier: string; reason: UnmatchedReason }[]>
    choices: Json<Choice[]>
    messages: Json<string[]>
    fileKey: string | null
    fileSize: number | null
    asked: ColumnType<DownloadRequest['asked'], string | null | undefined, string | null>
    imageAlone: Generated<boolean>
    imageKey: string | null
    imageSize: number | null
    packageKey: string | null
    packageSize: number | null
    covers: number | null
    revision: Generated<number>
    nameKey: Generated<string>
    nameOrder: Generated<string>
    toMatch: Generated<boolean>
    notify: Generated<Notify>
    idempotencyKey: Generated<string | null>
    chosen: Json<Chosen[]>
    makingSince: Generated<Date>
    removed: Json<string[]>
    foundLater: Json<FoundLater[]>
    matchedCount: GeneratedAlways<number>
    unmatchedCount: GeneratedAlways<number>
    choicesCount: GeneratedAlways<number>
    toldScheduledAt: Date | null
    downloadedAt: Date | null
    /** For a request for a single record. */
    itemType: Generated<ItemType | null>
    createdAt: Generated<Date>
    finishedAt: Date | null
  }
  downloadRequestKey: {
    requestId: string
    keys: string[]
  }
  hiddenRequest: {
    userId: string
    requestId: string
  }
}

export type RequestRow = Selectable<DownloadTables['downloadRequest']>
