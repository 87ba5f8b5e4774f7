import { readFileSync } from 'node:fs'
import { expect, type Page, signIn, test } from './portal.ts'

const send = (page: Page) => page.getByRole('button', { name: /^Request/ })

test('the digital records of the last days are downloaded as one file', async ({ page }) => {
  await signIn(page, '/digitalContent')
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
