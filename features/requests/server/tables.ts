import type { ColumnType, Generated } from 'kysely'
import type { EventKind, ItemStatus, RequestStatus, ResourceType } from '../rules.ts'

/** Rows of migrations 023, 048, 051, 052 and 055. */
export type RequestTables = {
  catalogueRequest: {
    id: string
    requestNumber: string
    customerId: string
    requestedById: string
    status: RequestStatus
    version: Generated<number>
    depotId: string | null
    createdAt: Date
    updatedAt: Date
    updatedById: string | null
    submittedAt: Date | null
    submittedById: string | null
  }
  catalogueItem: {
    id: string
    requestId: string
    itemNumber: string
    position: number
    status: ItemStatus
    title: Generated<string>
    standardNumber: Generated<string>
    resourceType: ResourceType
    physicalResource: boolean
    url: Generated<string>
    publisher: Generated<string>
    publicationDate: Generated<string>
    publicationPlace: Generated<string>
    subtitles: Generated<string>
    authors: Generated<string>
    series: Generated<string>
    pages: Generated<string>
    additionalInfo: Generated<string>
    depotId: string | null
    /** Equal for the same item of several schools; '' if nothing identifies it. */
    workKey: Generated<string>
    submittedAt: Date | null
    receivedAt: Date | null
    assignedToId: string | null
    answeredAt: Date | null
    answeredById: string | null
    recordId: string | null
    declineReason: Generated<string>
    downloadRequestId: string | null
  }
  catalogueAttachment: {
    id: string
    customerId: string
    userId: string
    itemId: string | null
    position: Generated<number>
    filename: string
    filetype: string
    filesize: number
    caption: Generated<string>
    fileKey: string
    thumbnailKey: string
    heldSince: Date | null
    createdAt: Date
  }
  catalogueEvent: {
    id: string
    requestId: string
    itemId: string | null
    happenedAt: Date
    userId: string | null
    byDesk: Generated<boolean>
    kind: EventKind
    body: Generated<string>
    data: ColumnType<Record<string, unknown>, string | undefined, string>
  }
  leavingAnswer: {
    id: string
    userId: string
    kind: 'CATALOGUED' | 'DECLINED'
    given: ColumnType<object, string, string>
    title: Generated<string>
    createdAt: Date
    leavesAt: Date
  }
  leavingAnswerItem: { itemId: string; answerId: string }
  /** Works that are answered as one: by their former keys, never two steps deep. */
  mergedWork: { key: string; intoKey: string }
  workMerge: {
    id: string
    userId: string
    intoKey: string
    itemIds: string[]
    former: ColumnType<Record<string, string>, string, string>
    createdAt: Date
  }
  answerTemplate: {
    id: string
    kind: 'DECLINED' | 'CATALOGUED'
    name: string
    body: string
    items: 'ALL' | 'POSTED' | 'DIGITAL'
    position: number
    version: Generated<number>
  }
  /** Read by the provider's people only. */
  colleagueNote: { id: string; itemId: string; userId: string; body: string; createdAt: Date }
}
