import { readFileSync } from 'node:fs'
import { expect, expectAccessible, expectNarrow, expectToFit, type Page, signIn, test } from '../portal.ts'

const field = (page: Page, label: 'From' | 'To') => page.getByLabel(label, { exact: true })
const send = (page: Page) => page.getByRole('button', { name: /^Request/ })
const type = async (page: Page, label: 'From' | 'To', text: string) => {
  await field(page, label).fill(text)
  await page.keyboard.press('Tab')
}

test('the last 90 days, in light and dark, on a phone, and with the calendar open', async ({ page }) => {
  await signIn(page, '/digitalContent')
  await expect(page.getByRole('button', { name: 'Last 90 days' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: /./ }).and(page.locator('.digital-preview a')).first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.setViewportSize({ width: 320, height: 844 })
  await field(page, 'To').press('Alt+ArrowDown')
  await expect(page.getByRole('grid')).toBeInViewport({ ratio: 0.9 })
  await expectAccessible(page)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(page).toHaveURL(/to=\d{4}-\d\d-\d\d/)
  await expectToFit(page, 320)
})

test('days are typed, wrong ones are reported, and the file is downloaded, by keyboard alone', async ({ page }) => {
  await signIn(page, '/digitalContent')
  const to = await field(page, 'To').inputValue()
  await type(page, 'From', 'some day')
  await expect(page.getByText(/^Please enter a date/)).toBeVisible()
  await type(page, 'From', '1 Jan 2025')
  await expect(page.getByText('Date range should be less than 3 months').first()).toBeVisible()
  await send(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Date range should be less than 3 months')
  await expect(page).toHaveURL(/\/digitalContent\?/)
  await expectAccessible(page)
  await page.getByRole('alert').getByRole('link').press('Enter')
  await expect(field(page, 'From')).toBeFocused()
  await page.getByRole('button', { name: 'Last 60 days' }).press('Enter')
  await expect(field(page, 'To')).toHaveValue(to)
  await expect(send(page)).toHaveText(/^Request [\d,]+ records$/)
  const count = Number((await send(page).textContent())!.replace(/\D/g, ''))
  await page.getByLabel(/^Request name/).fill('New e-books')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/downloadRequest\//)
  await expect(page.getByRole('heading', { level: 1, name: 'New e-books' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('main')
      .getByRole('link', { name: /^Download/ })
      .first()
      .press('Enter'),
  ])
  const bytes = readFileSync(await download.path())
  // Each record ends with a record terminator.
  expect(bytes.filter((byte) => byte === 0x1d)).toHaveLength(count)
})

test('the server’s own message is shown, and the input is kept', async ({ page }) => {
  await signIn(page, '/digitalContent?name=Mine')
  await page.route('**/rest/mydownload/request/digital/create', (route) =>
    route.fulfill({ status: 409, json: { code: 'later', messages: ['The catalogue is being rebuilt.'] } }),
  )
  await send(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('The catalogue is being rebuilt.')
  await expect(page.getByLabel(/^Request name/)).toHaveValue('Mine')
})

// 07:00 of the next day at the school, in Melbourne, and still the day before in Honolulu and Berlin.
const instant = new Date('2026-11-21T20:00:00Z')
for (const { locale, timezoneId, typed } of [
  { locale: 'en-AU', timezoneId: 'Pacific/Auckland', typed: '3/11' },
  { locale: 'en-US', timezoneId: 'Pacific/Honolulu', typed: '11/3/26' },
  { locale: 'de-DE', timezoneId: 'Europe/Berlin', typed: '3. Nov. 2026' },
])
  test.describe(`a librarian in ${timezoneId}, reading ${locale}`, () => {
    test.use({ locale, timezoneId })
    test('sees the days of the school’s time zone, and types them in their own order', async ({ page }) => {
      await page.clock.setFixedTime(instant)
      await signIn(page, '/digitalContent')
      await type(page, 'From', typed)
      await expect(page).toHaveURL(/from=2026-11-03&to=2026-11-22$/)
      await expect(send(page)).toHaveText(/^Request [\d,.]+ records?$/)
      await type(page, 'From', '31/31/2026')
      await expect(page.getByText(/^Please enter a date/)).toBeVisible()
    })
  })
