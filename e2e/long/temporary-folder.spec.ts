import { dialog, openTemporary, press, rows, saveFolder, someRecords, temporaryFolder, titles } from '../folders.ts'
import {
  endReminders,
  expect,
  expectAccessible,
  expectNarrow,
  fillSignIn,
  librarian,
  mailTo,
  newColleague,
  type Page,
  signIn,
  test,
} from '../portal.ts'

const inHeader = (page: Page) => page.locator(`.tools a[href="${temporaryFolder}"]`)

async function openSave(page: Page) {
  await press(page, 'Save list')
  await expect(page.getByLabel('Folder name')).toBeFocused()
}

test('a visitor adds results to the temporary folder and removes them again', async ({ page }) => {
  await page.goto('/discover/results/?query=dragon')
  const first = page.locator('.hit').first()
  await first.getByRole('button', { name: /^Add to folder/ }).click()
  await expect(first.getByRole('button', { name: /^In folder/ })).toBeVisible()
  await expect(inHeader(page)).toContainText('1')
  await press(page, /^Save all 30/)
  await expect(inHeader(page)).toContainText('30')
  await expect(page.getByRole('button', { name: /^In folder/ })).toHaveCount(30)
  await press(page, /^Remove all 30/)
  await expect(page.getByRole('button', { name: /^In folder/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Save all 30/ })).toBeVisible()
})

test('a record is added to the folder from its own page, and marked as viewed when opened from the folder', async ({
  page,
}) => {
  const [record] = await someRecords(page, 1)
  await signIn(page, `/discover/details/${record!.bibId}`)
  await press(page, /^Add to folder/)
  await inHeader(page).click()
  await expect(titles(page)).toHaveText([record!.itemTitle])
  await titles(page).first().click()
  await expect(page).toHaveURL(/\/discover\/details\//)
  await page.goBack()
  await expect(rows(page).first()).toContainText('Viewed')
})

test('an empty folder says what to do, and that there is nothing to download or to save', async ({ page }) => {
  await page.goto(temporaryFolder)
  await expect(page.getByRole('heading', { name: 'The temporary folder is empty' })).toBeVisible()
  const notice = page.locator('.folder-notice')
  await press(page, 'Download')
  await expect(notice).toContainText('No Items to download')
  await press(page, 'Save list')
  await expect(notice).toContainText('No Items to save')
  await expectAccessible(page)
  await expectNarrow(page)
})

test('the folder is sorted, and back and a reload keep the order', async ({ page }) => {
  await openTemporary(page, await someRecords(page, 12))
  const added = await titles(page).allTextContents()
  await page.getByLabel('Sort by').selectOption({ label: 'Title (A-Z)' })
  await expect(page).toHaveURL(/selectedOrder=1/)
  const sorted = await titles(page).allTextContents()
  expect([...sorted].sort()).toEqual([...added].sort())
  await page.getByLabel('Sort by').selectOption({ label: 'Title (Z-A)' })
  await expect(titles(page)).toHaveText([...sorted].reverse())
  await page.reload()
  await expect(titles(page)).toHaveText([...sorted].reverse())
  await page.getByLabel('Sort by').selectOption({ label: 'Relevancy' })
  await expect(titles(page)).toHaveText(added)
})

test('records are removed by keyboard alone, and restored', async ({ page }) => {
  await openTemporary(page, await someRecords(page, 6))
  const all = await titles(page).allTextContents()
  await press(page, 'Remove selected')
  await expect(page.locator('.folder-notice')).toContainText('No records to remove were selected')

  await page
    .getByRole('button', { name: /^Remove / })
    .nth(3)
    .focus()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveCount(5)
  await expect(page.locator('.remove-cell button:focus')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(all)

  await page.getByLabel(/^Select all 6/).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Remove selected (6)' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Remove 6 records?')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'The temporary folder is empty' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(titles(page)).toHaveText(all)
  await expectAccessible(page)
  await expectNarrow(page)
})

test('a visitor’s list is saved after sign-in', async ({ page }) => {
  const name = `Owls ${Date.now()}`
  await openTemporary(page, await someRecords(page, 4))
  await openSave(page)
  const box = dialog(page, 'Save list as named folder')
  await page.keyboard.press('Enter')
  await expect(box).toContainText('Please enter a folder name')
  await expectAccessible(page)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await fillSignIn(page)
  await expect(box).toContainText(`${name} saved with 4 records.`)
  await press(page, 'Keep its records')
  await expect(titles(page)).toHaveCount(4)
  await expect(page.locator('.folder-notice')).toContainText(`4 records saved as “${name}”.`)
})

test('if the name is taken, a visitor is asked after sign-in', async ({ page }) => {
  const name = `Hawks ${Date.now()}`
  const records = await someRecords(page, 6)
  await signIn(page, temporaryFolder)
  await saveFolder(page, name, records.slice(0, 4))
  await page.context().clearCookies()
  await openTemporary(page, records.slice(2))
  await openSave(page)
  await page.keyboard.type(name.toUpperCase())
  await page.keyboard.press('Enter')
  await fillSignIn(page)
  const box = dialog(page, 'Save list as named folder')
  await expect(box).toContainText('A saved folder with this name already exists.')
  await expect(box).toContainText('4 records')
  await expectAccessible(page)
  await expectNarrow(page)
  await press(page, 'Add to folder')
  await expect(box).toContainText(`${name} saved with 6 records.`)
  await box.getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(titles(page)).toHaveCount(6)
})

test('a list replaces a saved one, and the temporary folder is emptied', async ({ page }) => {
  const records = await someRecords(page, 5)
  await signIn(page, temporaryFolder)
  const name = `Foxes ${Date.now()}`
  const id = await saveFolder(page, name, records.slice(0, 3))
  await openTemporary(page, records.slice(3))
  await openSave(page)
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await press(page, 'Replace records')
  await expect(dialog(page, 'Save list as named folder')).toContainText(`${name} saved with 2 records.`)
  await press(page, 'Empty the temporary folder')
  await expect(page.getByRole('heading', { name: 'The temporary folder is empty' })).toBeVisible()
  await page.goto(`/savedListDetails/${id}`)
  await expect(titles(page)).toHaveText(records.slice(3).map(({ itemTitle }) => itemTitle))
})

test('a visitor’s download continues after sign-in', async ({ page }) => {
  await openTemporary(page, await someRecords(page, 3))
  await press(page, 'Download')
  await fillSignIn(page)
  await expect(page).toHaveURL(temporaryFolder)
  await dialog(page, 'Download 3 records').getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('region', { name: 'Downloads' })).toContainText('The download request is ready.')
  await expect(titles(page)).toHaveCount(3)
})

