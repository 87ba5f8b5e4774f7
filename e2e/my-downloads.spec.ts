import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from './portal.ts'

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
  await expect(page.getByRole('group', { name: /last twelve months/ })).toBeVisible()
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

  const bars = page.getByRole('group', { name: /arrow keys/ }).getByRole('link')
  await bars.last().press('Enter')
  await expect(page).toHaveURL(/on=\d{4}-\d\d$/)
  await expect(page.getByRole('group', { name: /Requests of/ })).toBeVisible()
  await page
    .getByRole('group', { name: /Requests of/ })
    .getByRole('link', { name: /: [1-9]/ })
    .last()
    .press('Enter')
  await expect(page).toHaveURL(/on=\d{4}-\d\d-\d\d$/)
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
  expect(download.suggestedFilename()).toMatch(/^Box of atlases.*\.mrc$/)
  await expect(row.getByRole('link', { name: /^Download again/ })).toBeVisible()

  await row.getByRole('button', { name: 'More of Box of atlases' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Name of the request' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name of the request' }).fill('Big atlases')
  await page.keyboard.press('Enter')
  await expect(name(page, 'Big atlases').first()).toBeVisible()

  await page.getByRole('button', { name: 'More of Big atlases' }).first().press('Enter')
  await page.getByRole('menuitem', { name: 'Request again' }).press('Enter')
  await expect(page).toHaveURL(/\/downloadRequest\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Big atlases' })).toBeVisible()
})
