import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { call } from '#kit/web/call.ts'
import type { ExportTable } from '#ui/table/save-table.ts'
import { formats } from '../../web/request-words.ts'
import { type ListState, listInput } from './list-state.ts'
import { kinds } from './request-kinds.ts'
import type { ShownLine } from './use-request-list.ts'

/** At most so many come in one reply. */
const pageSize = 100

/** All pages of the list, in its order. */
export async function listCsv(state: ListState): Promise<ExportTable> {
  const lines = new Map<string, ShownLine>()
  for (let page = 1; ; page++) {
    const reply = await call(manageApi.listRequests, listInput({ ...state, page }, pageSize))
    for (const line of reply.response) lines.set(line.id, line)
    if (reply.response.length < pageSize || page * pageSize >= reply.totalCount) break
  }
  return {
    columns: [
      'Name',
      'Type',
      'Requested',
      'Requested by',
      'Status',
      'Downloaded',
      'Matched',
      'Unmatched',
      'To choose',
      'Format',
      'Bytes',
    ],
    rows: [...lines.values()].map((line) => [
      line.requestName,
      kinds[line.requestType].label,
      line.createdDate?.toISOString() ?? null,
      line.requestedBy,
      line.requestStatus,
      line.downloadComplete ? 'yes' : 'no',
      line.matchedCount,
      line.unmatchedCount,
      line.choicesCount,
      formats[line.fileFormat],
      line.fileSize,
    ]),
  }
}
