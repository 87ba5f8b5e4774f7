import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

// Settings are shared by the whole school: this one downloads nothing in other journeys.
const trial = 'trial@lakeside.example'
const sameOrigin = { 'x-requested-with': 'test' }

const preview = (page: Page) => page.getByRole('region', { name: 'Preview', exact: true })
const saveNotice = (page: Page) => page.locator('.save-bar > p')

/** The file of one record, as the portal makes it now. */
async function downloaded(page: Page, bibId: string): Promise<string> {
  const made = await page.request.post('/rest/mydownload/request/item/data/create', {
    data: { bibId },
    headers: sameOrigin,
  })
  const { id } = (await made.json()).response
  const ready = async () => (await page.request.get(`/rest/mydownload/download/status?requestId=${id}`)).text()
  await expect.poll(ready).toBe('READY')
  return (await page.request.get(`/rest/mydownload/download?requestId=${id}`)).text()
}

/** The 001 of a record in the preview. */
async function shownRecord(page: Page): Promise<string> {
  const line = preview(page).getByRole('cell', { name: /^001/ }).first()
  return (await line.textContent())!.replace(/^001\s+/, '')
}

test('a school without saved settings sees the defaults, and their effect on a file', async ({ page }) => {
  await signIn(page, '/mySettings', trial)
  await expect(page.getByText('these are the defaults')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'MARC 21 (UTF-8)' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'MARCXML' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await expect(preview(page).getByRole('cell', { name: /^245/ })).toBeVisible()
  await expectAccessible(page)
})

test.describe('the tests build on one another', () => {
  test.describe.configure({ mode: 'serial' })

  test('format and Dewey are changed by keyboard alone, and the next file differs', async ({ page }) => {
    await signIn(page, '/mySettings', trial)
    await expect(preview(page).getByRole('cell', { name: /^082/ })).toBeVisible()
    const bibId = await shownRecord(page)
    const before = await downloaded(page, bibId)
    expect(before).toMatch(/^\d{5}/)

    await page.getByRole('radio', { name: 'Full Dewey number' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: 'Abridged Dewey number' })).toBeChecked()
    await expect(preview(page).getByRole('insertion')).toContainText(/Added: 082 14/)
    await expect(preview(page).getByRole('deletion')).toContainText(/Removed: 082 04/)
    await expect(saveNotice(page)).toHaveText('One unsaved change')
    await expectAccessible(page)

    await page.getByRole('radio', { name: 'MARC 21 (UTF-8)' }).focus()
    for (const name of ['MARC 21 (MARC-8)', 'MODS']) {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
    }
    await expect(preview(page)).toContainText('This format changes the whole file.')
    await expect(preview(page)).toContainText('<classification')
    await page.keyboard.press('Enter')
    await expect(saveNotice(page)).toHaveText('Your settings have been saved')
    await expect(saveNotice(page)).toBeFocused()
    await expect(page.getByText(/Changed by Lakeside Librarian on/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()

    const after = await downloaded(page, bibId)
    expect(after).toMatch(/<mods[\s\S]*<classification authority="ddc"/)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'MODS', exact: true })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Abridged Dewey number' })).toBeChecked()
  })

  test('unsaved choices survive a reload; leaving with them asks first', async ({ page }) => {
    await signIn(page, '/mySettings', trial)
    await page.getByRole('radio', { name: 'ISBN-10' }).check()
    await page.getByRole('checkbox', { name: 'Look for them again every day' }).check()
    await expect(saveNotice(page)).toHaveText('2 unsaved changes')
    await page.reload()
    await expect(page.getByRole('radio', { name: 'ISBN-10' })).toBeChecked()
    await expect(saveNotice(page)).toHaveText('2 unsaved changes')

    await page.getByRole('navigation').getByRole('link', { name: 'Discover' }).first().click()
    const confirm = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await expect(confirm).toBeVisible()
    await expectAccessible(page)
    await confirm.getByRole('button', { name: 'Stay here' }).click()
    await expect(confirm).toHaveCount(0)
    await expect(page).toHaveURL(/mySettings/)

    await page.getByRole('textbox', { name: 'Number of days' }).fill('400')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toBeFocused()
    // The preview is faded while its new file is loading.
    await expect(page.locator('.settings-preview[aria-busy=true]')).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Enter a number of days from 1 to 365' }).click()
    await expect(page.getByRole('textbox', { name: 'Number of days' })).toBeFocused()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(saveNotice(page)).toHaveText('No changes')
    await page.getByRole('navigation').getByRole('link', { name: 'Discover' }).first().click()
    await expect(page).toHaveURL(/discover/)
  })

  test('another record is previewed, and all changes are listed', async ({ page }) => {
    await signIn(page, '/mySettings', trial)
    const field = page.getByRole('combobox', { name: 'Record' })
    await expect(field).not.toHaveValue('')
    await field.focus()
    await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(/Recently downloaded/)
    await page.keyboard.type('wombat')
    const first = page.getByRole('listbox').getByRole('option').first()
    await expect(first).toContainText(/wombat/i)
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(/wombat/i)
    await expect(preview(page)).toContainText(/wombat/i)

    await page.getByRole('button', { name: 'All changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Settings changes' })
    await expect(dialog).toContainText('Dewey number: Full Dewey number → Abridged Dewey number')
    await expect(dialog).toContainText('File format: MARC 21 (UTF-8) → MODS')
    await expectAccessible(page)
  })

  test('on a phone everything fits, and the record is shown in one view at a time', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page, '/mySettings', trial)
    await page.getByRole('radio', { name: 'MARC 21 (UTF-8)' }).check()
    await page.getByRole('radio', { name: 'ISBN-10' }).check()
    await expect(preview(page).getByRole('tab', { name: 'With your changes' })).toHaveAttribute('aria-selected', 'true')
    await expect(preview(page)).toContainText(/245/)
    await expectNarrow(page)
    await expectAccessible(page)
    await preview(page).getByRole('tab', { name: 'Saved settings' }).click()
    await expect(preview(page)).toContainText('<mods')
    await expectNarrow(page)
  })

  test('back to the defaults, and saved', async ({ page }) => {
    await signIn(page, '/mySettings', trial)
    const toDefaults = page.getByRole('button', { name: /^Restore defaults/ })
    await expect(toDefaults).toHaveCount(2)
    await toDefaults.filter({ hasText: 'File' }).press('Enter')
    await expect(page.getByRole('radio', { name: 'MARC 21 (UTF-8)' })).toBeChecked()
    await expect(page.getByRole('heading', { name: 'File', exact: true })).toBeFocused()
    await toDefaults.filter({ hasText: 'Classification' }).press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(saveNotice(page)).toHaveText('Your settings have been saved')
    await expect(toDefaults).toHaveCount(0)
  })
})

