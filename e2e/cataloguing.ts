import { type Page, signIn } from './portal.ts'

type Item = { title: string; resourceType: string; physicalResource?: boolean } & Record<string, unknown>

const headers = { 'x-requested-with': 'journey' }

/** A draft with one item, made by an API call of the signed-in person. */
export async function requestItem(page: Page, item: Item, name?: string): Promise<{ id: string; version: number }> {
  await signIn(page, '/myCatalogueRequests', name)
  const made = await page.request.post('/rest/cataloguerequests', { headers, data: { items: [item] } })
  return (await made.json()).response
}

/** The same, submitted. */
export async function submitItem(
  page: Page,
  item: Item,
  name?: string,
): Promise<{ id: string; requestNumber: string }> {
  const { id } = await requestItem(page, item, name)
  const made = await page.request.post(`/rest/cataloguerequests/${id}/confirm`, { headers, data: {} })
  return (await made.json()).response
}
