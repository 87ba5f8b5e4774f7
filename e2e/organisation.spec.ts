import { expect, type Page, signIn, test } from './portal.ts'

const riverside = 'librarian@riverside.example'
const pin = '246810'

/** Already unlocked if this session has given the PIN before. */
async function unlock(page: Page) {
  const open = page.getByText(/^Unlocked until/)
  const field = page.getByRole('textbox', { name: 'PIN' })
  await expect(open.or(field)).toBeVisible()
  if (await open.isVisible()) return
  await field.fill(pin)
  await field.press('Enter')
  await expect(open).toBeVisible()
}

test('a contact is added and removed by keyboard, after the PIN', async ({ page }) => {
  await signIn(page, '/myContacts', riverside)
  await unlock(page)
  await page.getByRole('button', { name: 'Add a contact' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Add a contact' })
  await expect(form.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await page.keyboard.type('Reading')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Room')
  await page.keyboard.press('Tab')
  await page.keyboard.type('room@riverside.example')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('cell', { name: 'Reading Room', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('You details have been saved')).toBeVisible()

  await page.getByRole('button', { name: 'Remove Reading Room' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Reading Room', exact: true })).toHaveCount(0)
})
