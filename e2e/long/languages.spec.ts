import { demoPassword } from '#demo/world/world.ts'
import {
  endReminders,
  expect,
  expectAccessible,
  expectNarrow,
  expectToFit,
  fillSignIn,
  librarian,
  newColleague,
  signIn,
  test,
} from '../portal.ts'

test('a visitor chooses te reo Māori: the frame follows, and later visits too', async ({ page }) => {
  await page.goto('/discover')
  await page.getByRole('button', { name: 'Display' }).click()
  await page.getByRole('menuitem', { name: 'Te reo Māori' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'mi')
  await expect(page.getByRole('link', { name: 'Waitohu mai' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Wāhanga' })).toContainText('Tūhura')
  await page.getByRole('button', { name: 'Whakaaturanga' }).click()
  await expect(page.getByRole('menu').locator('[lang="en-NZ"]')).toHaveText('English (New Zealand)')
  await page.keyboard.press('Escape')
  // Untranslated screens are read out in English.
  await page.goto('/discover/thesaurus')
  await expect(page.locator('main')).toHaveAttribute('lang', 'en-AU')
  const reply = await page.request.get('/discover', { headers: { accept: 'text/html' } })
  expect(reply.headers().vary).toContain('Cookie')
  await expectAccessible(page)
  await expectNarrow(page)
  await expectToFit(page, 1280)
})

test('a visitor’s te reo Māori continues through the page of sign-in, and after it', async ({ page, baseURL }) => {
  await page.context().addCookies([{ name: 'language', value: 'mi', url: baseURL! }])
  await page.goto('/rest/user/login?redirect=/discover/results/')
  await expect(page.getByRole('heading', { level: 1, name: 'Waitohu mai' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Ingoa kaiwhakamahi').fill('assistant@hillview.example')
  await page.getByLabel('Kupuhipa').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toHaveText(/^Kei te hē/)
  await page.getByLabel('Kupuhipa').fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ngā mauhanga katoa' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'mi')
})

test('what is in English within a Māori page is marked before anything idle is loaded', async ({ page, baseURL }) => {
  await signIn(page, '/discover')
  await page.context().addCookies([{ name: 'language', value: 'mi', url: baseURL! }])
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const main = page.locator('main')
  for (const [path, lang] of [
    ['/discover/results/?query=owl', 'mi'],
    ['/', 'mi'],
    ['/myDownloads', 'en-AU'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main).toHaveAttribute('lang', lang)
  }
  await expect(page.locator('.page-foot')).toHaveCount(0)
  // A dialog of the screen is in its language, one of the frame in the page’s.
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Haere ki' })).toHaveAttribute('lang', 'mi')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveAttribute('lang', 'en-AU')
  await page.keyboard.press('Escape')
  await page.goto('/mySettings')
  await page.goBack()
  await expect(main).toHaveAttribute('lang', 'en-AU')
})

test('a first visit in te reo Māori fetches no English script a second time', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.context().addCookies([{ name: 'language', value: 'mi', url: test.info().project.use.baseURL! }])
  await page.goto('/discover')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const names = scripts.map((path) => path.split('/').at(-1))
  expect(scripts.filter((path) => path.startsWith('/assets/mi/')).length).toBeGreaterThan(1)
  expect(names).toEqual([...new Set(names)])
})

test('in te reo Māori a librarian searches, adds a record to the folder and requests it', async ({ page }) => {
  const password = 'Nine-purple-owls-7'
  const email = await newColleague(page, librarian, password)
  await page.goto('/rest/user/login?redirect=/')
  await fillSignIn(page, email, password)
  await expect(page.getByRole('heading', { level: 1, name: 'Quick request' })).toBeVisible()
  await endReminders(page)
  await page.locator('button.account').click()
  await page.getByRole('menuitem', { name: 'Te reo Māori' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tono tere' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toHaveAttribute('lang', 'mi')
  await expect(page.locator('.home-overview')).toHaveAttribute('lang', 'en-AU')

  await page.getByRole('combobox', { name: 'Rapua te rārangi kohinga' }).fill('owl')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Ngā hua mō owl' })).toBeVisible()
  await expect(page).toHaveTitle(/^owl – ngā hua rapu/)
  await expect(main).toHaveAttribute('lang', 'mi')
  await expect(main.getByRole('status').first()).toHaveText(/^1–\d+ o \d+ mauhanga$/)
  await main
    .getByRole('button', { name: /^Tāpiri ki te kōpaki/ })
    .first()
    .click()
  await expect(main.getByRole('button', { name: /^Kei te kōpaki/ })).toHaveCount(1)
  await expectAccessible(page)
  await expectNarrow(page)
  const found = main.getByRole('heading', { level: 2 }).getByRole('link').first()
  const title = (await found.textContent())!
  const record = (await found.getAttribute('href'))!.match(/\/details\/([^?/]+)/)![1]!

  await page.goto('/')
  await page.getByLabel('Tautohu', { exact: true }).fill(record)
  await expect(page.getByRole('row').filter({ hasText: record })).toContainText(title)
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: 'Tono 1 mauhanga' }).click()
  await expect(page).toHaveURL(/\/downloadRequest\//)
  // Still in English.
  await expect(main).toHaveAttribute('lang', 'en-AU')
})

test('a person’s language goes with the account to another browser', async ({ page, browser }) => {
  const lakeside = 'trial@lakeside.example'
  await signIn(page, '/discover', lakeside)
  await page.locator('button.account').click()
  await page.getByRole('menuitem', { name: 'English (New Zealand)' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-NZ')
  const other = await browser.newPage()
  await other.goto('/rest/user/login?redirect=/discover')
  await fillSignIn(other, lakeside)
  await expect(other.locator('html')).toHaveAttribute('lang', 'en-NZ')
  await other.close()
  // Other journeys use the account too.
  const headers = { 'x-requested-with': 'journey' }
  await page.request.post('/rest/user/language', { headers, data: { language: 'en-AU' } })
})
