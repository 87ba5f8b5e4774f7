import type { QueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { type NewItem, requestsApi } from '../contract.ts'
import { itemTexts } from '../rules.ts'
import { forgetRequests } from './refresh-requests.ts'
import type { ItemView } from './request-views.ts'

/** Returns the new draft's id. Pictures are only referenced: the server copies them. */
export async function saveCopy(cache: QueryClient, items: readonly ItemView[]): Promise<string> {
  const { response } = await call(requestsApi.createCatalogueRequest, { items: items.map(copyOf) })
  forgetRequests(cache)
  return response.id
}

const copyOf = (item: ItemView): NewItem => ({
  resourceType: item.resourceType,
  physicalResource: item.physicalResource,
  ...(Object.fromEntries(Object.keys(itemTexts).map((name) => [name, item[name as keyof typeof itemTexts]])) as Pick<
    NewItem,
    keyof typeof itemTexts
  >),
  files: item.files.map(({ id, caption }) => ({ id, caption })),
})