test('the list is emailed with the catalogue’s own descriptions', async ({ page }) => {
  const records = await someRecords(page, 2)
  await signIn(page, temporaryFolder)
  await openTemporary(page, [{ ...records[0]!, itemTitle: 'Not its title' }, records[1]!])
  await press(page, 'Email list')
  const box = dialog(page, 'Email list')
  await expectAccessible(page)
  const to = `list-${Date.now()}@hillview.example`
  await box.getByLabel('Email address').fill(`${to}, other@hillview.example`)
  await press(page, 'Send')
  await expect(box.getByLabel('Email address')).toBeFocused()
  await expect(box.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true')
  await box.getByLabel('Email address').fill(to)
  await press(page, 'Send')
  await expect(box).toContainText('Email Notification sent to queue')

  const mail = await mailTo(page, to)
  expect(mail).toContain(`/record/${records[0]!.bibId}`)
  expect(mail).not.toContain('Not its title')
})

test('a session that ends while saving is renewed', async ({ page, context }) => {
  await signIn(page, temporaryFolder)
  await openTemporary(page, await someRecords(page, 3))
  await openSave(page)
  const name = `Hares ${Date.now()}`
  await page.keyboard.type(name)
  await context.clearCookies()
  await page.keyboard.press('Enter')
  const again = dialog(page, 'Please sign in to continue')
  const [other] = await Promise.all([
    context.waitForEvent('page'),
    again.getByRole('button', { name: 'Sign in' }).click(),
  ])
  await fillSignIn(other)
  await expect(dialog(page, 'Save list as named folder')).toContainText(`${name} saved with 3 records.`)
})

test('printing includes every record, and nothing else', async ({ page }) => {
  await openTemporary(page, await someRecords(page, 80))
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('.print-list li')).toHaveCount(80)
  await expect(page.locator('.print-list')).toBeVisible()
  await expect(page.locator('.record-table')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Download' })).toBeHidden()
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(page.locator('.print-list')).toHaveCount(0)
})

test('four thousand records are sorted, chosen and saved without delay', async ({ page }) => {
  const records = await someRecords(page, 4000)
  await signIn(page, temporaryFolder)
  await openTemporary(page, records)
  await expect(inHeader(page)).toContainText('4,000')
  expect(await rows(page).count()).toBeLessThan(100)
  const began = Date.now()
  await page.getByLabel('Sort by').selectOption({ label: 'Title (A-Z)' })
  await expect(page).toHaveURL(/selectedOrder=1/)
  await page.getByLabel(/^Select all 4,000/).check()
  await expect(page.getByRole('button', { name: 'Remove selected (4,000)' })).toBeVisible()
  expect(Date.now() - began).toBeLessThan(2000)
  await page.keyboard.press('End')
  await expect(rows(page).last()).toBeInViewport()
  await expect(page.locator('[aria-rowindex="4001"]')).toBeVisible()

  // Printing in between leaves the screen unchanged.
  await page.keyboard.press('Home')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect(page.locator('.print-list li')).toHaveCount(4000)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await page.emulateMedia({ media: 'screen' })
  await expect(rows(page).first()).toBeInViewport()
  expect(await rows(page).count()).toBeLessThan(100)

  await openSave(page)
  await page.keyboard.type(`All of it ${Date.now()}`)
  await page.keyboard.press('Enter')
  await expect(dialog(page, 'Save list as named folder')).toContainText('saved with 4,000 records.')
})

test('a title that is read from right to left is below its romanised form, from the right, also printed', async ({
  page,
}) => {
  const [record, other] = await someRecords(page, 2)
  const inScript = [{ of: record!.itemTitle, text: 'סיפור על אהבה וחושך (2002)', lang: 'he' }]
  await openTemporary(page, [{ ...record!, inScript }, other!])
  const isFromRight = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      const cell = element.parentElement!.getBoundingClientRect()
      const padding = Number.parseFloat(getComputedStyle(element.parentElement!).paddingRight)
      const { direction } = getComputedStyle(element)
      return direction === 'rtl' && Math.abs(text.getBoundingClientRect().right - (cell.right - padding)) < 2
    })
  expect(await isFromRight('.title-cell .in-script')).toBe(true)
  const below = (await page.locator('.title-cell .in-script').boundingBox())!
  const title = (await titles(page).first().boundingBox())!
  expect(below.y).toBeGreaterThanOrEqual(title.y + title.height - 4)
  await expectAccessible(page)
  await expectNarrow(page)

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  expect(await isFromRight('.print-list [dir=auto]')).toBe(true)
})

