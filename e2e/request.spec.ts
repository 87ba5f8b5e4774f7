import { expect, type Page, signIn, test } from './portal.ts'

/** Two sample records match it: a printed book and its e-book. */
const several = '9780140434941'
const alone = ['9780451526564', '9780590430531']
const absent = '9780000000002'

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const counted = (page: Page, name: string) => tab(page, name).locator('.count')

test('from an identifier with several records to its file, after which nothing can be edited', async ({ page }) => {
  await signIn(page, '/')
  await page.getByRole('textbox', { name: /^Identifiers/ }).fill([several, ...alone, absent].join('\n'))
  await page.getByRole('button', { name: /^Request \d/ }).click()
  await expect(page).toHaveURL(/\/downloadRequest\/[0-9a-f-]{36}$/)
  await expect(counted(page, 'Matched')).toHaveText('2')

  await page.getByRole('button', { name: 'Choose records' }).click()
  const choice = page.getByRole('group', { name: several })
  await expect(choice.getByRole('checkbox')).toHaveCount(2)
  await expect(choice.locator('mark').filter({ hasText: 'E-book' })).toBeVisible()
  await choice.getByRole('checkbox').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(choice.getByText('One chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Save and update file' }).press('Enter')
  await expect(counted(page, 'Matched')).toHaveText('3')
  await expect(page.getByRole('tab', { name: 'Several records' })).toHaveCount(0)

  await tab(page, 'Matched').click()
  await page.getByRole('button', { name: 'Remove from the file' }).click()
  await expect(page.getByRole('tabpanel').getByText('No records to remove were selected')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select Around the world in eighty days' }).press('Space')
  await page.getByRole('button', { name: 'Remove from the file' }).press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('heading', { name: 'Remove 1 record from the file?' })).toBeVisible()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(counted(page, 'Matched')).toHaveText('2')
  await expect(page.getByText('Around the world in eighty days')).toHaveCount(0)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download MARC 21/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.mrc$/)
  await expect(page.getByText('Your file will begin downloading in a new window').first()).toBeVisible()
  await expect(
    page.getByText('Unable to edit matched records list since this data has already been downloaded.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove from the file' })).toHaveCount(0)
})
