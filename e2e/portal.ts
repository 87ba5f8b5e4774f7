import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { demoPassword, demoSchools } from '#demo/world/world.ts'

export { type Browser, type Download, expect, type Page } from '@playwright/test'

/**
 * No fault of the page: what is refused to a visitor who asks who they are, and what a journey refuses on purpose; and
 * looking into a frame in which no script may run.
 */
const ofTheJourney =
  /^(Failed to load resource|Blocked script execution in '[^']*' because the document's frame is sandboxed)/

/** Fails a journey in which the page complained, about its own policy or a mistake of ours. */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !ofTheJourney.test(message.text())) complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export const librarian = 'librarian@hillview.example'

/** As if this person had seen the reminders of this session, which would lie above what a journey is about. */
async function withoutReminders(page: Page, name: string) {
  const person = demoSchools.flatMap(({ people }) => people).find(({ username }) => username === name)
  const url = test.info().project.use.baseURL!
  if (person) await page.context().addCookies([{ name: 'reminders', value: `${person.id}!`, url }])
}

/** On the sign-in page. */
export async function fillSignIn(page: Page, name = librarian, password = demoPassword) {
  await withoutReminders(page, name)
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
}

const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Arrives at a screen signed in; the form itself is gone through once for each person. */
export async function signIn(page: Page, to: string, name = librarian) {
  await withoutReminders(page, name)
  const session = sessions.get(name)
  if (session) await page.context().addCookies(session)
  // Its sign-in may be too long ago to prove anything.
  const proof = { headers: { 'x-requested-with': 'journey' }, data: { password: demoPassword } }
  if (session) await page.request.post('/rest/user/proof', proof)
  // Somebody else who signed in since, in the same browser, has ended it.
  if (session && (await page.request.get('/rest/user/current')).ok()) await page.goto(to)
  else {
    await page.goto(`/rest/user/login?redirect=${encodeURIComponent(to)}`)
    await fillSignIn(page, name)
    await expect(page).toHaveURL((url) => url.pathname === new URL(to, url).pathname)
    sessions.set(name, await page.context().cookies())
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Waits until what comes in or changes its colour has done so: half way there, axe would measure what nobody reads. */
async function atRest(page: Page) {
  await page.evaluate(async () => {
    // What a frame begins runs from the next one on.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)))
  })
}

/** What depends on colours is looked at in light and dark; everything else is the same in both. */
const ofColours = ['color-contrast', 'link-in-text-block']

export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await atRest(page)
    // Scripts cannot run in a sandboxed frame: its page is tried by itself. In a page of its own, and with what passes
    // besides, axe takes five times as long.
    const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe[sandbox]')
    const runOnly = colorScheme === 'dark' ? { runOnly: { type: 'rule' as const, values: ofColours } } : {}
    const { violations } = await axe.options({ ...runOnly, resultTypes: ['violations'] }).analyze()
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
    // What is placed by script follows with the next event.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(before)
}
