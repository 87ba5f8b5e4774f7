import { readFile } from 'node:fs/promises'
import { exported } from '../export.ts'
import { dialog, press, rows, saveFolder, someRecords, temporaryFolder, titles, updateFolder } from '../folders.ts'
import {
  type Browser,
  type Download,
  expect,
  expectAccessible,
  expectNarrow,
  fillSignIn,
  type Page,
  signIn,
  test,
} from '../portal.ts'

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

test('a visitor signs in and comes back to the saved folders', async ({ page }) => {
  await page.goto(savedList)
  await fillSignIn(page, 'trial@lakeside.example')
  await expect(page).toHaveURL(/\/savedList$/)
  await expect(page.getByRole('heading', { name: 'No saved folders yet' })).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
})

test('folders are found, sorted, renamed, downloaded and deleted in their list', async ({ page }) => {
  await signIn(page, savedList)
  const records = await someRecords(page, 3)
  const name = named('Ants')
  await saveFolder(page, name, records)
  await saveFolder(page, `${name} too`, records.slice(1))
  await page.reload()
  await page.getByLabel('Find a folder').fill(name.toLowerCase())
  await expect(folderRow(page, name)).toHaveCount(2)
  await press(page, 'Records')
  await expect(page.locator('.folders-table .table-title')).toHaveText([`${name} too`, name])
  await expectAccessible(page)
  await expectNarrow(page)

  await press(page, `Rename ${name} too`)
  await page.getByLabel('Folder name').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Folder name')).toBeFocused()
  await expect(dialog(page, 'Rename folder')).toContainText('A saved folder with this name already exists.')
  await expectAccessible(page)
  await page.getByLabel('Folder name').fill(`${name} second`)
  await page.keyboard.press('Enter')
  await expect(notice(page)).toContainText(`“${name} too” renamed to “${name} second”.`)
  await expect(folderRow(page, `${name} second`)).toHaveCount(1)

  const file = await fileOf(page, async () => {
    await page.getByRole('link', { name: `Download ${name} second` }).click()
    await dialog(page, 'Download 2 records').getByRole('button', { name: 'Download' }).click()
  })
  expect(file.name).toMatch(/^scis-.*-records?\./)
  expect(file.bytes.toString('latin1')).toContain(records[2]!.bibId)
  const csv = await fileOf(page, () => exported(page))
  expect(csv.bytes.toString()).toContain(`${name} second`)

  await press(page, `Delete ${name} second`)
  await expectAccessible(page)
  await press(page, 'Delete')
  await expect(notice(page)).toContainText('Folder deleted successfully')
  await expect(folderRow(page, `${name} second`)).toHaveCount(0)
  await expect(folderRow(page, name)).toHaveCount(1)
})

test('records are removed from a saved folder with “Update”, by keyboard alone, and restored', async ({ page }) => {
  const { name, records } = await openFolder(page, 'Bees', 4)
  await page
    .getByRole('button', { name: `Remove ${records[1]!.itemTitle}` })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(notice(page)).toContainText('1 record to remove.')
  await expectAccessible(page)
  await expectNarrow(page)
  await page.getByRole('button', { name: 'Update' }).focus()
  await page.keyboard.press('Enter')
  await expect(notice(page)).toContainText('Folder updated successfully')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel(/^Select all 3/).check()
  await press(page, 'Remove selected (3)')
  await press(page, 'Remove')
  await press(page, 'Update')
  await expect(page.locator('.folder-notice', { hasText: 'No Items to save' })).toBeVisible()
  await press(page, 'Undo')
  await expect(rows(page)).toHaveCount(3)
})

test('after a colleague’s change the journey is asked, and the colleague’s work stays', async ({ page }) => {
  const { id, records } = await openFolder(page, 'Crows', 3)
  await page.locator('.remove-cell button').first().click()
  await updateFolder(page, id, await someRecords(page, 5))
  await press(page, 'Update')
  const question = dialog(page, 'Someone has changed this folder')
  await expect(question).toContainText('now has 5 records.')
  await expectAccessible(page)
  await expectNarrow(page)
  await press(page, 'Apply my removals')
  await expect(notice(page)).toContainText('Folder updated successfully')
  await expect(titles(page)).toHaveCount(4)
  await expect(titles(page)).not.toContainText([records[0]!.itemTitle, records[0]!.itemTitle])
})

test('two tabs share the temporary folder and a saved one', async ({ page, context }) => {
  const { id, records } = await openFolder(page, 'Ducks', 3)
  await choose(page, 'Copy all of this folder to it')
  await expect(notice(page)).toContainText('3 records added to the temporary folder.')
  const other = await context.newPage()
  await other.goto(temporaryFolder)
  await expect(titles(other)).toHaveText(records.map(({ itemTitle }) => itemTitle))
  await other.goto(`/savedListDetails/${id}`)
  await other.locator('.remove-cell button').first().click()
  await press(other, 'Update')
  await expect(notice(other)).toContainText('Folder updated successfully')
  await choose(page, 'Copy its 3 records to this folder')
  await expect(notice(page)).toContainText('1 record added.')
  await expect(titles(page)).toHaveText([1, 2, 0].map((i) => records[i]!.itemTitle))
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

test('a folder is shared by a link and a code until it ends', async ({ page }) => {
  const { name } = await openFolder(page, 'Frogs', 3)
  const link = await shareFolder(page)
  await expect(page.getByAltText(`QR code of the link to ${name}`)).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await press(page, 'Done')
  await expect(page.locator('.folder-head')).toContainText('Shared')
  await press(page, 'Share')
  await press(page, 'Stop sharing')
  await expect(page.getByRole('button', { name: 'Create link' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('It may no longer be shared')).toBeVisible()
})

test('another school’s folders are absent', async ({ page, browser }) => {
  const { name, id } = await openFolder(page, 'Hens', 2)
  const riverside = await atRiverside(browser, savedList)
  await expect(riverside.getByRole('heading', { level: 1, name: 'Saved folders' })).toBeVisible()
  await expect(riverside.getByText(/folders? at your school|No saved folders yet/).first()).toBeVisible()
  await expect(riverside.getByText(name)).toHaveCount(0)
  await riverside.goto(`/savedListDetails/${id}`)
  await expect(riverside.getByRole('heading', { name: 'We couldn’t find this folder' })).toBeVisible()
  for (const call of ['delete', 'catJson', 'name', 'download']) {
    const reply = await riverside.request.get(`/rest/mycatalogue/folder/${call}?folderId=${id}`, {
      headers: { 'x-requested-with': 'test' },
    })
    expect([call, reply.status()]).toEqual([call, 404])
  }
  await expectAccessible(riverside)
  await riverside.context().close()
})
