import { expect, signIn, test } from './portal.ts'

test('a request is downloaded, renamed and repeated from the list', async ({ page }) => {
  await signIn(page, '/discover')
  const stamp = Date.now()
  const made = await page.request.post('/rest/mydownload/request/create', {
    data: { identities: ['9780451526564'], requestName: `Atlases ${stamp}` },
    headers: { 'x-requested-with': 'journey' },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await page.goto(`/myDownloads?query=${stamp}`)
  const row = page.getByRole('row').filter({ hasText: String(stamp) })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: /^Download/ }).press('Enter'),
  ])
  expect(download.suggestedFilename()).toMatch(/^scis-\d{4}-\d\d-\d\d-\d+-records?\.mrc$/)
  await expect(row.getByRole('link', { name: /^Download again/ })).toBeVisible()

  await row.getByRole('button', { name: /^More actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter')
  const name = page.getByRole('textbox', { name: 'Request name' })
  await expect(name).toBeFocused()
  await name.fill(`Big atlases ${stamp}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: `Big atlases ${stamp}`, exact: true })).toBeVisible()

  await row.getByRole('button', { name: /^More actions/ }).press('Enter')
  await page.getByRole('menuitem', { name: 'Request again' }).press('Enter')
  await expect(page).toHaveURL(/\/downloadRequest\//)
  await expect(page.getByRole('heading', { level: 1, name: `Big atlases ${stamp}` })).toBeVisible()
})
