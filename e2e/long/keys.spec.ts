import { scannerPaceMs } from '#kit/web/single-keys.ts'
import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Screen, action or search' })
const option = (page: Page, name: string) => page.getByRole('option', { name })

/** Faster keys would be a scanner's. */
const press = async (page: Page, key: string) => {
  await page.waitForTimeout(scannerPaceMs + 20)
  await page.keyboard.press(key)
}

test('by keys alone a librarian goes to a screen, back to a recent one and to a search', async ({ page }) => {
  await signIn(page, '/discover')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('saved f')
  await expect(option(page, 'Saved folders')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Saved folders' })).toBeVisible()
  await expect(page.locator('main')).toBeFocused()

  await page.keyboard.press('Control+k')
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText(['Saved foldersDiscover'])
  await page.keyboard.type('red fox')
  await expect(option(page, 'Search the catalogue for “red fox”')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/discover\/results\/\?query=red\+fox/)
})

test('Escape gives the focus back, in a field too', async ({ page }) => {
  await signIn(page, '/myDownloads')
  const find = page.getByLabel('Find a download')
  await find.fill('owl')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(find).toBeFocused()
  await expect(find).toHaveValue('owl')
})

test('the desk finds its own screens and an order by its number; a visitor is offered what visitors may do', async ({
  page,
}) => {
  await page.goto('/discover')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette(page)).toBeFocused({ timeout: 1000 })
  }).toPass()
  await expect(option(page, 'Sign in')).toBeVisible()
  await expect(option(page, 'My downloads')).toBeHidden()
  await page.keyboard.press('Escape')

  await signIn(page, '/desk', 'desk@provider.example')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
  await expect(option(page, 'Audit log')).toBeVisible()
  await expect(option(page, 'My downloads')).toBeHidden()
  await page.keyboard.type('SCORD1000001')
  await expect(option(page, 'Find “SCORD1000001” in Orders')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/desk/orders?text=SCORD1000001')
})

test('? lists the keys of the screen; without single keys the account menu does', async ({ page }) => {
  await signIn(page, '/discover/results/?query=dragon')
  await expect(page.locator('.hit').first()).toBeVisible()
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await press(page, 'Shift+?')
  await expect(help.getByRole('region', { name: 'This screen' })).toContainText('Download the record')
  await expectAccessible(page)
  await expectNarrow(page)
  await help.getByRole('checkbox', { name: '/ for search, ? for shortcuts' }).uncheck()
  await help.getByRole('checkbox', { name: 'J, K, X, A, D and O for lists' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  await press(page, 'Shift+?')
  await press(page, 'j')
  await expect(page.locator('.hit a').first()).not.toBeFocused()
  await expect(help).toBeHidden()
  await page.getByRole('button', { name: 'Hillview Primary School' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await expect(help).toContainText('Download the record (off)')
  await help.getByRole('checkbox', { name: 'J, K, X, A, D and O for lists' }).check()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(async () => {
    await press(page, 'j')
    await expect(page.locator('.hit a').first()).toBeFocused({ timeout: 200 })
  }).toPass()
})

test('from Enter to the first record in the folder there are three keys, and Tab leads past the filters', async ({
  page,
}) => {
  await signIn(page, '/discover')
  await press(page, '/')
  await page.keyboard.type('dragon')
  await page.keyboard.press('Enter')
  await expect(page.locator('.hit').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await press(page, 'j')
  await press(page, 'a')
  await expect(
    page
      .locator('.hit')
      .first()
      .getByRole('button', { name: /^In folder/ }),
  ).toBeVisible()

  await page.locator('main').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('.results-list')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('.results-list').getByRole('link').first()).toBeFocused()
})
