import { expect, signIn, test } from './portal.ts'

test('an access key lets a program make calls until it is withdrawn', async ({ page, playwright, baseURL }) => {
  await signIn(page, '/mySettings', 'librarian@riverside.example')
  const section = page.getByRole('region', { name: 'Access keys' })
  await section.getByRole('button', { name: 'Create access key' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Returns')
  await page
    .getByRole('dialog')
    .getByLabel(/^Request files/)
    .uncheck()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('We won’t show it again')
  const key = await page.getByRole('dialog').locator('code').innerText()
  await page.keyboard.press('Escape')
  await expect(section).toContainText(`Returns …${key.slice(-4)}`)
  await expect(section).toContainText('Search, Download')

  const authorization = `Bearer ${key}`
  const program = await playwright.request.newContext({ baseURL: baseURL!, extraHTTPHeaders: { authorization } })
  expect((await (await program.get('/rest/customer/current')).json()).customer.customerNo).toBe('10002')
  const request = { data: { identities: ['9780152632243'] } }
  expect((await program.post('/rest/mydownload/request/create', request)).status()).toBe(403)
  await section.getByRole('button', { name: 'Actions for Returns' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Withdraw' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw key' }).press('Enter')
  await expect(section).not.toContainText('Returns')
  expect((await program.get('/rest/customer/current')).status()).toBe(401)
  await program.dispose()
})
