import { expect, type Page, signIn, test } from './portal.ts'

const headers = { 'x-requested-with': 'journey' }

/** The file of one record, as the portal makes it now. */
async function downloaded(page: Page, bibId: string): Promise<string> {
  const made = await page.request.post('/rest/mydownload/request/item/data/create', { headers, data: { bibId } })
  const { id } = (await made.json()).response
  const ready = async () => (await page.request.get(`/rest/mydownload/download/status?requestId=${id}`)).text()
  await expect.poll(ready).toBe('READY')
  return (await page.request.get(`/rest/mydownload/download?requestId=${id}`)).text()
}

// Settings are shared by the whole school; no other journey looks at this one's call numbers.
test('the call number is changed by keyboard, previewed and saved, and the next file differs', async ({ page }) => {
  await signIn(page, '/mySettings', 'librarian@riverside.example')
  const preview = page.getByRole('region', { name: 'Preview', exact: true })
  await expect(preview.getByRole('cell', { name: /^082/ })).toBeVisible()
  const bibId = (await preview.getByRole('cell', { name: /^001/ }).first().textContent())!.replace(/^001\s+/, '')
  expect(await downloaded(page, bibId)).toMatch(/^\d{5}.*\x1e04\x1fa/s)

  await page.getByRole('radio', { name: 'Full Dewey number' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Abridged Dewey number' })).toBeChecked()
  await expect(preview.getByRole('insertion')).toContainText(/Added: 082 14/)
  const notice = page.locator('.save-bar > p')
  await expect(notice).toHaveText('One unsaved change')
  await page.keyboard.press('Enter')
  await expect(notice).toHaveText('Your settings have been saved')

  expect(await downloaded(page, bibId)).toMatch(/^\d{5}.*\x1e14\x1fa/s)
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Abridged Dewey number' })).toBeChecked()
})
