import { type Answer, call } from '#kit/web/call.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { requestsApi } from '../contract.ts'
import { resourceTypeNames } from '../rules.ts'
import { shownFields } from './item-words.ts'
import { fetched, type ListState, listInput, requestsPerPage } from './my-requests-state.ts'
import { itemStates, stateOf } from './state-words.ts'

/** All pages of the list in its order, one line for each item. */
export async function requestsCsv(state: ListState): Promise<ExportTable> {
  const requests = new Map<string, Answer<typeof requestsApi.catalogueRequests>['response'][number]>()
  for (let block = 1; ; block++) {
    const page = ((block - 1) * fetched) / requestsPerPage + 1
    const reply = await call(requestsApi.catalogueRequests, listInput({ ...state, page }))
    for (const request of reply.response) requests.set(request.id, request)
    if (reply.response.length < fetched || block * fetched >= reply.totalCount) break
  }
  return {
    columns: [
      'Request',
      'Status',
      'Requested by',
      'Created',
      'Submitted',
      'Item',
      'Item status',
      'Title',
      'Resource type',
      'Physical',
      ...shownFields.map(([, label]) => label),
      'Additional information',
      'Pictures',
      'Record',
      'Reason',
      'Answered',
    ],
    rows: [...requests.values()].flatMap((request) =>
      request.items.map((item) => [
        request.requestNumber,
        stateOf(request).label,
        request.requestedBy,
        request.createdDate?.toISOString() ?? null,
        request.submittedDate?.toISOString() ?? null,
        item.itemNumber,
        itemStates[item.status].label,
        item.title,
        resourceTypeNames[item.resourceType],
        item.physicalResource ? 'yes' : 'no',
        ...shownFields.map(([field]) => item[field]),
        item.additionalInfo,
        item.files.length,
        item.recordId,
        item.declineReason,
        item.answeredDate?.toISOString() ?? null,
      ]),
    ),
  }
}
