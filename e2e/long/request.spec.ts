import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

/** Two sample records match it: a printed book and its e-book. */
const several = '9780140434941'
const alone = ['9780451526564', '9780590430531']
const absent = '9780000000002'

async function requestThese(page: Page, identities: string[], requestName: string) {
  await signIn(page, '/')
  const made = await page.request.post('/rest/mydownload/request/create', {
    data: { identities, requestName },
    headers: { 'X-Requested-With': 'journey' },
  })
  const { response } = await made.json()
  await page.goto(`/downloadRequest/${response.id}`)
  await expect(page.getByRole('heading', { level: 1, name: requestName })).toBeVisible()
}
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
  await expectAccessible(page)
  await expectNarrow(page)
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
  await expectAccessible(page)
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
  await expectAccessible(page)
})

test('undecided identifiers are listed as not chosen at the first download', async ({ page }) => {
  await requestThese(page, [several, ...alone], 'Undecided')
  await expect(page.getByText(/the rest won’t be in the file/)).toBeVisible()
  await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download MARC 21/ }).press('Enter'),
  ])
  await page.getByRole('tab', { name: 'Unmatched' }).click()
  await expect(page.getByText('Several records, none chosen')).toBeVisible()
})

test('unmatched identifiers are selected and moved to a catalogue request', async ({ page }) => {
  await requestThese(page, [...alone, absent, 'hello'], 'Unmatched ones')
  await page.getByRole('tab', { name: 'Unmatched' }).click()
  await page.getByRole('link', { name: 'Request cataloguing', exact: true }).click()
  await expect(page.getByRole('tabpanel').getByText('Please select some records to catalogue')).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('checkbox', { name: `Select ${absent}` }).press('Space')
  await expect(page.getByRole('link', { name: 'Request cataloguing', exact: true })).toHaveAttribute(
    'href',
    `/CreateCatalogueRequest?identifiers=${absent}`,
  )
})

test('a request is renamed in place and repeated, by keyboard', async ({ page }) => {
  await requestThese(page, alone, 'First name')
  await page.getByRole('button', { name: 'Rename' }).press('Enter')
  const field = page.getByRole('textbox', { name: 'Request name' })
  await expect(field).toBeFocused()
  await page.keyboard.type('Second name')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Second name' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()
  const before = page.url()
  await page.getByRole('button', { name: 'Request again' }).press('Enter')
  await expect(page).not.toHaveURL(before)
  await expect(page.getByRole('heading', { level: 1, name: 'Second name' })).toBeVisible()
})

test('the records open as a page in a separate window', async ({ page }) => {
  await requestThese(page, alone, 'To be read')
  const [reading] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Read and print' }).click(),
  ])
  await expect(reading.getByText('A tale of two cities').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove from the file' })).toBeVisible()
})
