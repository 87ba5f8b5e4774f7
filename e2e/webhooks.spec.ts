import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, signIn, test } from './portal.ts'

test('a webhook is made, tested, looked through, sent again and removed', async ({ page }) => {
  const ids: string[] = []
  let status = 500
  const receiver = createServer((request, reply) => {
    ids.push(String(request.headers['webhook-id']))
    request.resume()
    reply.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/books`
  try {
    await signIn(page, '/mySettings', 'librarian@riverside.example')
    const section = page.getByRole('region', { name: 'Webhooks', exact: true })
    const dialog = page.getByRole('dialog')
    await section.getByRole('button', { name: 'Create webhook' }).press('Enter')
    await dialog.getByLabel('Address').fill(url)
    await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter')
    await expect(dialog.locator('code')).toHaveText(/^whsec_/)
    await page.keyboard.press('Escape')
    await expect(section).toContainText(url)

    const choose = async (action: string) => {
      await section.getByRole('button', { name: `Actions for ${url}` }).press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    await choose('Send a test message')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Send test message' }).press('Enter')
    await expect.poll(() => ids.length, { timeout: 20_000 }).toBeGreaterThan(0)
    await choose('Deliveries')
    const list = page.getByRole('dialog', { name: 'Deliveries' })
    await expect(list).toContainText('The receiver answered 500.', { timeout: 20_000 })
    await list.getByText('Message sent').press('Enter')
    await expect(list).toContainText('"type":"ping"')

    status = 204
    await list.getByRole('button', { name: /^Resend: Test message, / }).press('Enter')
    await expect(list.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 20_000 })
    expect(new Set(ids).size).toBe(1)
    await page.keyboard.press('Escape')
    await expect(section).toContainText('On')

    await choose('Remove')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove webhook' }).press('Enter')
    await expect(section).not.toContainText(url)
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})