test('the sections have links, by keyboard, and the one that is read is marked', async ({ page }) => {
  await signIn(page, '/mySettings', trial)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await expect(sections.getByRole('link', { name: 'Library system' })).toHaveAttribute('aria-current', 'true')
  await sections.getByRole('link', { name: 'Identifiers' }).press('Enter')
  const heading = page.getByRole('heading', { name: 'Identifiers', exact: true })
  await expect(heading).toBeInViewport()
  await expect(sections.getByRole('link', { name: 'Identifiers' })).toHaveAttribute('aria-current', 'true')
  // Not behind the links.
  const [bar, found] = [await sections.boundingBox(), await heading.boundingBox()]
  expect(found!.y).toBeGreaterThanOrEqual(bar!.y + bar!.height)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: 'Identifiers' }).locator(':focus')).toHaveCount(1)
})

test('a 403 of the settings leads to sign-in, and back to them', async ({ page }) => {
  await signIn(page, '/discover', trial)
  await page.route(/\/rest\/customer\/[^/]+\/settings$/, (route) =>
    route.fulfill({
      status: 403,
      json: { responseCode: 403, code: 'sign_in_required', messages: ['Please sign in.'] },
    }),
  )
  await page.goto('/mySettings')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.unroute(/\/rest\/customer\/[^/]+\/settings$/)
  await page.getByLabel('Username').fill(trial)
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(/\/mySettings$/)
  await expect(page.getByRole('radio', { name: 'MARC 21 (UTF-8)' })).toBeChecked()
})

test('the provider’s people see whose settings these are', async ({ page }) => {
  await signIn(page, '/mySettings', 'desk@provider.example')
  await expect(page.getByRole('heading', { name: 'These settings are for schools' })).toBeVisible()
  await expectAccessible(page)
})
