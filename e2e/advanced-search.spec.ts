import { expect, type Page, signIn, test } from './portal.ts'

const path = '/discover/advancedSearch'
const form = (page: Page) => page.locator('.advanced-search')
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true })
const searchButton = (page: Page) => form(page).getByRole('button', { name: 'Search', exact: true })
const summary = (page: Page) => page.locator('.found p')
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const editLink = (page: Page) => page.locator('.edit-search[href^="/discover/advancedSearch"]')

async function foundBy(page: Page) {
  await expect(page.locator('.results-list')).toHaveAttribute('aria-busy', 'false')
  await expect(summary(page)).toHaveText(/record/)
  return Number((await summary(page).textContent())!.replace(/.* of /, '').replace(/\D/g, '') || 0)
}

test('three rows, years and a language: found, described, and editable again', async ({ page }) => {
  await signIn(page, path)
  await field(page, 'Keywords').fill('dragons')
  await field(page, 'In').selectOption('Title')
  await field(page, 'Joined by 2').selectOption('or')
  await field(page, 'Keywords 2').fill('magic')
  await field(page, 'Joined by 3').selectOption('not')
  await field(page, 'Keywords 3').fill('a novel')
  await field(page, 'As 3').selectOption('Phrase')
  await field(page, 'Published from').fill('2004')
  await field(page, 'Language').selectOption('English')
  await searchButton(page).click()

  const thisYear = new Date().getUTCFullYear()
  const words = `(title: dragons OR magic) NOT “a novel”; 2004–${thisYear}; language English`
  await expect(title(page)).toHaveText(`Results for ${words}`)
  const found = await foundBy(page)
  expect(found).toBeGreaterThan(10)

  await page.reload()
  await expect(title(page)).toHaveText(`Results for ${words}`)
  expect(await foundBy(page)).toBe(found)

  await editLink(page).click()
  await expect(title(page)).toHaveText('Advanced search')
  const filled = async () => {
    await expect(field(page, 'Keywords')).toHaveValue('dragons')
    await expect(field(page, 'In')).toHaveValue('title')
    await expect(field(page, 'Joined by 2')).toHaveValue('or')
    await expect(field(page, 'Keywords 2')).toHaveValue('magic')
    await expect(field(page, 'Keywords 3')).toHaveValue('a novel')
    await expect(field(page, 'As 3')).toHaveValue('phrase')
    await expect(field(page, 'to')).toHaveValue(String(thisYear))
    await expect(field(page, 'Language')).toHaveValue('English')
  }
  await filled()
  await page.reload()
  await filled()
  await page.goBack()
  await expect(title(page)).toHaveText(`Results for ${words}`)
  await page.goForward()
  await filled()

  await field(page, 'Keywords').fill('dragon')
  await field(page, 'Joined by 2').selectOption('and')
  await field(page, 'Keywords').press('Enter')
  await expect(title(page)).toHaveText(/^Results for \(title: dragon AND magic\) NOT/)
  expect(await foundBy(page)).toBeLessThan(found)
})
