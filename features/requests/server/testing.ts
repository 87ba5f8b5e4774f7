import type { Person, TestApp } from '#app/testing.ts'
import type { RawInput } from '#kit/contract.ts'
import { eanCheck } from '#marc/isbn.ts'
import { type CatalogueRequest, requestsApi } from '../contract.ts'

export type ItemSent = RawInput<typeof requestsApi.createCatalogueRequest>['items'][number]

/** An ISBN-13 that belongs to no publisher. */
export function isbn(number: number): string {
  const twelve = `97801${String(number).padStart(7, '0')}`
  return twelve + eanCheck(twelve)
}

/** A book that is only described. */
export const paper = (told: ItemSent = {}): ItemSent => ({
  resourceType: 'BOOK',
  physicalResource: false,
  publisher: 'Tussock Press',
  publicationDate: '2024',
  ...told,
})
/** A book that is posted. */
export const posted = (told: ItemSent = {}): ItemSent => ({ resourceType: 'BOOK', physicalResource: true, ...told })
export const online = (url = 'https://example.org/learn', told: ItemSent = {}): ItemSent => ({
  resourceType: 'ONLINE_RESOURCE',
  physicalResource: false,
  url,
  ...told,
})

export async function startDraft(
  app: Pick<TestApp, 'as'>,
  items: ItemSent[],
  person: Person = 'hillview',
): Promise<CatalogueRequest> {
  const { response } = await app.as(person)(requestsApi.createCatalogueRequest, { items })
  return response
}
