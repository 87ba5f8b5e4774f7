import type { QueryClient } from '@tanstack/react-query'
import { type CatalogueRequest, requestsApi } from '#features/requests/contract.ts'
import type { Problem } from '#kit/problem.ts'
import { type Answer, call } from '#kit/web/call.ts'
import { readDates } from '#kit/web/dates.ts'
import { queryOf } from '#kit/web/use-api.ts'
import { duplicatesAmong, type FormItem, type ItemFaults, isFinished } from '../../items/web/form-item.ts'
import { patchesOf, sentItem } from './patch-of.ts'
import type { Base } from './stored-draft.ts'

export type LoadedRequest = Answer<typeof requestsApi.catalogueRequest>['response']
/** `virus`: messages about pictures that were left out. */
export type SavedRequest = { request: CatalogueRequest; virus: string[] }

/**
 * The items to save: finished ones, and the former state of saved ones that are now unfinished. The rest stays in the
 * page.
 */
export function savable(items: readonly FormItem[], base: Base | null): FormItem[] {
  const duplicates = duplicatesAmong(items)
  const before = new Map(base?.items.map((item) => [item.id, item]))
  return items.flatMap((item) =>
    isFinished(item) && !duplicates.has(item.key) ? [item] : item.id ? (before.get(item.id) ?? []) : [],
  )
}

/** Null if nothing differs from the saved state. */
export async function sendRequest(
  requestId: string | undefined,
  base: Base | null,
  wanted: readonly FormItem[],
): Promise<SavedRequest | null> {
  if (!requestId || !base) {
    const { response, messages } = await call(requestsApi.createCatalogueRequest, { items: wanted.map(sentItem) })
    return { request: response, virus: messages ?? [] }
  }
  let saved: SavedRequest | null = null
  let { version } = base
  const virus: string[] = []
  for (const ops of patchesOf(base.items, wanted)) {
    const { response, messages = [] } = await call(requestsApi.changeCatalogueRequest, { id: requestId, ops, version })
    virus.push(...messages)
    version = response.version
    saved = { request: response, virus }
  }
  return saved
}

/** Updates the cache of every screen that shows the request or the list. */
export function rememberRequest(cache: QueryClient, request: CatalogueRequest): void {
  const reply = readDates({ response: request }) as Answer<typeof requestsApi.catalogueRequest>
  cache.setQueryData(queryOf(requestsApi.catalogueRequest, { id: request.id }).queryKey, reply)
  // Other cached data about requests, such as the confirmation, are refetched when shown.
  cache.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey: [path] }) =>
      String(path).startsWith('/rest/cataloguerequests') && path !== requestsApi.catalogueRequest.path,
  })
}

/** A refusal's `errors` by item: `items.0.url` is about the first one sent. */
export function faultsIn({ errors }: Problem, sent: readonly FormItem[]): Map<string, ItemFaults> {
  const found = new Map<string, ItemFaults>()
  for (const [name, [sentence]] of Object.entries(errors ?? {})) {
    const [, position, field] = /^items\.(\d+)\.(\w+)/.exec(name) ?? []
    const item = position === undefined ? undefined : sent[Number(position)]
    if (item && field && sentence) found.set(item.key, { ...found.get(item.key), [field]: sentence })
  }
  return found
}

export const savedSentence = 'Request saved successfully'
export const updatedSentence = 'Request updated successfully'
export const failedSentence = 'Failed to save Request'
