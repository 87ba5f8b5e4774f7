import { readFile } from 'node:fs/promises'
import { type Download, expect, type Page, signIn, test } from './portal.ts'

const list = (page: Page) => page.getByRole('table')
/** The names in the central directory of a zip file. */
const namesIn = async (download: Download) => {
  const bytes = await readFile(await download.path())
  const names: string[] = []
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 46))
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)))
  return names
}

test('a collection is found, viewed and downloaded with covers, by keyboard alone', async ({ page }) => {
  await signIn(page, '/collections')
  await page.getByRole('searchbox', { name: 'Find a collection' }).focus()
  await page.keyboard.type('anzac')
  const row = list(page).getByRole('row').filter({ hasText: 'Anzac Day' })
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await page.getByLabel('What to download').selectOption('DATA_AND_IMAGE')
  await row.getByRole('button', { name: /^Look inside/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Anzac Day' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await dialog.getByRole('button', { name: /^Request all/ }).press('Enter')

  await expect(page).toHaveURL(/\/downloadRequest\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Anzac Day' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('main')
      .getByRole('link', { name: /^Download/ })
      .first()
      .press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^scis-.*-(records?|covers?)\.zip$/)
  const names = await namesIn(download)
  expect(names.some((name) => name.endsWith('.mrc'))).toBe(true)
  expect(names.some((name) => /\.(jpe?g|png|webp)$/.test(name))).toBe(true)
  expect(names.some((name) => /manifest/i.test(name))).toBe(true)

  await page.goto('/collections')
  await expect(page.getByText(/^Requested/).first()).toBeVisible()
})
