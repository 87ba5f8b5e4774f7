import { exported } from '../export.ts'
import { expect, expectAccessible, expectNarrow, type Page, signIn, test } from '../portal.ts'

const desk = 'desk@provider.example'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Journeys run in parallel in one world: each has its own organisation. */
async function addOrganisation(page: Page, name: string) {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@desk.example`
  const reply = await page.request.post('/rest/desk/organisations', {
    headers: { 'x-requested-with': 'test' },
    data: { name, firstName: 'Desk', lastName: 'Journey', email },
  })
  const { response } = await reply.json()
  return { id: response.id as string, email }
}

test('each of the desk’s lists is found by its tab, on a phone and in dark mode', async ({ page }) => {
  await signIn(page, '/desk', desk)
  await page.getByRole('link', { name: 'Schools', exact: true }).click()
  const tabs = ['Organisations', 'People', 'Subscriptions', 'Trials and links', 'Audit log', 'Jobs']
  for (const name of tabs) {
    if (name === 'Audit log') await page.getByRole('link', { name: 'Set-up', exact: true }).click()
    await page.getByRole('link', { name, exact: true }).first().click()
    await expect(heading(page, name)).toBeVisible()
    await expect(page.getByRole('search', { name }).getByRole('status')).toHaveText(/^\d/)
    await expectAccessible(page)
    await expectNarrow(page)
  }
})

test('an organisation is added by keyboard, found by its number, and given a subscription', async ({ page }) => {
  const name = `Journey School ${Date.now()}`
  await signIn(page, '/desk/organisations', desk)
  await page.getByRole('button', { name: 'Add organisation' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add an organisation' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Email', { exact: true }).fill('librarian@hillview.example')
  await dialog.getByLabel('Email', { exact: true }).press('Enter')
  await expect(dialog.getByText('There is already an account with this email address.').first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await dialog.getByLabel('Email', { exact: true }).fill(`head-${Date.now()}@desk.example`)
  await dialog.getByLabel('Email', { exact: true }).press('Enter')
  await expect(heading(page, name)).toBeVisible()
  const number = await page.locator('.facts dd').first().innerText()

  await page.getByRole('button', { name: 'Add subscription' }).press('Enter')
  const adding = page.getByRole('dialog', { name: `Add a subscription to ${name}` })
  await adding.getByLabel('Product', { exact: true }).selectOption('SCISDATA')
  await adding.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  const subscriptions = page.getByRole('table', { name: 'Subscriptions' })
  await expect(subscriptions.getByRole('row').nth(1)).toContainText('SCISDATA')
  await expect(subscriptions.getByRole('row').nth(1)).toContainText('Current')
  await expect(adding).toHaveCount(0)
  await expectAccessible(page)
  await expectNarrow(page)

  await page.getByRole('link', { name: 'Organisations', exact: true }).first().click()
  await page.getByLabel('Find an organisation').fill(number)
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`text=${number}`))
})

test('a person is disabled and enabled again', async ({ page }) => {
  const { id, email } = await (async () => {
    await signIn(page, '/desk/organisations', desk)
    return addOrganisation(page, `Gate School ${Date.now()}`)
  })()
  await page.goto(`/desk/organisations/${id}`)
  const person = page.getByRole('table', { name: 'People' }).getByRole('row').nth(1)
  await expect(person).toContainText(email)
  await person.getByRole('button', { name: /Actions for/ }).press('ArrowDown')
  await page.getByRole('menuitem', { name: /Disable account/ }).press('Enter')
  const dialog = page.getByRole('alertdialog')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Disable account' }).press('Enter')
  await expect(person).toContainText('Disabled')
  await person.getByRole('button', { name: /Actions for/ }).click()
  await page.getByRole('menuitem', { name: /Enable account/ }).click()
  await dialog.getByRole('button', { name: 'Enable account' }).click()
  await expect(person).toContainText('No password yet')
})

test('a link is issued and begins once; a withdrawn one opens nothing; both are listed in the audit log', async ({
  page,
}) => {
  await signIn(page, '/desk/organisations', desk)
  const { id } = await addOrganisation(page, `Link School ${Date.now()}`)
  await page.goto(`/desk/organisations/${id}`)
  const issue = async () => {
    await page.getByRole('button', { name: 'Issue link' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: /Issue a one-time link/ })
    await dialog.getByRole('button', { name: 'Issue', exact: true }).press('Enter')
    const address = await dialog.getByLabel('Link', { exact: true }).inputValue()
    await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeVisible()
    return { address, dialog }
  }
  const begun = await issue()
  await expectAccessible(page)
  await expectNarrow(page)
  await begun.dialog.getByRole('button', { name: 'Close' }).last().press('Enter')
  await expect(begun.dialog).toHaveCount(0)
  const withdrawn = await issue()
  await page.keyboard.press('Escape')
  await expect(withdrawn.dialog).toHaveCount(0)
  const links = page.getByRole('table', { name: 'Links' })
  const withdraw = links.getByRole('button', { name: /^Withdraw: Free trial/ })
  await expect(withdraw).toHaveCount(2)
  await withdraw.first().press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).press('Enter')
  await expect(links).toContainText('Withdrawn')

  // As an email scanner visits it, and then a person.
  expect((await page.request.get(begun.address, { headers: { accept: 'text/html' } })).status()).toBe(200)
  await page.goto(withdrawn.address)
  await expect(page.getByText('This link is not valid. Please check that you copied all of it.')).toBeVisible()
  await page.goto(begun.address)
  await page.getByRole('button', { name: 'Start free trial' }).press('Enter')
  await expect(heading(page, 'Your free trial has started')).toBeFocused()
  await page.goto(`/desk/audit?customerId=${id}`)
  for (const change of ['Link issued', 'Link withdrawn', 'Subscription activated by link'])
    await expect(page.getByText(change).first()).toBeVisible()
})

test('the audit log is filtered by days, person and action, and saved as a table', async ({ page }) => {
  await signIn(page, '/desk/organisations', desk)
  await page.goto('/desk/audit?text=customer+desk&kind=sign-ins')
  const signedIn = page.getByRole('listitem').filter({ hasText: 'Signed in: desk@provider.example' })
  await expect(signedIn.first()).toContainText(/Customer Desk · from [\d.:a-f]+/)
  const from = page.getByRole('textbox', { name: 'From' })
  await from.fill('some day')
  await from.press('Enter')
  await expect(from).toHaveAccessibleDescription(/^Enter a date, for example/)
  await expect(signedIn.first()).toBeVisible()
  await expectAccessible(page)
  await expectNarrow(page)
  await from.fill('2000-01-01')
  await from.press('Enter')
  await expect(from).not.toHaveAttribute('aria-invalid')
  const until = page.getByRole('textbox', { name: 'Until' })
  await until.fill('2000-01-02')
  await until.press('Enter')
  await expect(page.getByText('No matching entries')).toBeVisible()
  await until.fill('')
  await until.press('Enter')
  expect((await exported(page)).suggestedFilename()).toMatch(/^audit log .*\.csv$/)
  await page.goto('/desk/audit?kind=sign-ins&page=9999')
  await expect(page.getByRole('heading', { name: 'There is no page 9,999' })).toBeVisible()
  await page.getByRole('link', { name: 'First page' }).press('Enter')
  await expect(signedIn.first()).toBeVisible()
  await expect(page).toHaveURL(/\/desk\/audit\?kind=sign-ins$/)
})

test('a school’s librarian has no desk', async ({ page }) => {
  await signIn(page, '/desk/links')
  await expect(page.getByText('The desk is for the provider’s customer team.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Issue link' })).toHaveCount(0)
})