test('the folder is the same in all tabs, and continues in another browser once it is kept', async ({
  page,
  browser,
}) => {
  const password = 'Seven-kept-folders-5'
  const person = await newColleague(page, librarian, password)
  const [first, second] = await someRecords(page, 2)
  await page.goto(`/rest/user/login?redirect=/discover/details/${first!.bibId}`)
  await fillSignIn(page, person, password)
  await expect(page.getByRole('heading', { level: 1, name: first!.itemTitle })).toBeVisible()
  await endReminders(page)
  const otherTab = await page.context().newPage()
  await otherTab.goto(`/discover/details/${second!.bibId}`)
  await press(otherTab, /^Add to folder/)
  await expect(inHeader(page)).toContainText('1')
  await press(page, /^Add to folder/)
  await expect(inHeader(otherTab)).toContainText('2')

  await inHeader(page).click()
  await expect(page.getByText('2 records, kept until you close the portal')).toBeVisible()
  await page.getByLabel('Keep this folder in my account').check()
  await expect(page.getByText('2 records, kept in your account')).toBeVisible()
  await expectAccessible(page)

  const elsewhere = await browser.newContext()
  const device = await elsewhere.newPage()
  await device.goto(`/rest/user/login?redirect=${temporaryFolder}`)
  await fillSignIn(device, person, password)
  await expect(titles(device)).toHaveText([second!.itemTitle, first!.itemTitle])
  await press(device, `Remove ${first!.itemTitle}`)
  await expect(titles(device)).toHaveText([second!.itemTitle])
  await elsewhere.close()
  await page.reload()
  await expect(titles(page)).toHaveText([second!.itemTitle])

  // The next person at this browser does not get it.
  await page.locator('button.account').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname !== temporaryFolder)
  await page.goto(temporaryFolder)
  await expect(page.getByRole('heading', { name: 'The temporary folder is empty' })).toBeVisible()
})
