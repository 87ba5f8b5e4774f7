import { expect, type Page, test } from '@playwright/test'

const librarian = 'librarian@hillview.example'
const password = 'Demo-password-2026'
/** A page of this site that needs no build: the journey tests the way there. */
const target = '/health/live?after=sign-in#here'
const start = `/rest/user/login?redirect=${encodeURIComponent(target)}`

async function whoAmI(page: Page): Promise<string | undefined> {
  const reply = await page.request.get('/rest/user/current')
  return (await reply.json()).user?.username
}

async function expectArrival(page: Page) {
  await expect(page).toHaveURL((url) => url.pathname + url.search + url.hash === target)
  expect(await whoAmI(page)).toBe(librarian)
}

test('a librarian signs in by keyboard alone', async ({ page }) => {
  await page.goto(start)
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(librarian)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password')).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')

  await expectArrival(page)
})
