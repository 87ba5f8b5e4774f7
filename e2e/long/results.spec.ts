import { readFileSync } from 'node:fs'
import { readWorkbook } from '#kit/server/files/workbook-testing.ts'
import { scannerPaceMs } from '#kit/web/single-keys.ts'
import { exported } from '../export.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  fillSignIn,
  moveTo,
  type Page,
  signIn as signInOnTheWay,
  test,
} from '../portal.ts'

const results = (query: string) => `/discover/results/?${query}`
const titles = (page: Page) => page.locator('.hit h2')
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search the catalogue' })

async function signIn(page: Page, to: string) {
  await signInOnTheWay(page, to)
  await expect(titles(page).first()).toBeVisible()
}

test('after Enter, J and A add the first record to the folder, and keys act on the record of their row', async ({
  page,
}) => {
  await signIn(page, results('query=space'))
  /** Faster keys would be a scanner's. */
  const press = async (key: string) => {
    await page.waitForTimeout(scannerPaceMs + 20)
    await page.keyboard.press(key)
  }
  await press('/')
  await page.keyboard.type('dragon')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Results for dragon')
  await expect(page.locator('.hit a').first()).toBeFocused()
  await expect(page.locator('.hit').first()).toContainText(/dragon/i)
  for (const layout of ['List', 'Compact table']) {
    await page.getByRole('button', { name: layout }).click()
    const rows = page.locator(layout === 'List' ? '.hit' : '.results tbody tr')
    const inFolder = rows.first().getByRole('button', { name: /^In folder/ })
    // The keys press the row’s buttons, which load after it.
    await expect(
      rows
        .first()
        .getByRole('button', { name: /folder/i })
        .first(),
    ).toBeVisible()
    const before = await inFolder.count()
    await heading.focus()
    await expect(async () => {
      await press('j')
      await expect(rows.first().getByRole('link').first()).toBeFocused({ timeout: 200 })
    }).toPass()
    await press('a')
    await expect(inFolder).toHaveCount(1 - before)
    await press('j')
    await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
    await press('k')
    await expect(rows.first().getByRole('link').first()).toBeFocused()
  }
  await press('d')
  await expect(page.getByRole('dialog', { name: 'Download record' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.results tbody tr').first().getByRole('link').first()).toBeFocused()
  await expect(async () => {
    await press('j')
    await press('o')
    await expect(page).toHaveURL(/\/discover\/details\//, { timeout: 1000 })
  }).toPass()
})

test('the first Tab skips the header', async ({ page }) => {
  await page.goto(results('query=dragon'))
  await expect(titles(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('an empty term is not searched', async ({ page }) => {
  await page.goto(results('query=dragon'))
  await expect(titles(page).first()).toBeVisible()
  await searchBox(page).fill('  ')
  await searchBox(page).press('Enter')
  await expect(page.getByText('Please enter a search term.')).toBeVisible()
  await expect(page).toHaveURL(/query=dragon/)
})

test('a filter scrolls the page to the top', async ({ page }) => {
  await page.goto(results('query=the'))
  await expect(titles(page)).toHaveCount(30)
  await page.mouse.wheel(0, 200)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100)
  await page.getByRole('group', { name: 'Language' }).getByRole('checkbox').first().check()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('a step back returns to the same position in the list', async ({ page }) => {
  await signIn(page, results('query=the&page=2'))
  const title = titles(page).nth(15).getByRole('link')
  await title.scrollIntoViewIfNeeded()
  await page.evaluate(() => window.scrollBy(0, 200))
  const place = await page.evaluate(() => window.scrollY)
  await title.click()
  await expect(page.locator('.record h1')).toBeVisible()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await expect(title).toBeFocused()
  expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(3)
})

test('a step back over the pager returns to the followed link', async ({ page }) => {
  await page.goto(results('query=the'))
  const next = page.getByRole('link', { name: 'Next' })
  await next.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  await next.click()
  await expect(page.locator('.found p')).toHaveText(/^31–60 of /)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page.locator('.found p')).toHaveText(/^1–30 of /)
  await expect(page.locator('.pager a[href*="page=2"]:focus')).toHaveCount(1)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
})

test('a visitor adds every record of a search to the folder, and takes them out again', async ({ page }) => {
  await page.goto(results('query=the&size=5'))
  const opener = page.getByRole('button', { name: /^Use all [\d,]+$/ })
  const count = (await opener.textContent())!.match(/[\d,]+/)![0]
  expect(Number(count.replace(',', ''))).toBeGreaterThan(100)
  await opener.click()
  const dialog = page.getByRole('dialog', { name: `All ${count} records` })
  await expect(dialog.getByRole('button', { name: /^Request/ })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'References' })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: `Add all ${count} to the folder` }).click()
  await expect(dialog.getByRole('status')).toContainText(`${count} records added to the temporary folder.`)
  const held = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('temporary-folder') ?? '[]').length)
  expect(await held()).toBe(Number(count.replace(',', '')))
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('status')).toContainText('removed from the temporary folder')
  expect(await held()).toBe(0)
})

test('a search that fails halfway leaves the folder as it was', async ({ page }) => {
  await page.goto(results('query=the'))
  await page.getByRole('button', { name: /^Use all/ }).click()
  const second = /"from":100\b|from%22%3A100%2C/
  await page.route('**/rest/catalogue/search**', (route) => {
    const { url, body } = { url: route.request().url(), body: route.request().postData() ?? '' }
    return second.test(url + body.replaceAll('\\', '')) ? route.abort() : route.continue()
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Add all/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('Nothing was added')
  expect(await page.evaluate(() => sessionStorage.getItem('temporary-folder'))).toBeNull()
})

test('staff download every record of a search at once', async ({ page }) => {
  await signIn(page, results('query=dragon'))
  const opener = page.getByRole('button', { name: /^Use all/ })
  const count = (await opener.textContent())!.match(/[\d,]+/)![0]
  await opener.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Download all ${count}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Download ${count} records` })
  await dialog.getByRole('radio', { name: 'Records and covers' }).check()
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('dragon')
})

test('above 4,000 records the dialog says what to do, and has the files', async ({ page }) => {
  await page.route('**/rest/catalogue/search**', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, hits: { ...answer.hits, total: 12_431 } } })
  })
  await moveTo(page, results('query=the'))
  await page.getByRole('button', { name: 'Use all 12,431' }).click()
  const dialog = page.getByRole('dialog', { name: 'All 12,431 records' })
  await expect(dialog).toContainText('You can add or download up to 4,000 records at once.')
  await expect(dialog.getByRole('button', { name: /^Add all/ })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeVisible()
})

test('a hit says where its words are if not in its title or author, and a list says it once', async ({ page }) => {
  await page.goto(results('query=subject%3Adragons'))
  const hit = page.locator('.hit').first()
  await expect(hit.getByRole('list', { name: 'Subjects' }).locator('mark').first()).toHaveText(/dragon/i)
  await expect(hit.getByRole('list', { name: 'Found in' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Compact table' }).click()
  const reason = page.locator('.table').getByRole('list', { name: 'Found in' }).first()
  await expect(reason).toContainText(/Subject: .*dragon/i)
  await expect(reason.locator('mark').first()).toHaveText(/dragon/i)
  await page.goto(results('query=falsely+accused'))
  await expect(page.getByRole('list', { name: 'Found in' }).first()).toContainText(/Summary: .*falsely accused/)
})

test('the first and the last page are one press away on any page', async ({ page }) => {
  await page.goto(results('query=the&size=5&page=12'))
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Page 1', exact: true }).click()
  await expect(page.locator('.found p')).toHaveText(/^1–5 of /)
  await pages
    .getByRole('link', { name: /^Page / })
    .last()
    .click()
  await expect(page.locator('.pager .off')).toHaveText('Next')
  await pages.getByRole('link', { name: 'Page 1', exact: true }).click()
  await expect(page.locator('.found p')).toHaveText(/^1–5 of /)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a page beyond the end becomes the last one, without a history entry', async ({ page }) => {
  await page.goto(results('query=dragon'))
  await expect(titles(page).first()).toBeVisible()
  await page.goto(results('query=dragon&page=300'))
  await expect(page.locator('.found p')).toHaveText(/^[\d,]+–([\d,]+) of \1 records$/)
  await expect(page.locator('.pager [aria-current]')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?query=dragon$/)
})

test('four-digit record numbers fit on one line', async ({ page }) => {
  await page.goto(results('size=5&page=400'))
  const number = page.locator('.hit .no').first()
  await expect(number).toHaveText('1,996')
  const { lines, cut } = await number.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return { lines: range.getClientRects().length, cut: element.scrollWidth > element.clientWidth }
  })
  expect({ lines, cut }).toEqual({ lines: 1, cut: false })
})

test('on a phone the pager is one row, the compact table fits, and a tap leaves no hover', async ({ browser }) => {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  const page = await phone.newPage()
  await page.goto(results('query=the&page=30'))
  await expect(page.locator('.pager [aria-current]')).toHaveText('30')
  const isOneRow = async () => {
    const tops = await page
      .locator('.pager > :visible')
      .evaluateAll((marks) => marks.map((mark) => mark.getBoundingClientRect().top))
    expect(tops.length).toBeGreaterThan(5)
    expect(new Set(tops).size).toBe(1)
  }
  await isOneRow()
  await page.route('**/rest/catalogue/search**', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, hits: { ...answer.hits, total: 100_000 } } })
  })
  await moveTo(page, results('query=the&size=5&page=1500'))
  await expect(page.locator('.pager [aria-current]')).toHaveText('1,500')
  await isOneRow()
  await page.unroute('**/rest/catalogue/search**')
  await page.goto(results('query=the&page=30'))

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Compact table' }).click()
  const row = page.locator('.table tbody tr').first()
  await row
    .locator('td', { hasText: /^\d{4}/ })
    .first()
    .tap()
  const cell = row.locator('td').nth(3)
  expect(await cell.evaluate((td) => getComputedStyle(td).backgroundColor)).toBe('rgba(0, 0, 0, 0)')
  await expectToFit(page, 390)
  await phone.close()
})

test('under forced colours the fold button is in line with its list', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, results('query=the'))
  const list = page.getByRole('group', { name: 'Subject' })
  const button = list.getByRole('button', { name: /^Show/ })
  await expect(button).toBeVisible()
  const left = async (element: typeof list) => (await element.boundingBox())!.x
  expect(await left(button)).toBe(await left(list))
})

test('an address with an invalid search says so', async ({ page }) => {
  await page.goto(results('bodybuilderquery=%7Bbroken'))
  await expect(page.getByRole('heading', { name: 'We can’t read the search in this address' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Show all records' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All records')
  await expect(titles(page)).toHaveCount(30)
})

test('order, page size, layout and pages', async ({ page }) => {
  await page.goto(results('query=the&page=2'))
  await expect(page.locator('.found p')).toHaveText(/^31–60 of /)
  await page.getByLabel('Per page').selectOption('5')
  await expect(page.locator('.found p')).toHaveText(/^1–5 of /)
  await page.getByLabel('Sort by').selectOption('Publication Year (ascending)')
  await page.getByRole('button', { name: 'Compact table' }).click()
  await expect(page.locator('.results-list')).toHaveAttribute('aria-busy', 'false')
  const yearCells = page.locator('.table tbody td:nth-child(4)')
  await expect(yearCells).toHaveCount(5)
  const shown = await yearCells.allTextContents()
  const years = shown.map((year) => Number(year.slice(0, 4)))
  expect(years).toEqual(years.toSorted((a, b) => a - b))
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.locator('.found p')).toHaveText(/^6–10 of /)
  await page.reload()
  await expect(page.locator('.table')).toBeVisible()
  const file = await exported(page)
  expect(file.suggestedFilename()).toBe('Records found.csv')
  const forSpreadsheets = await exported(page, 'CSV for spreadsheets')
  const [plain, marked] = [file, forSpreadsheets].map(async (each) => readFileSync(await each.path(), 'utf8'))
  expect(await marked).toMatch(/^\uFEFFNo\.,Title,/)
  expect((await marked)!.replace(/^\uFEFF/, '').replace(/"=""([^"]+)"""/g, '$1')).toBe(await plain)
  const workbook = await exported(page, 'Excel (.xlsx)')
  expect(workbook.suggestedFilename()).toBe('Records found.xlsx')
  const { names, rows: inWorkbook } = readWorkbook(readFileSync(await workbook.path()))
  const total = Number((await page.locator('.found p').textContent())!.match(/of ([\d,]+)/)![1]!.replaceAll(',', ''))
  expect([names[1], inWorkbook.length]).toEqual(['Title', total])
})

test('records are added to the temporary folder and removed, for this session', async ({ page }) => {
  await page.goto(results('query=dragon&size=5'))
  const folder = page.getByRole('banner').getByRole('link', { name: /^Folder/ })
  await page
    .getByRole('button', { name: /^Add to folder/ })
    .first()
    .click()
  await expect(folder).toContainText('1')
  await page.getByRole('button', { name: /^Save all 5/ }).click()
  await expect(folder).toContainText('5')
  await page.reload()
  await expect(page.getByRole('button', { name: /^In folder/ })).toHaveCount(5)
  await page.getByRole('button', { name: /^Remove all 5/ }).click()
  await expect(page.getByRole('button', { name: /^Add to folder/ })).toHaveCount(5)
})

test('N and P turn the page, and the toolbar stays visible', async ({ page }) => {
  await page.goto(results('query=the'))
  await expect(titles(page)).toHaveCount(30)
  await page.keyboard.press('n')
  await expect(page.locator('.found p')).toHaveText(/^31–60 of /)
  await page.mouse.wheel(0, 1500)
  await expect.poll(async () => (await page.locator('.results-bar').boundingBox())!.y).toBe(0)
  await page.getByRole('button', { name: 'Back to top' }).click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('p')
  await expect(page.locator('.found p')).toHaveText(/^1–30 of /)
})

test('item types are in categories that are chosen as a whole or unfolded; long facets are shown in full', async ({
  page,
}) => {
  await signIn(page, results('query=the'))
  const types = page.getByRole('group', { name: 'Resource type' })
  await types.getByRole('button', { name: 'Types of Books' }).click()
  await types.getByRole('checkbox', { name: /^Book / }).check()
  await expect(page).toHaveURL(/filter=scisType/)
  await types.getByRole('checkbox', { name: /^Books/ }).check()
  await expect(page.getByRole('list', { name: 'Chosen filters' }).getByRole('listitem').first()).toContainText('Books')
  await page.getByRole('list', { name: 'Chosen filters' }).getByRole('button').first().click()
  await expect(page).not.toHaveURL(/filter=/)
  const subjects = page.getByRole('group', { name: 'Subject' })
  const before = await subjects.getByRole('checkbox').count()
  await subjects.getByRole('button', { name: /^Show/ }).click()
  expect(await subjects.getByRole('checkbox').count()).toBeGreaterThan(before)
})

test('results that do not arrive within 15 seconds: the generic message, and a retry', async ({ page }) => {
  await page.clock.install()
  let held = true
  await page.route('**/rest/catalogue/search**', (route) => (held ? undefined : route.continue()))
  await moveTo(page, results('query=dragon'))
  await expect(page.locator('.hit.coming').first()).toBeVisible()
  await page.clock.fastForward(16_000)
  await expect(page.getByRole('alert')).toContainText('Error performing this operation. Please try again later.')
  held = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(titles(page).first()).toContainText(/dragon/i)
})

test('without results, sort, size and layout are not offered', async ({ page }) => {
  await page.goto(results('query=qqqqzzzz'))
  await expect(page.getByText('Nothing found for “qqqqzzzz”')).toBeVisible()
  await expect(page.getByLabel('Sort by')).toHaveCount(0)
})

test('a leading wildcard is reported beside the box', async ({ page }) => {
  await page.goto(results('query=*dragon'))
  await expect(page.locator('.search-field').getByRole('alert')).toHaveText(
    'A search word can’t start with a wildcard.',
  )
  await expect(searchBox(page)).toHaveAttribute('aria-invalid', 'true')
})

test('a mistyped word shows the records of the likely spelling at once', async ({ page }) => {
  await page.goto(results('query=dinosuar'))
  await expect(page.locator('h1')).toHaveText('No records for “dinosuar”')
  await expect(page.locator('.found p')).toHaveText(
    /^No records for “dinosuar”\. Showing “dinosaur”\. 1–\d+ of \d+ records$/,
  )
  await expectAccessible(page)
  await expect(titles(page).first().getByRole('link')).toHaveAttribute('href', /query(?:=|%3D)dinosaur/)
  await page.getByLabel('Sort by').selectOption('Title')
  await expect(page.locator('h1')).toHaveText('Results for dinosaur')
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('No records for “dinosuar”')
})

test('words that name a type are a filter, which can be removed', async ({ page }) => {
  await page.goto(results('query=roald+dahl+audiobook'))
  await expect(page.locator('.found p')).toContainText('Showing “roald dahl”.')
  await page.getByRole('button', { name: 'Remove Audiobook' }).click()
  await expect(page).toHaveURL(/query=roald\+dahl$/)
  await expect(page.locator('h1')).toHaveText('Results for roald dahl')
})

test('a word that no record has is left out', async ({ page }) => {
  await page.goto(results('query=dragon+qqqqzzzz'))
  await expect(page.locator('h1')).toHaveText('No records for “dragon qqqqzzzz”')
  await expect(titles(page).first()).toBeVisible()
})

test('colours are chosen by keyboard and kept', async ({ page }) => {
  await page.goto(results('query=dragon'))
  const display = page.getByRole('button', { name: 'Display' })
  await display.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: /Match device/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(display).toBeFocused()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast')
  await expect(titles(page).first()).toBeVisible()
  await expectAccessible(page)
})

test('an unknown address leads home, where a visitor signs in and reads what was not found', async ({ page }) => {
  const reply = await page.goto('/no/such/page')
  expect(reply!.status()).toBe(404)
  await expect(page.getByLabel('Username')).toBeVisible()
  await expect(page.getByText('There is no page at /no/such/page. Sign in')).toBeVisible()
  await expectAccessible(page)
  await fillSignIn(page)
  await expect(page.getByText('There is no page at /no/such/page, so')).toBeVisible()
  await expect(page).toHaveURL(({ pathname, hash }) => pathname + hash === '/')
  await expectAccessible(page)
})

for (const width of [1280, 390])
  test(`results, filters, menus and empty results are accessible, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, results('query=dragon&filter=language:English'))
    await expectAccessible(page)
    if (width < 900) await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Compact table' }).click()
    await expectAccessible(page)
    if (width < 900) {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: /^Filters/ })).toBeFocused()
    }
    await page.getByRole('button', { name: 'Hillview' }).click()
    await expect(page.getByRole('menu', { name: 'Account' })).toBeVisible()
    await expectAccessible(page)
    await page.goto(results('query=qqqqzzzz&filter=language:English'))
    await expect(page.getByText('No records with these filters')).toBeVisible()
    await expectAccessible(page)
  })

