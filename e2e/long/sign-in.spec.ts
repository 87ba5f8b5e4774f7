import { expect, type Page, test } from '@playwright/test'
import { expectToFit, fillSignIn, violationsOn } from '../portal.ts'

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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an address without a screen says so', async ({ page }) => {
    // Read as text: a browser driven without script does not show <noscript>.
    const textAt = async (path: string) => (await page.goto(path))!.text()
    expect(await textAt('/no/such/page')).toMatch(/<noscript>.*There is no page at this address\./)
    expect(await textAt('/discover')).toMatch(
      /<noscript>.*You can search the catalogue and read\. Everything else needs JavaScript\./,
    )
  })

  test('a mistyped password keeps the username, and the second try succeeds', async ({ page }) => {
    await page.goto(start)
    await page.getByLabel('Username').fill(librarian)
    await page.getByLabel('Password').fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()

    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.')
    await expect(page.getByLabel('Username')).toHaveValue(librarian)
    expect(await whoAmI(page)).toBeUndefined()

    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectArrival(page)
  })
})

for (const scheme of ['light', 'dark'] as const)
  test(`the sign-in page is accessible and fits a phone, ${scheme}`, async ({ page }) => {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(start)
    expect(await violationsOn(page)).toEqual([])
    expect(complaints).toEqual([])

    await page.getByLabel('Username').fill('nobody')
    await page.getByLabel('Password').fill('x')
    await page.getByLabel('Password').press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.setViewportSize({ width: 320, height: 640 })
    await expectToFit(page, 320)
  })

test('the page for a failed sign-in is accessible and leads back to sign-in', async ({ page }) => {
  await page.goto('/rest/user/login/callback?state=unknown&code=unknown')
  await expect(page.getByRole('heading', { name: 'We couldn’t sign you in' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('after sign-out, going back leads to the sign-in page', async ({ page }) => {
  await page.goto(start)
  await fillSignIn(page)
  await expectArrival(page)

  const { endSessionUrl } = await (
    await page.request.post('/rest/user/logout', { headers: { 'x-requested-with': 'portal' } })
  ).json()
  expect(new URL(endSessionUrl).origin).toBe(new URL(page.url()).origin)
  expect(await whoAmI(page)).toBeUndefined()
  await page.goto(start)
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('someone who signs in to see a record returns to the results by its back link', async ({ page }) => {
  await page.goto('/discover/results/?query=dragon')
  await page.locator('.hit').first().getByRole('link').first().click()
  await page.getByLabel('Username').fill(librarian)
  await page.getByLabel('Password').fill('not the password')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByText('Incorrect username or password.')).toBeVisible()
  await fillSignIn(page)
  await expect(page).toHaveURL(/\/discover\/details\//)
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/discover\/results\/\?query=dragon$/)
})

test('after many wrong passwords the page solves a proof of work, says so, and the right password signs in', async ({
  page,
  browser,
}) => {
  test.slow()
  const name = 'trial@lakeside.example'
  await page.goto(start)
  for (let guess = 0; guess < 5; guess++) {
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password').fill(`guess ${guess}`)
    await page.getByLabel('Password').press('Enter')
    // The next page, not the one before with its own alert.
    await expect(page.getByLabel('Password')).toHaveValue('', { timeout: 60_000 })
    await expect(page.getByRole('alert')).toBeVisible()
  }
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL((url) => url.pathname + url.search + url.hash === target, { timeout: 60_000 })

  // The work begins only on submission, if a browser fills in both fields at once.
  const fresh = await (await browser.newContext()).newPage()
  await fresh.goto(start)
  for (const [label, value] of [
    ['Username', name],
    ['Password', password],
  ] as const)
    await fresh.getByLabel(label).evaluate((input: HTMLInputElement, text) => {
      input.value = text
    }, value)
  // Delayed, to leave time for the check.
  const looked = Promise.withResolvers<void>()
  await fresh.route('**/sign-in/solver.js*', async (route) => {
    await looked.promise
    await route.continue()
  })
  await fresh.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(fresh.getByRole('status')).toHaveText(/Checking that you are not a robot/)
  expect(await violationsOn(fresh)).toEqual([])
  const pictures = process.env.PICTURES
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const) {
    if (!pictures) break
    await fresh.emulateMedia({ colorScheme })
    await fresh.setViewportSize({ width, height: 844 })
    await fresh.screenshot({ path: `${pictures}/${colorScheme}-${width}.png` })
  }
  looked.resolve()
  await expect(fresh).toHaveURL((url) => url.pathname + url.search + url.hash === target, { timeout: 60_000 })
})
