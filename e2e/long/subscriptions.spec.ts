import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const assistant = 'assistant@hillview.example'

/** Reminders may cover the screen. */
async function closeReminders(page: Page) {
  await page.addLocatorHandler(page.getByRole('dialog'), async () => page.keyboard.press('Escape'))
}

test('subscriptions are paged, sorted by keyboard and opened one by one', async ({ page }) => {
  await closeReminders(page)
  await signIn(page, '/subscriptions', assistant)
  await expect(page.getByText('1–5 of 6 subscriptions')).toBeVisible()
  const fits = (box: HTMLElement) => box.scrollWidth <= box.clientWidth
  expect(await page.getByRole('region', { name: 'Subscriptions' }).evaluate(fits)).toBe(true)
  await page.getByRole('button', { name: 'Ends' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sortField=end/)
  await page.getByRole('button', { name: 'Ends' }).press('Enter')
  await expect(page.getByRole('row').nth(1)).toContainText('Authority files')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByLabel('Per page').selectOption('10')
  await expect(page.getByText('1–6 of 6 subscriptions')).toBeVisible()
  await page.getByRole('table').getByRole('link', { name: 'Authority files' }).click()
  await expect(page.getByRole('heading', { name: 'Authority files' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
})

test('a page without an id leads to the content site', async ({ page }) => {
  // Mocked: the bundled site would redirect a visitor in the middle of the next visit.
  await page.route('**/cms', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Shop</h1>' }))
  for (const path of ['/freeTrial', '/complimentary', '/complimentary/student']) {
    await page.goto(path, { waitUntil: 'commit' })
    await page.waitForURL((url) => url.pathname === '/cms')
  }
})

test('the privacy policy is answered by keyboard, once', async ({ page }) => {
  await page.goto('/privacy-policy-consent?uuid=00000000-0000-4000-8000-000000000001')
  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('radio', { name: 'Yes, I accept it' }).press('Space')
  await page.getByRole('radio', { name: 'No, I don’t consent' }).press('Space')
  await submit.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your answers have been saved' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Consent has already been submitted' })).toBeVisible()
  await expectAccessible(page)
})
