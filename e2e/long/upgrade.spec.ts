import { expect, type Page, test } from '../portal.ts'

test.use({ serviceWorkers: 'allow', expectedError: /Failed to fetch dynamically imported module/ })

/** Removes scripts that the page has not loaded; the server then names this entry script. */
async function removeScripts(page: Page, entryScript: string | undefined) {
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.route('**/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    const reply = await route.fetch()
    const html = await reply.text()
    return route.fulfill({
      body: entryScript ? html.replace(/src="\/assets\/[^"]+\.js"/, `src="${entryScript}"`) : html,
    })
  })
}

test('an open page whose scripts an upgrade removed reloads and shows the requested screen', async ({ page }) => {
  await page.goto('/discover')
  await removeScripts(page, '/assets/next.js')
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  page.on('request', (request) => {
    // The new version has all its scripts.
    if (request.isNavigationRequest()) void page.unrouteAll({ behavior: 'ignoreErrors' })
  })
  await page.locator('.sub a', { hasText: 'Thesaurus' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thesaurus')
  expect(loads).toBe(1)
})

test('a script that is missing without an upgrade shows the failure and reloads nothing', async ({ page }) => {
  await page.goto('/discover')
  await removeScripts(page, undefined)
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  const checked = page.waitForResponse((reply) => new URL(reply.url()).pathname === '/')
  await page.locator('.sub a', { hasText: 'Thesaurus' }).click()
  await checked
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(loads).toBe(0)
  // The check may be repeated while the test ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
