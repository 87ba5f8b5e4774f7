import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import { type Columns, everyLine, fileOf, momentInFile, yesOrNo } from '#ui/table/columns.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { formats } from '../../web/request-labels.ts'
import { type ListState, listInput } from './list-state.ts'
import { kinds } from './request-kinds.ts'
import type { RequestLineView } from './request-row.ts'

/** Most requests in one reply. */
const pageSize = 100

const columns: Columns<RequestLineView> = [
  { head: 'Name', csv: ({ requestName }) => requestName },
  { head: 'Type', csv: ({ requestType }) => kinds[requestType].label },
  { head: 'Requested', csv: ({ createdDate }) => momentInFile(createdDate) },
  { head: 'Requested by', csv: ({ requestedBy }) => requestedBy },
  { head: 'Status', csv: ({ requestStatus }) => requestStatus },
  { head: 'Downloaded', csv: ({ downloadComplete }) => yesOrNo(downloadComplete) },
  { head: 'Matched', csv: ({ matchedCount }) => matchedCount },
  { head: 'Unmatched', csv: ({ unmatchedCount }) => unmatchedCount },
  { head: 'To choose', csv: ({ choicesCount }) => choicesCount },
  { head: 'Format', csv: ({ fileFormat }) => formats[fileFormat] },
  { head: 'Bytes', csv: ({ fileSize }) => fileSize },
]

/** All requests of the list in order, one by one, hidden or not. */
export async function listFile(state: ListState): Promise<ExportTable> {
  const read = (page: number) => call(manageApi.listRequests, listInput({ ...state, page }, pageSize))
  return fileOf(columns, await everyLine(read, ({ id }) => id))
}
