import { expect, expectAccessible, expectToFit, fillSignIn, type Page, test } from '../portal.ts'

/** A sample record. */
async function someId(page: Page): Promise<string> {
  const reply = await page.request.post('/rest/catalogue/search', {
    data: { bodybuilderquery: { size: 1, query: { query_string: { query: 'dragon' } } } },
    headers: { 'x-requested-with': 'test' },
  })
  return (await reply.json()).hits.hits[0]._id
}

for (const width of [1280, 390])
  test(`a stranger reads a record and signs in for the rest, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    const id = await someId(page)
    await page.goto(`/record/${id}`)
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    await expect(page.getByText('Type', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectToFit(page, width)

    await page.getByRole('link', { name: 'Sign in for the whole record' }).click()
    await fillSignIn(page)
    await expect(page).toHaveURL(new RegExp(`/discover/details/${id}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!)

    await page.goto(`/record/${id}`)
    await expect(page).toHaveURL(new RegExp(`/discover/details/${id}$`))
  })

test('a subject and the search box lead to results', async ({ page }) => {
  const id = await someId(page)
  await page.goto(`/record/${id}`)
  const subject = page.locator('dd a').first()
  const name = await subject.textContent()
  await subject.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Results for ${name}`)
  await expect(page.locator('.hit').first()).toBeVisible()
  await page.goBack()
  await page.getByLabel('Search the catalogue').fill('wombat')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/discover\/results\/\?query=wombat$/)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a record is complete, dark where the system is', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const id = await someId(page)
    await page.goto(`/record/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Subjects')).toBeVisible()
    await expect(page.locator('img.picture')).toHaveJSProperty('complete', true)
    await expect(page.getByRole('link', { name: 'Sign in for the whole record' })).toBeVisible()
  })

  test('a number that no record has says so', async ({ page }) => {
    const reply = await page.goto('/record/no-such-record')
    expect(reply!.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this record')
  })
})
