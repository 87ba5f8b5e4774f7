import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { demoPassword, demoSchools } from '#demo/world/world.ts'

export { type Browser, type Download, expect, type Page } from '@playwright/test'

/**
 * Console messages that are no page errors: refusals that a journey provokes or a visitor gets when asking who is
 * signed in, and the sandboxed frame without scripts.
 */
const ofTheJourney =
  /^(Failed to load resource|Blocked script execution in '[^']*' because the document's frame is sandboxed)/

/**
 * Fails a journey with console errors: CSP violations or our own mistakes. `expectedError`: those that a file provokes.
 */
export const test = base.extend<{ expectedError: RegExp | undefined; complaints: undefined }>({
  expectedError: [undefined, { option: true }],
  complaints: [
    async ({ page, expectedError }, use) => {
      const complaints: string[] = []
      const note = (text: string) => {
        if (!expectedError?.test(text)) complaints.push(text)
      }
      page.on('pageerror', ({ message }) => note(message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !ofTheJourney.test(message.text())) note(message.text())
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/**
 * Shows another screen without a page load, so that its data comes by calls: the first screen's data is in the page,
 * where a journey that fakes replies can't change it.
 */
export async function moveTo(page: Page, href: string) {
  await page.goto('/help')
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, href)
}

export const librarian = 'librarian@hillview.example'

/** Marks this session's reminders as seen: they would cover the screen under test. */
async function endRemindersOf(page: Page, personId: string) {
  const url = test.info().project.use.baseURL!
  await page.context().addCookies([{ name: 'reminders', value: `${personId}!`, url }])
}

/** Those of a person of the demo world. */
async function withoutReminders(page: Page, name: string) {
  const person = demoSchools.flatMap(({ people }) => people).find(({ username }) => username === name)
  if (person) await endRemindersOf(page, person.id)
}

/** Those of the signed-in person, for accounts that a journey made. */
export async function endReminders(page: Page) {
  const { user } = await (await page.request.get('/rest/user/current')).json()
  await endRemindersOf(page, user.id)
  await page.reload()
}

/** Fills in the sign-in page. */
export async function fillSignIn(page: Page, name = librarian, password = demoPassword) {
  await withoutReminders(page, name)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByLabel('Password').press('Enter')
}

const sessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>()

/** Opens a screen signed in; each person signs in by the form only once. */
export async function signIn(page: Page, to: string, name = librarian) {
  await withoutReminders(page, name)
  const session = sessions.get(name)
  if (session) await page.context().addCookies(session)
  // The stored sign-in may be too old to count as a proof.
  const proof = { headers: { 'x-requested-with': 'journey' }, data: { password: demoPassword } }
  if (session) await page.request.post('/rest/user/proof', proof)
  // A later sign-in in the same browser has ended it.
  if (session && (await page.request.get('/rest/user/current')).ok()) await page.goto(to)
  else {
    await page.goto(`/rest/user/login?redirect=${encodeURIComponent(to)}`)
    await fillSignIn(page, name)
    await expect(page).toHaveURL((url) => url.pathname === new URL(to, url).pathname)
    sessions.set(name, await page.context().cookies())
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Waits for an email to an address, and returns the HTML of the newest. */
export async function mailTo(page: Page, address: string): Promise<string> {
  let html = ''
  await expect(async () => {
    const outbox = await (await page.request.get('/dev/outbox')).text()
    const [, mail] = outbox.match(new RegExp(`href="(/dev/outbox/[^"]+)">[^<]*</a></td><td>${address}`)) ?? []
    expect(mail).toBeTruthy()
    html = await (await page.request.get(`${mail}/html`)).text()
  }).toPass()
  return html
}

/** The link in the invitation that was emailed to an address. */
export const invitationTo = async (page: Page, address: string) =>
  (await mailTo(page, address)).match(/\/invitation\?id=[\w-]+/)![0]

/** Lets a person join a school by a call of `inviter`, with this password; no one is signed in afterwards. */
async function join(
  page: Page,
  inviter: string,
  password: string,
  invite: string,
  inputFor: (person: object) => object,
) {
  const headers = { 'x-requested-with': 'journey' }
  const email = `joined-${randomUUID()}@${inviter.split('@')[1]}`
  await signIn(page, '/myProfile', inviter)
  const data = inputFor({ firstName: 'New', lastName: 'Colleague', email })
  const invited = await page.request.post(invite, { headers, data })
  expect(invited.ok(), await invited.text()).toBe(true)
  const id = (await invitationTo(page, email)).split('=')[1]
  const accepted = await page.request.post('/rest/invitation/accept', { headers, data: { id, password } })
  expect(accepted.ok(), await accepted.text()).toBe(true)
  await page.context().clearCookies()
  return email
}

/** For journeys that change how a person signs in or what their screens say: accounts are shared. */
export const newColleague = (page: Page, inviter: string, password: string): Promise<string> =>
  join(page, inviter, password, '/rest/user/current/staff/invite', (person) => person)

export const newStudent = (page: Page, inviter: string, password: string): Promise<string> =>
  join(page, inviter, password, '/rest/user/current/student/invite', (person) => ({ students: [person] }))

/** Waits for transitions to end: halfway through, axe would measure colours that no one reads. */
async function atRest(page: Page) {
  await page.evaluate(async () => {
    // Animations started in a frame run from the next frame on.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.all(ending.map((each) => each.finished.catch(() => undefined)))
  })
}

/** Colour rules are checked in light and dark; all others only once. */
const ofColours = ['color-contrast', 'link-in-text-block']

export async function expectAccessible(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await atRest(page)
    expect(await violationsOn(page, colorScheme === 'dark' ? ofColours : undefined), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** The violated rules of axe, with the HTML of each place. `rules`: only these. */
export async function violationsOn(page: Page, rules?: string[]): Promise<[rule: string, places: string[]][]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (values) => {
    // Scripts cannot run in a sandboxed frame, so its page is tested separately.
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
      { exclude: ['iframe[sandbox]'] },
      { resultTypes: ['violations'], ...(values && { runOnly: { type: 'rule', values } }) },
    )
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  }, rules)
}

/** Nothing overflows on a phone, nor at 200 % zoom of a small screen. */
export async function expectNarrow(page: Page) {
  const before = page.viewportSize()!
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    // Positions set by script follow with the next event.
    await expectToFit(page, width)
  }
  await page.setViewportSize(before)
}

/** Between a phone and a wide screen nothing scrolls sideways, nor does a table in its box; tables that are only heard are 1 px wide. */
export async function expectTablesToFit(page: Page) {
  const before = page.viewportSize()!
  for (const width of [900, 1000, 1100]) {
    await page.setViewportSize({ ...before, width })
    await expectToFit(page, width)
    const tooWide = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLTableElement>('main table')].flatMap(({ caption, parentElement: box }) =>
          box && box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1
            ? [`${caption?.textContent} at ${innerWidth} px`]
            : [],
        ),
      )
    await expect.poll(tooWide).toEqual([])
  }
  await page.setViewportSize(before)
}

/** No part of the page is wider than `width` px; polled, because a resized page is laid out again. */
export const expectToFit = (page: Page, width: number) =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
