import { call } from '#kit/web/call.ts'
import { type Columns, everyLine, fileOf, momentInFile } from '#ui/table/columns.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { requestsApi } from '../contract.ts'
import { resourceTypeNames, sendingNames, sendingOf } from '../rules.ts'
import { shownFields } from './item-labels.ts'
import { fetched, type ListState, listInput, requestsPerPage } from './my-requests-state.ts'
import type { RequestView } from './my-requests-table.tsx'
import { itemStates, stateOf } from './state-labels.ts'

type ItemLine = { request: RequestView; item: RequestView['items'][number] }

const columns: Columns<ItemLine> = [
  { head: 'Request', csv: ({ request }) => request.requestNumber },
  { head: 'Status', csv: ({ request }) => stateOf(request).label },
  { head: 'Requested by', csv: ({ request }) => request.requestedBy },
  { head: 'Created', csv: ({ request }) => momentInFile(request.createdDate) },
  { head: 'Submitted', csv: ({ request }) => momentInFile(request.submittedDate) },
  { head: 'Item', csv: ({ item }) => item.itemNumber },
  { head: 'Item status', csv: ({ item }) => itemStates[item.status].label },
  { head: 'Title', csv: ({ item }) => item.title },
  { head: 'Resource type', csv: ({ item }) => resourceTypeNames[item.resourceType] },
  { head: 'How it reaches us', csv: ({ item }) => sendingNames[sendingOf(item)] },
  ...shownFields.map(([field, head]) => ({ head, csv: ({ item }: ItemLine) => item[field] })),
  { head: 'Additional information', csv: ({ item }) => item.additionalInfo },
  { head: 'Pictures', csv: ({ item }) => item.files.length },
  { head: 'Record', csv: ({ item }) => item.recordId },
  { head: 'Reason', csv: ({ item }) => item.declineReason },
  { head: 'Answered', csv: ({ item }) => momentInFile(item.answeredDate) },
]

const linesOf = (request: RequestView): ItemLine[] => request.items.map((item) => ({ request, item }))

export const requestFile = (request: RequestView): ExportTable => fileOf(columns, linesOf(request))

/** All pages of the list in order, one line per item. */
export async function requestsFile(state: ListState): Promise<ExportTable> {
  const requests = await everyLine(
    (block) => {
      const page = ((block - 1) * fetched) / requestsPerPage + 1
      return call(requestsApi.catalogueRequests, listInput({ ...state, page }))
    },
    ({ id }) => id,
  )
  return fileOf(columns, requests.flatMap(linesOf))
}
