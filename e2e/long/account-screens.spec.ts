import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const riverside = 'librarian@riverside.example'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Screens that the other journeys only pass by: each is shown, accessible in both colour schemes, and fits a phone. */
const screens: [path: string, title: string, part: RegExp][] = [
  ['/schoolSettings', 'School settings', /Change history/],
  ['/myColleagues', 'Colleagues', /Riverside Librarian/],
  ['/subscription/details', 'Z39.50 access', /SCISZ/],
]
for (const [path, title, part] of screens)
  test(`${path} is accessible and fits a phone`, async ({ page }) => {
    await signIn(page, path, riverside)
    await expect(heading(page)).toHaveText(title)
    await expect(page.getByText(part).first()).toBeVisible()
    await expectAccessible(page)
    await expectNarrow(page)
  })

test('an e-mail link that leads nowhere says so, to anybody who opens it', async ({ page }) => {
  await page.goto('/changeEmail?guid=guess')
  await expect(heading(page)).toBeVisible()
  await expect(page.locator('main')).toContainText('link')
  await expectAccessible(page)
  await expectNarrow(page)
})
