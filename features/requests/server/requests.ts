import type { Db } from '#app/app.ts'
import type { CatalogueRequest } from '../contract.ts'
import { resourceTypeNames, resourceTypes } from '../rules.ts'
import { ownRequest, requestReply } from './own-request.ts'

export { attachmentsOf } from '../attachments/server/attachments.ts'
export { checkItems } from '../form/server/read-items.ts'
export { recordEvent } from '../timeline/server/events.ts'
export {
  asItem,
  type ItemRow,
  itemsOf,
  lockRequest,
  ownRequest,
  type RequestRow,
  requestReplies,
  requestReply,
} from './own-request.ts'
export { joinMerged, ownWork, workOf } from './queue-places.ts'
export { settleRequests } from './settle-request.ts'

export async function requestDetails(db: Db, customerId: string, id: string): Promise<{ response: CatalogueRequest }> {
  return { response: await requestReply(db, await ownRequest(db, customerId, id)) }
}

export const listResourceTypes = () => ({
  response: resourceTypes.map((type) => ({ name: resourceTypeNames[type], type })),
})
