import { expect, fillSignIn, test } from './portal.ts'

test('a stranger reads a record and signs in for the rest', async ({ page }) => {
  const found = await page.request.post('/rest/catalogue/search', {
    data: { bodybuilderquery: { size: 1, query: { query_string: { query: 'dragon' } } } },
    headers: { 'x-requested-with': 'journey' },
  })
  const id = (await found.json()).hits.hits[0]._id
  await page.goto(`/record/${id}`)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByRole('link', { name: 'Sign in for the whole record' }).click()
  await fillSignIn(page)
  await expect(page).toHaveURL(new RegExp(`/discover/details/${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title!)
})
