import { expect, type Page } from '@playwright/test'

/** Shared by the folder journeys. */

export const temporaryFolder = '/discover/temp/folder'
const sameOrigin = { 'x-requested-with': 'test' }

type Item = { bibId: string; itemTitle: string; [member: string]: unknown }

/** Records of the sample catalogue, in a folder's form. */
export async function someRecords(page: Page, count: number): Promise<Item[]> {
  const found: Item[] = []
  for (let from = 0; found.length < count; from += 100) {
    const reply = await page.request.post('/rest/catalogue/search', {
      data: { bodybuilderquery: { from, size: Math.min(100, count - found.length), query: { match_all: {} } } },
      headers: sameOrigin,
    })
    type Hit = { _id: string; _source: { title: { titlePrimary: string } } }
    for (const { _id, _source } of (await reply.json()).hits.hits as Hit[])
      found.push({
        bibId: _id,
        itemTitle: _source.title.titlePrimary,
        itemContributor: '',
        dateIssuedMarc: '',
        isbn: [],
        issn: [],
        otherIdentifier: [],
      })
  }
  return found
}

/** Puts records into this tab's temporary folder and opens it. */
export async function openTemporary(page: Page, records: Item[]) {
  if (page.url() === 'about:blank') await page.goto('/discover')
  await page.evaluate((text) => sessionStorage.setItem('temporary-folder', text), JSON.stringify(records))
  await page.goto(temporaryFolder)
  await expect(page.locator('.folder-head')).toContainText(`${records.length.toLocaleString('en-US')} records`)
  await expect(rows(page).first()).toBeVisible()
}

/** A saved folder of the signed-in person. */
export async function saveFolder(page: Page, folderName: string, records: Item[]): Promise<string> {
  const searchFolderJson = records.map(({ bibId }) => ({ bibId }))
  const reply = await page.request.post('/rest/catalogue/temp/save', {
    data: { folderName, searchFolderJson },
    headers: sameOrigin,
  })
  expect(reply.status()).toBe(200)
  return (await reply.json()).response.id
}

/** A colleague's concurrent change. */
export async function updateFolder(page: Page, folderId: string, records: Item[]) {
  const reply = await page.request.post(`/rest/mycatalogue/folder/update?folderId=${folderId}`, {
    data: records.map(({ bibId }) => ({ bibId })),
    headers: sameOrigin,
  })
  expect(reply.status()).toBe(200)
}

export const rows = (page: Page) => page.locator('.record-table tbody tr:not(.room)')
export const titles = (page: Page) => page.locator('.record-table .table-title')
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).click()
