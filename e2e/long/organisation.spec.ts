import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

// Contacts and details are shared by the whole school: no other journey uses this one's.
const riverside = 'librarian@riverside.example'
const pin = '246810'

// The tests build on one another; several accessibility checks are slow.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

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

test('contacts are locked until the PIN is right', async ({ page }) => {
  await signIn(page, '/myContacts', riverside)
  await expect(page.getByRole('cell', { name: 'Riverside Librarian', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a contact' })).toHaveCount(0)
  await expectAccessible(page)
  const field = page.getByRole('textbox', { name: 'PIN' })
  await field.fill('000000')
  await field.press('Enter')
  await expect(page.getByText(/Incorrect PIN/)).toBeVisible()
  await expect(field).toBeFocused()
  await expectNarrow(page)
  await unlock(page)
  await expect(page.getByRole('button', { name: 'Add a contact' })).toBeVisible()
})

test('a contact is added, changed and removed by keyboard; the last invoicing contact stays', async ({ page }) => {
  await signIn(page, '/myContacts', riverside)
  await unlock(page)
  await page.getByRole('button', { name: 'Add a contact' }).press('Enter')
  const form = page.getByRole('dialog', { name: 'Add a contact' })
  await expect(form.getByRole('textbox', { name: 'First name' })).toBeFocused()
  await page.keyboard.type('Front')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Office')
  await page.keyboard.press('Tab')
  await page.keyboard.type('office@riverside.example')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('cell', { name: 'Front Office', exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByText('You details have been saved')).toBeVisible()
  await expectNarrow(page)

  await page.getByRole('button', { name: 'Remove Front Office' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByRole('cell', { name: 'Front Office', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove Riverside Librarian' }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(dialog.getByText('There should be atleast one invoicing contact')).toBeVisible()
  await page.keyboard.press('Escape')
})

test('the primary contact changes the address; the change is shown below the school’s type', async ({ page }) => {
  await signIn(page, '/schoolDetails', riverside)
  await unlock(page)
  const street = page.getByRole('textbox', { name: 'Street address', exact: true })
  await expectAccessible(page)
  await expectNarrow(page)
  for (const address of ['3 River Street', '1 River Street']) {
    await street.fill(address)
    await street.press('Enter')
    await expect(page.getByRole('main').getByText('You details have been saved')).toBeFocused()
  }
  await page.getByRole('link', { name: 'Type, PIN and changes' }).click()
  await expect(page.getByRole('radio', { name: 'Independent school' })).toBeChecked()
  await expect(page.getByRole('heading', { name: /Organisation details changed/ }).first()).toBeVisible()
  await expect(page.getByRole('insertion').filter({ hasText: '3 River Street' }).first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
})
