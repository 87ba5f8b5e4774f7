import { readFile } from 'node:fs/promises'
import { type Download, expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const list = (page: Page) => page.getByRole('table')
/** The names in the central directory of a zip file. */
const namesIn = async (download: Download) => {
  const bytes = await readFile(await download.path())
  const names: string[] = []
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 46))
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)))
  return names
}

test('every collection is shown in light, dark and on a phone with the categories as one field', async ({ page }) => {
  await signIn(page, '/collections')
  await expect(list(page).getByRole('row').nth(3)).toBeVisible()
  // Each with the covers of four records; pictures out of view load later, into the same space.
  const mosaic = list(page).getByRole('row').nth(1).locator('img')
  await expect(mosaic).toHaveCount(4)
  const drawn = () => mosaic.evaluateAll((all) => all.every((each) => (each as HTMLImageElement).naturalWidth > 0))
  await expect.poll(drawn).toBe(true)
  await expectAccessible(page)
  await expectNarrow(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ index: 2 })
  await expect(page).toHaveURL(/categoryId=[^&]+&categoryName=/)
})

test('every download screen has the categories in its navigation, by keyboard alone and on a phone', async ({
  page,
}) => {
  await signIn(page, '/myDownloads')
  const button = page.getByRole('button', { name: 'Categories of collections' })
  const category = page.getByRole('navigation', { name: 'Download' }).getByRole('link', { name: /^For the classroom/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(category).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(category).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(category).toBeVisible()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab')
  await expect(category).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/collections\?categoryId=[^&]+&categoryName=For\+the\+classroom$/)
  await expect(page.getByRole('heading', { level: 1, name: 'For the classroom' })).toBeVisible()
  await expect(category).toBeHidden()

  // Moving focus past the list closes it.
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(category).toHaveAttribute('aria-current', 'page')
  for (let step = 0; step < 5; step++) await page.keyboard.press('Tab')
  await expect(category).toBeHidden()

  await page.setViewportSize({ width: 390, height: 844 })
  await button.click()
  await expect(category).toBeInViewport()
  await expectNarrow(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: /^Free digital content/ }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Free digital content' })).toBeVisible()
})

test('a collection is found, viewed and downloaded with covers, by keyboard alone', async ({ page }) => {
  await signIn(page, '/collections')
  await page.getByRole('searchbox', { name: 'Find a collection' }).focus()
  await page.keyboard.type('anzac')
  const row = list(page).getByRole('row').filter({ hasText: 'Anzac Day' })
  await expect(list(page).getByRole('row')).toHaveCount(2)
  await page.getByLabel('What to download').selectOption('DATA_AND_IMAGE')
  await row.getByRole('button', { name: /^Look inside/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Anzac Day' })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await dialog.getByRole('button', { name: /^Request all/ }).press('Enter')

  await expect(page).toHaveURL(/\/downloadRequest\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Anzac Day' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('main')
      .getByRole('link', { name: /^Download/ })
      .first()
      .press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^scis-.*-(records?|covers?)\.zip$/)
  const names = await namesIn(download)
  expect(names.some((name) => name.endsWith('.mrc'))).toBe(true)
  expect(names.some((name) => /\.(jpe?g|png|webp)$/.test(name))).toBe(true)
  expect(names.some((name) => /manifest/i.test(name))).toBe(true)

  await page.goto('/collections')
  await expect(page.getByText(/^Requested/).first()).toBeVisible()
})

test('a collection that does not arrive within eight seconds is scheduled, with a message that says so', async ({
  page,
}) => {
  test.setTimeout(60_000)
  await signIn(page, '/collections')
  await page.route('**/rest/mydownload/request/collection/create', () => undefined)
  await page.getByRole('button', { name: /^Request ?: Picture books/ }).press('Enter')
  await expect(page.getByText('This request will take more time. Please wait 5-10 minutes...').first()).toBeVisible({
    timeout: 12_000,
  })
  await expect(page).toHaveURL(/status=SCHEDULED/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('addresses: an unknown category, only a name, and markup in it', async ({ page }) => {
  await signIn(page, '/collections?categoryId=no-such&categoryName=Nothing')
  await expect(page.getByRole('heading', { name: 'We couldn’t find this category' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'All collections' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
  await page.goto('/collections?categoryName=For+the+classroom')
  await expect(page.getByRole('heading', { level: 1, name: 'For the classroom' })).toBeVisible()
  await page.goto('/collections?categoryName=%3Cimg+src%3Dx%3E')
  await expect(page.getByRole('heading', { level: 1, name: 'Collections' })).toBeVisible()
})
