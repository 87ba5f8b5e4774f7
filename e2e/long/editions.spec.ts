import { expect, expectAccessible, expectNarrow, signIn, test } from '../portal.ts'

test('the editions of a work are grouped by keyboard, remembered for the next search and shown again', async ({
  page,
}) => {
  await signIn(page, '/discover/results/?query=othello')
  const summary = page.locator('.found p')
  await expect(summary).toHaveText(/of \d+ records/)
  const everyEdition = await summary.textContent()
  await page.getByRole('link', { name: 'Group editions' }).press('Enter')
  await expect(page).toHaveURL(/\?query=othello&editions=grouped$/)
  await expect(summary).toHaveText('1–1 of 1 work, 5 records')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Compact table' }).click()
  await expect(page.getByRole('row').getByRole('link', { name: '5 editions of Othello' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.getByRole('link', { name: '5 editions of Othello' }).press('Enter')
  await expect(summary).toHaveText('1–5 of 5 records')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for Othello')
  await expect(page.getByRole('link', { name: 'Group editions' })).toHaveCount(0)
  await expectAccessible(page)

  const box = page.getByRole('combobox', { name: 'Search the catalogue' })
  await box.fill('men at arms pratchett')
  await box.press('Enter')
  await expect(page).toHaveURL(/&editions=grouped$/)
  // The play is a work of its own.
  await expect(summary).toHaveText('1–2 of 2 works, 2 records')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNarrow(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  // A number names one edition.
  await box.fill('9790000000001')
  await box.press('Enter')
  await expect(page).toHaveURL(/\?query=9790000000001$/)

  await box.fill('othello')
  await box.press('Enter')
  await page.getByRole('link', { name: 'Show every edition' }).press('Enter')
  await expect(summary).toHaveText(everyEdition!)
  await box.fill('hamlet')
  await box.press('Enter')
  await expect(page).toHaveURL(/\?query=hamlet$/)
})
