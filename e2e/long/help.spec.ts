import { endReminders, expect, fillSignIn, invitationTo, signIn, test } from '../portal.ts'

const password = 'A-long-enough-password-1'

test('by keyboard: a search in the help leads to its heading', async ({ page }) => {
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Search the help' }).focus()
  await page.keyboard.type('check digit')
  await expect(page.getByRole('status').filter({ hasText: /topics? found/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/help/downloads#unmatched')
  const heading = page.getByRole('heading', { name: 'Why an identifier has no record' })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('a question mark opens its help in a new tab', async ({ page }) => {
  await signIn(page, '/myContacts')
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Help: contacts and the PIN' }).click()
  const help = await opening
  await expect(help.getByRole('heading', { name: 'Contacts and the PIN' })).toBeFocused()
  await expect(page).toHaveURL('/myContacts')
})

test('first steps end for the person who hides them, on every device', async ({ page, browser }) => {
  const email = 'new-for-hints@hillview.example'
  await signIn(page, '/myColleagues')
  const invited = await page.request.post('/rest/user/current/staff/invite', {
    headers: { 'x-requested-with': 'journey' },
    data: { firstName: 'Nina', lastName: 'New', email },
  })
  expect(invited.ok(), await invited.text()).toBe(true)
  const link = await invitationTo(page, email)

  const visit = async () => {
    const other = await (await browser.newContext()).newPage()
    await other.goto('/')
    await fillSignIn(other, email, password)
    await expect(other.getByRole('heading', { level: 1, name: 'Quick request' })).toBeVisible()
    await endReminders(other)
    await expect(other.getByRole('region', { name: 'Ready to download' })).toBeAttached()
    return other
  }
  const fresh = await (await browser.newContext()).newPage()
  await fresh.goto(link)
  await fresh.getByLabel('New password', { exact: true }).fill(password)
  await fresh.getByLabel('Confirm new password').fill(password)
  await fresh.keyboard.press('Enter')
  await expect(fresh.getByRole('heading', { name: 'Your account is ready' })).toBeFocused()
  const first = await visit()
  await first.getByRole('button', { name: 'Hide first steps' }).click()
  await expect(first.getByRole('region', { name: 'First steps' })).toBeHidden()
  await expect(first.getByRole('heading', { name: 'Overview' })).toBeFocused()
  await expect((await visit()).getByRole('region', { name: 'First steps' })).toHaveCount(0)
})

test('the footer moves nothing and is not printed', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { sources: { node?: Node }[] })[])
        for (const { node } of entry.sources)
          (window as unknown as { shifts: string[] }).shifts.push((node as HTMLElement | undefined)?.className ?? '')
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const at of ['/discover', '/forgotPassword', '/discover/results/?query=owl']) {
    await page.goto(at)
    const foot = page.getByRole('contentinfo')
    await expect(foot).toBeAttached()
    await expect(foot).toContainText(/Version \d+\.\d+\.\d+/)
    const top = await foot.evaluate((element) => element.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(page.viewportSize()!.height)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)
    expect(shifts.filter((name) => name.includes('page-foot'))).toEqual([])
  }
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('contentinfo', { includeHidden: true })).toBeHidden()
})
