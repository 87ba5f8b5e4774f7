import { execFileSync } from 'node:child_process'
import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const name = (page: Page, text: string) => page.getByRole('link', { name: text, exact: true })

async function make(page: Page, requestName: string, identities: string[]) {
  const made = await page.request.post('/rest/mydownload/request/create', {
    data: { identities, requestName },
    headers: { 'X-Requested-With': 'journey' },
  })
  expect(made.ok()).toBe(true)
}

test.beforeEach(async ({ page }) => {
  await signIn(page, '/')
  await make(page, 'Box of atlases', ['9780451526564'])
  await make(page, 'Readers of term two', ['9780590430531', '9780000000002'])
})

test('every request is in the list, in light and dark, and as cards on a phone', async ({ page }) => {
  await page.goto('/myDownloads')
  await expect(name(page, 'Readers of term two').first()).toBeVisible()
  await expect(page.getByText('Today', { exact: true })).toBeVisible()
  await expect(page.getByText(/in the last 30 days, \d+ in the last 7\./)).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
})

test('search and day are kept in the address, and back restores them, by keyboard alone', async ({ page }) => {
  await page.goto('/myDownloads')
  const field = page.getByRole('searchbox', { name: 'Find a download' })
  await field.focus()
  await page.keyboard.type('atlases')
  await expect(page).toHaveURL(/query=atlases/)
  await expect(name(page, 'Box of atlases').first()).toBeVisible()
  await expect(name(page, 'Readers of term two')).toHaveCount(0)
  await page.reload()
  await expect(field).toHaveValue('atlases')
  await page.goBack()
  await expect(name(page, 'Readers of term two').first()).toBeVisible()
  await expect(field).toHaveValue('')

  await page.getByRole('combobox', { name: 'When' }).selectOption({ index: 2 })
  await expect(page).toHaveURL(/on=\d{4}-\d\d$/)
  await expect(name(page, 'Box of atlases').first()).toBeVisible()
  await expectAccessible(page)
})

test('a request is downloaded, renamed and repeated from the list', async ({ page }) => {
  await page.goto('/myDownloads?query=atlases')
  const row = page.getByRole('row').filter({ hasText: 'Box of atlases' }).first()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^Download/ }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^scis-\d{4}-\d\d-\d\d-\d+-records?\.mrc$/)
  await expect(row.getByRole('link', { name: /^Download again/ })).toBeVisible()

  await row.getByRole('button', { name: 'More actions for Box of atlases' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Request name' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Request name' }).fill('Big atlases')
  await page.keyboard.press('Enter')
  await expect(name(page, 'Big atlases').first()).toBeVisible()

  await page.getByRole('button', { name: 'More actions for Big atlases' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Request again' }).press('Enter')
  await expect(page).toHaveURL(/\/downloadRequest\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Big atlases' })).toBeVisible()
})

async function item(page: Page, type: string, bibId: string) {
  const made = await page.request.post(`/rest/mydownload/request/item/${type}/create`, {
    data: { bibId },
    headers: { 'X-Requested-With': 'journey' },
  })
  return (await made.json()).response as { id: string; requestName: string }
}

test('the files of one record are one row, and reading its page downloads nothing', async ({ page }) => {
  const { response } = await (
    await page.request.get('/rest/mydownload/list?requestType=IDENTIFIERS&query=atlases&pageSize=1')
  ).json()
  const details = await page.request.get(`/rest/mydownload/download/details?requestId=${response[0].id}`)
  const bibId = (await details.json()).response.matchedRecords
  const { requestName } = await item(page, 'marc', bibId)
  await item(page, 'data', bibId)
  await item(page, 'html', bibId)
  await page.goto('/myDownloads?requestType=ITEM')
  const row = page.getByRole('row').filter({ hasText: requestName })
  await expect(row).toHaveCount(1)
  await expect(row.getByText('Ready', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: `More actions for ${requestName}` }).press('Enter')
  const [viewed] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: 'Read and print' }).press('Enter'),
  ])
  await expect(viewed.getByRole('heading', { level: 1 })).toBeVisible()
  await viewed.close()
  await page.reload()
  await expect(row.getByText('Ready', { exact: true })).toBeVisible()

  const [marc] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'MARC', exact: true }).press('Enter'),
  ])
  expect(marc.suggestedFilename()).toMatch(/\.mrc$/)
  const [all] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^Download all/ }).press('Enter'),
  ])
  expect(all.suggestedFilename()).toMatch(/^scis-.*-records\.zip$/)
  await page.reload()
  await expect(row.getByText('Downloaded', { exact: true })).toBeVisible()
})

test('several requests are downloaded as one ZIP, hidden and shown again, by keyboard', async ({ page }) => {
  await make(page, 'Not in the catalogue', ['9780000000002'])
  await page.goto('/myDownloads')
  const boxOf = (text: string) => page.getByRole('checkbox', { name: `Select ${text}` }).first()
  await boxOf('Not in the catalogue').press('Space')
  await boxOf('Readers of term two').press('Space')
  await boxOf('Box of atlases').press('Space')
  const bar = page.getByRole('region', { name: 'Selected downloads' })
  await expect(bar.getByText('3 downloads selected')).toBeVisible()
  await expect(bar.getByText('1 download has no file and will be left out.')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    bar.getByRole('link', { name: 'Download 2 together' }).press('Enter'),
  ])
  const inside = execFileSync('unzip', ['-Z1', await zip.path()]).toString()
  expect(
    inside
      .trim()
      .split('\n')
      .map((line) => line.replace(/-\d.*/, '')),
  ).toEqual(['Readers of term two', 'Box of atlases'])

  await bar.getByRole('button', { name: 'Hide' }).press('Enter')
  await expect(bar).toHaveCount(0)
  const toast = page.getByRole('alertdialog').filter({ hasText: '3 downloads hidden from your list.' })
  await expect(name(page, 'Not in the catalogue')).toHaveCount(0)
  await page.getByRole('link', { name: /^Show hidden/ }).press('Enter')
  await expect(name(page, 'Not in the catalogue')).toBeVisible()
  await expectAccessible(page)
  await toast.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No hidden downloads' })).toBeVisible()
  await page.goto('/myDownloads')
  await expect(name(page, 'Not in the catalogue').first()).toBeVisible()
  // The keys load when the browser is idle.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(page.locator('.name-cell a:focus')).toHaveCount(1, { timeout: 500 })
  }).toPass()
})
