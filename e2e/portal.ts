import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { type Browser, type Download, expect, type Page } from '@playwright/test'

/** Fails a journey in which the page complained, about its own policy or a mistake of ours. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        // A visitor's own question who they are, and what a journey refuses on purpose, are answered so: no fault.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export const librarian = 'librarian@hillview.example'

/** On the sign-in page. */
export async function fillSignIn(page: Page, name = librarian) {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password').fill('Demo-password-2026')
  await page.getByLabel('Password').press('Enter')
}

/** Signs in on the way to a screen, and waits for its heading. */
export async function signIn(page: Page, to: string, name?: string) {
  await page.goto(`/rest/user/login?redirect=${encodeURIComponent(to)}`)
  await fillSignIn(page, name)
  await expect(page).toHaveURL((url) => url.pathname === new URL(to, url).pathname)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]),
      colorScheme,
    ).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Nothing stands beyond the edge on a phone, nor at 200 % of a small screen. */
export async function expectNarrow(page: Page) {
  const before = page.viewportSize()!
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(before)
}
