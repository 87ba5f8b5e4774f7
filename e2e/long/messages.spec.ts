import { expect, expectAccessible, expectNarrow, fillSignIn, type Page, signIn, test } from '../portal.ts'

const desk = 'desk@provider.example'
const sameOrigin = { 'x-requested-with': 'test' }

test('reminders are shown once in a session, and again from the account menu', async ({ page, context }) => {
  await page.goto(`/rest/user/login?redirect=${encodeURIComponent('/discover')}`)
  await fillSignIn(page)
  // The sign-in page has a heading too.
  await expect(page).toHaveURL('/discover')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.clearCookies({ name: 'reminders' })
  await page.reload()

  const dialog = page.getByRole('dialog', { name: 'Reminders' })
  await expect(dialog).toContainText('An invoice is overdue')
  await expect(dialog).toContainText('SCINV10001')
  await expect(dialog).toContainText('A subscription is due for renewal')
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused()
  await expectAccessible(page)
  await expectNarrow(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const quiet = page.waitForResponse('**/rest/sitemessages/banner/isActive')
  await page.reload()
  await quiet
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Hillview Primary School' }).press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Messages' }).click()
  await expect(dialog).toContainText('SCINV10001')
})

const remove = async (page: Page, title: string) => {
  const { response } = await (await page.request.get('/rest/desk/messages')).json()
  for (const { id, messageDesc } of response)
    if (messageDesc === title) await page.request.post(`/rest/desk/messages/${id}/remove`, { headers: sameOrigin })
}

// For one school alone, and planned: other journeys must not see it.
test('the desk writes a message by keyboard, ends it and removes it', async ({ page }) => {
  const title = `Labels ${Date.now()}`
  await signIn(page, '/desk/messages', desk)
  await expect(page.getByRole('heading', { name: /^Current/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Write a message' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write a message' })
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Text').fill('See https://shop.example/labels.')
  await dialog.getByLabel('Only for these organisations').fill('10002, 9')
  await dialog.getByLabel('Starts on').fill('2098-01-01')
  await dialog.getByLabel('Starts at').fill('9:30')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText(title)
  await expectAccessible(page)
  await expectNarrow(page)
  await dialog.getByLabel('Starts at').press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('No organisation has the number 9')
  await expect(dialog.getByRole('alert')).toBeFocused()
  await dialog.getByLabel('Only for these organisations').fill('10002')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  const planned = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Planned/ }) })
  await expect(planned).toContainText(title)
  await expect(planned).toContainText('only at Riverside College')

  await page.getByRole('button', { name: `End ${title}` }).click()
  await page.getByRole('button', { name: `Remove ${title}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(title)).toHaveCount(0)
  await expectNarrow(page)
  await remove(page, title)
})

test('a banner is shown above the page, and is dismissed for the visit', async ({ page }) => {
  // Not stored: it would be above the screens of all other journeys.
  await page.route('**/rest/sitemessages/banner/isActive', (route) =>
    route.fulfill({ json: { responseCode: 200, response: { active: true, content: 'Closed on <b>Sunday</b>' } } }),
  )
  await page.goto('/discover')
  const notice = page.getByRole('complementary', { name: 'Notice' })
  await expect(notice).toContainText('Closed on <b>Sunday</b>')
  await expectAccessible(page)
  await expectNarrow(page)
  await notice.getByRole('button', { name: 'Hide this notice' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toHaveCount(0)
})