test('everything fits 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const query of ['query=dragon', 'query=dragon+qqqqzzzz']) {
    await page.goto(results(query))
    await expect(page.locator('.hit, .empty-state').first()).toBeVisible()
    await expectToFit(page, 320)
  }
  await page.goto(results('query=dragon'))
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expectToFit(page, 320)
  await page.getByRole('button', { name: 'Compact table' }).click()
  await expect(page.locator('.table tbody tr').first()).toBeVisible()
  await expectToFit(page, 320)
})

test('on a phone the first result begins in the top 30 % of the screen, and “More” shows the other choices', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const search of ['query=dragon', 'query=dragon&filter=language:English']) {
    await signIn(page, results(search))
    await expect(page.locator('.hit:not(.coming)').first()).toBeVisible()
    if (search.includes('filter')) await expect(page.getByRole('link', { name: 'Clear all' })).toBeVisible()
    const { y } = (await page.locator('.hit').first().boundingBox())!
    expect(y).toBeLessThanOrEqual(0.3 * 844)
  }
  const more = page.getByRole('button', { name: 'More', exact: true })
  await expect(page.getByLabel('Sort by')).toBeVisible()
  await expect(page.getByLabel('Per page')).toBeHidden()
  await more.press('Enter')
  for (const name of ['Per page', 'Keep for the next search']) await expect(page.getByLabel(name)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Advanced search' }).last()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Less', exact: true }).press('Enter')
  await expect(page.getByLabel('Per page')).toBeHidden()
})

test('on a phone the current place of the navigation is in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['/billing/details', '/authorities', '/discover/thesaurus']) {
    await signInOnTheWay(page, path)
    await expect(page.locator('.sub [aria-current]')).toBeInViewport({ ratio: 1 })
  }
})
