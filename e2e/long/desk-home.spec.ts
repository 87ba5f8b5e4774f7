import { readFile } from 'node:fs/promises'
import { submitItem } from '../cataloguing.ts'
import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const desk = 'desk@provider.example'
const newBook = (title: string) => ({
  ...{ title: `${title} ${Date.now()}`, resourceType: 'BOOK', physicalResource: false },
  ...{ publisher: 'Journey Press', publicationDate: '2026' },
})
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a chart is shown and saved as a table by keyboard', async ({ page, browser }) => {
  const school = await (await browser.newContext()).newPage()
  await submitItem(school, newBook('Chart'))
  await signIn(page, '/desk', desk)
  const weeks = card(page, 'Arrivals and answers')
  const asTable = weeks.getByRole('button', { name: 'Show as table: Arrivals and answers' })
  await asTable.press('Enter')
  await expect(asTable).toHaveAttribute('aria-pressed', 'true')
  const table = weeks.getByRole('table', { name: 'Arrivals and answers' })
  await expect(table.getByRole('row')).toHaveCount(14)
  await expect(table.getByRole('columnheader')).toHaveText(['Week of', 'Arrived', 'Answered'])
  await expect(weeks.locator('figure')).toHaveCount(0)
  await expectAccessible(page)
  await expectNarrow(page)

  const saved = page.waitForEvent('download')
  await weeks.getByRole('button', { name: 'Export: Arrivals and answers' }).press('Enter')
  await expect(page.getByRole('menuitem', { name: 'CSV', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split(/\r?\n/)
  expect(lines[0]).toBe('Week of,Arrived,Answered')
  expect(lines).toHaveLength(14)
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d,[1-9]\d*,\d+$/)
})

test('school staff don’t see the desk’s overview', async ({ page }) => {
  await signIn(page, '/desk')
  await expect(page.getByRole('heading', { level: 1, name: 'You don’t have permission to do this.' })).toBeVisible()
  expect((await page.request.get('/rest/desk/counts')).status()).toBe(403)
})
