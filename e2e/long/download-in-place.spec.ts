import { readFileSync } from 'node:fs'
import type { Locator } from '@playwright/test'
import { scannerPaceMs } from '#kit/web/single-keys.ts'
import { type Download, expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const tray = (page: Page) => page.getByRole('region', { name: 'Downloads' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download record' })

/** The file comes in a window of its own. */
const nextFile = (page: Page) =>
  new Promise<Download>((resolve) => {
    page.once('download', resolve)
    page.context().once('page', (other) => other.once('download', resolve))
  })

/** Faster keys would be a scanner's. */
const press = async (page: Page, key: string) => {
  await page.waitForTimeout(scannerPaceMs + 20)
  await page.keyboard.press(key)
}

async function openResults(page: Page, query: string) {
  await signIn(page, `/discover/results/?query=${query}`)
  await expect(page.locator('.hit').first()).toBeVisible()
  await expect(async () => {
    await press(page, 'j')
    await expect(page.locator('.hit a').first()).toBeFocused({ timeout: 200 })
  }).toPass()
}

/** After a download window some browsers without a display never give the page back the system's focus. */
const expectActive = (element: Locator) =>
  expect.poll(() => element.evaluate((each) => each === document.activeElement)).toBe(true)

test('by keys alone a record is downloaded and the list continues, while the message is still there', async ({
  page,
}) => {
  await openResults(page, 'dragon')
  const file = nextFile(page)
  await press(page, 'd')
  await expect(dialog(page).getByRole('radio', { name: 'Record', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tray(page)).toContainText('The download request is ready. Your file will begin downloading')
  const saved = await file
  expect(saved.suggestedFilename()).toMatch(/\.mrc$/)
  expect(readFileSync(await saved.path()).length).toBeGreaterThan(100)
  await expect(page).toHaveURL(/\/discover\/results\/\?query=dragon/)
  await expectActive(page.locator('.hit a').first())

  // The tray says it, and no toast as well.
  await expect(page.locator('.toast')).toHaveCount(0)
  await press(page, 'j')
  await expectActive(page.locator('.hit').nth(1).getByRole('link').first())
  await expectAccessible(page)
  await expectNarrow(page)
  await press(page, 'd')
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
})

test('the format is chosen and remembered, and a file that takes long arrives on another screen', async ({ page }) => {
  await openResults(page, 'space')
  let isReady = false
  await page.route('**/rest/mydownload/download/status*', (route) =>
    isReady ? route.continue() : route.fulfill({ contentType: 'text/plain', body: 'PROCESSING' }),
  )
  await page.route('**/rest/mydownload/download/details*', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    if (!isReady) body.response.requestStatus = 'PROCESSING'
    await route.fulfill({ response, json: body })
  })
  await press(page, 'd')
  await dialog(page).getByLabel('Format').selectOption('Excel')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  await expect(tray(page).getByRole('progressbar')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Discover' }).getByRole('link', { name: 'Saved folders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Saved folders' })).toBeVisible()
  await expect(tray(page)).toContainText('Making your file…')
  const file = nextFile(page)
  isReady = true
  expect((await file).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(tray(page)).toContainText('The download request is ready.')
  await tray(page).getByRole('link', { name: 'Open the request' }).click()
  await expect(page).toHaveURL(/\/downloadRequest\/./)
  await tray(page).getByRole('button', { name: 'Close the list' }).click()
  await expect(tray(page)).toBeHidden()
  await expect(page.locator('main')).toBeFocused()
})

test('a refusal is explained beside the list, and a second try succeeds', async ({ page }) => {
  await openResults(page, 'fox')
  await page.route('**/rest/mydownload/request/create', (route) => route.abort(), { times: 1 })
  await press(page, 'd')
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  await expect(tray(page)).toContainText('We can’t reach the service. Please check your connection and try again.')
  await expectAccessible(page)
  await expectNarrow(page)
  const file = nextFile(page)
  await tray(page).getByRole('button', { name: 'Try again' }).click()
  await file
  await expect(tray(page)).toContainText('The download request is ready.')
})

test('a record without a cover has no picture to download, and says so', async ({ page }) => {
  await openResults(page, 'dragon')
  await press(page, 'd')
  await dialog(page).getByRole('radio', { name: 'Cover', exact: true }).check()
  await dialog(page).getByRole('button', { name: 'Download' }).click()
  await expect(tray(page)).toContainText('There is no image available to download.')
})

test('the list of downloads never covers what is focused', async ({ page }) => {
  await openResults(page, 'dragon')
  await press(page, 'd')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(tray(page)).toBeVisible()
  await expectActive(page.locator('.hit a').first())
  for (let row = 1; row < 8; row++) {
    await press(page, 'j')
    const [link, list] = await Promise.all([
      page.locator('.hit').nth(row).getByRole('link').first().boundingBox(),
      tray(page).boundingBox(),
    ])
    // Beside it on a wide screen, above it on a narrow one.
    expect(link!.x >= list!.x + list!.width || link!.y + link!.height <= list!.y).toBe(true)
  }
})
