import { exported } from '../export.ts'
import { expect, expectAccessible, expectToFit, type Page, signIn, test } from '../portal.ts'

const assistant = 'assistant@hillview.example'

// The tests build on one another; four accessibility checks are slow.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

const noWiderThan = async (page: Page, width: number) => await expectToFit(page, width)
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('with nothing saved yet, the screen explains how to save', async ({ page }) => {
  await signIn(page, '/savedSearches', assistant)
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
  await expectAccessible(page)
})

test('a search is saved from its results, by keyboard alone', async ({ page }) => {
  await signIn(page, '/discover/results/?query=wombat&filter=language%3AEnglish', assistant)
  const save = page.getByRole('button', { name: 'Save this search' })
  await save.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('wombat · English')
  await expect(dialog.getByLabel('Email me when new records match')).toBeChecked()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(save).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Wombats in English')
  await page.keyboard.press('Enter')
  const saved = page.locator('.save-search')
  await expect(saved).toContainText('Saved as Wombats in English')
  await page.getByLabel('Sort by').selectOption('Title')
  await expect(page).toHaveURL(/selectedOrder=title/)
  await expect(saved).toContainText('Saved as Wombats in English')
  await page.getByRole('link', { name: 'Clear all' }).click()
  await expect(save).toBeVisible()
  await expectAccessible(page)
})

test('a search is opened from the list, paused, renamed and saved as a file', async ({ page }) => {
  await signIn(page, '/savedSearches', assistant)
  await expect(row(page, 'Wombats in English')).toContainText('wombat · English')
  const mail = row(page, 'Wombats in English').getByRole('checkbox')
  await mail.focus()
  await page.keyboard.press('Space')
  await expect(row(page, 'Wombats in English')).toContainText(/paused/i)
  await page.reload()
  await expect(mail).not.toBeChecked()

  await page.getByRole('button', { name: 'Rename Wombats in English' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(' ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please enter a name.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Marsupials')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Marsupials' })).toBeVisible()
  const file = await exported(page)
  expect(file.suggestedFilename()).toBe('Saved searches.csv')
  await page.getByRole('link', { name: 'Marsupials' }).click()
  await expect(page).toHaveURL(/query=wombat&filter=language/)
  await expect(page.locator('.save-search')).toContainText('Saved as Marsupials')
})

test('saved searches are beside the entries into the catalogue', async ({ page }) => {
  await signIn(page, '/discover', assistant)
  const mine = page.getByRole('region', { name: 'Saved searches' })
  await expect(mine.getByRole('link', { name: 'Marsupials' })).toBeVisible()
  await mine.getByRole('link', { name: 'Manage' }).click()
  await expect(page).toHaveURL(/savedSearches/)
})

for (const width of [1280, 390])
  test(`the list and its dialogs are accessible and fit, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, '/savedSearches', assistant)
    await expect(page.getByRole('link', { name: 'Marsupials' })).toBeVisible()
    await noWiderThan(page, width)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove Marsupials' }).click()
    await expect(page.getByRole('alertdialog', { name: 'Remove this search?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: 'Remove Marsupials' })).toBeFocused()
  })

test('another person of the school has separate searches', async ({ page }) => {
  await page.goto(`/rest/user/login?redirect=${encodeURIComponent('/savedSearches')}`)
  await page.getByLabel('Username').fill('librarian@riverside.example')
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
})

test('a search is removed after confirmation', async ({ page }) => {
  await signIn(page, '/savedSearches', assistant)
  await page.getByRole('button', { name: 'Remove Marsupials' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a visitor has none, and is asked to sign in', async ({ page }) => {
  await page.goto('/discover/results/?query=wombat')
  await expect(page.locator('.hit h2').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save this search' })).toHaveCount(0)
  await page.goto('/savedSearches')
  await expect(page.getByLabel('Username')).toBeVisible()
})
