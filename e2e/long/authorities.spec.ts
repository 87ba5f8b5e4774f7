import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectNarrow, signIn, test } from '../portal.ts'

test('by keyboard alone: the format is changed, and a text file is downloaded', async ({ page }) => {
  await signIn(page, '/authorities')
  await page.getByRole('button', { name: 'Text' }).focus()
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: 'Subject headings, full, Text' })
  await link.focus()
  const text = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  expect(readFileSync(await (await text).path(), 'utf8')).toContain('subject headings, full\r\nRelease ')
})

test('headings of the records that a school has downloaded', async ({ page }) => {
  await signIn(page, '/authorities')
  await page.evaluate(async () => {
    const query = encodeURIComponent(JSON.stringify({ size: 20, query: { match_all: {} } }))
    const { hits } = await (await fetch(`/rest/catalogue/search?bodybuilderquery=${query}`)).json()
    const identities = hits.hits.map(({ _id }: { _id: string }) => _id)
    const { response } = await (
      await fetch('/rest/mydownload/request/create', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identities, requestName: 'For its headings' }),
      })
    ).json()
    await (await fetch(`/rest/mydownload/download?requestId=${response.id}`)).arrayBuffer()
  })
  await page.getByRole('button', { name: 'Request this file' }).click()
  await expect(page).toHaveURL(/\/downloadRequest\//)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Headings in our records')
  await expect(page.getByText(/\d+ authority records in the file/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Headings in the file' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(page)
  const marc = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download MARC 21/ }).click()
  expect((await marc).suggestedFilename()).toMatch(/^scis-.*-headings?\.mrc$/)
})

test('without a subscription: an overview, and the way to the products', async ({ page }) => {
  await signIn(page, '/authorities', 'librarian@riverside.example')
  await expect(page.getByText('Your subscription doesn’t include authority files.')).toBeVisible()
  const files = page.getByRole('table', { name: 'Authority files of this release' })
  await expect(files).toContainText('headings')
  await expect(files.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'See products' })).toHaveAttribute('href', '/cms/products')
  await expectAccessible(page)
  await expectNarrow(page)
})
