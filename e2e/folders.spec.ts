import { readFile } from 'node:fs/promises'
import { exported } from './export.ts'
import { dialog, press, saveFolder, someRecords, titles } from './folders.ts'
import { type Browser, type Download, expect, fillSignIn, type Page, signIn, test } from './portal.ts'

const savedList = '/savedList'
const folderRow = (page: Page, name: string) => page.locator('.folders-table tbody tr', { hasText: name })
const notice = (page: Page) => page.locator('.folder-notice').first()
/** The file may come in a window of its own. */
const fileOf = async (page: Page, begin: () => Promise<unknown>) => {
  const saved = new Promise<Download>((resolve) => {
    page.once('download', resolve)
    page.context().once('page', (other) => other.once('download', resolve))
  })
  await begin()
  const file = await saved
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
/** A unique name: all journeys share one school. */
const named = (word: string) => `${word} ${Date.now()}`

async function openFolder(page: Page, word: string, count: number) {
  const records = await someRecords(page, count)
  await signIn(page, savedList)
  const name = named(word)
  const id = await saveFolder(page, name, records)
  await page.goto(`/savedListDetails/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(titles(page)).toHaveText(records.map(({ itemTitle }) => itemTitle))
  return { name, id, records }
}

async function choose(page: Page, name: string | RegExp) {
  await press(page, 'More')
  await page.getByRole('menuitem', { name }).click()
}

test('a folder is renamed, emailed, exported, downloaded and deleted on its own page', async ({ page }) => {
  const { name, records } = await openFolder(page, 'Elks', 2)
  await choose(page, 'Rename')
  await page.getByLabel('Folder name').fill(`${name} in snow`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${name} in snow` })).toBeVisible()
  await press(page, 'Email list')
  await press(page, 'Send')
  await expect(dialog(page, 'Email list')).toContainText('Email Notification sent to queue')
  await page.keyboard.press('Escape')
  const csv = await fileOf(page, () => exported(page))
  expect(csv.bytes.toString()).toContain(records[1]!.bibId)
  const file = await fileOf(page, async () => {
    await page.locator('main').getByRole('link', { name: 'Download' }).click()
    await dialog(page, 'Download 2 records').getByRole('button', { name: 'Download' }).click()
  })
  expect(file.bytes.toString('latin1')).toContain(records[0]!.bibId)
  await choose(page, 'Delete')
  await press(page, 'Delete')
  await expect(page).toHaveURL(/\/savedList$/)
  await expect(notice(page)).toContainText('Folder deleted successfully')
  await expect(folderRow(page, name)).toHaveCount(0)
})

async function shareFolder(page: Page) {
  await press(page, 'Share')
  await press(page, 'Create link')
  return page.getByLabel('Link', { exact: true }).inputValue()
}

/** Someone of another school at another computer. */
async function atRiverside(browser: Browser, address: string) {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(address)
  await fillSignIn(page, 'librarian@riverside.example')
  return page
}

test('another school views a shared folder and copies its records', async ({ page, browser }) => {
  const { name, records } = await openFolder(page, 'Geese', 3)
  const riverside = await atRiverside(browser, await shareFolder(page))
  await expect(riverside.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(riverside.locator('.folder-head')).toContainText('Shared by Hillview Primary School. 3 records')
  await expect(titles(riverside)).toHaveText(records.map(({ itemTitle }) => itemTitle))
  await expect(riverside.getByRole('button', { name: /^(Remove|Update|Rename|Delete)/ })).toHaveCount(0)
  await press(riverside, 'Add all to my temporary folder')
  await expect(notice(riverside)).toContainText('3 records added to the temporary folder.')
  await press(riverside, 'Add all to my temporary folder')
  await expect(notice(riverside)).toContainText('Item already added to temp folder')
  await riverside.context().close()
})
