import { endReminders, expect, fillSignIn, librarian, mailTo, newColleague, test } from './portal.ts'

const password = 'Nine-purple-owls-7'

test('a person changes their name and address; the new address waits for its confirmation', async ({ page }) => {
  const person = await newColleague(page, librarian, password)
  await page.goto('/rest/user/login?redirect=/myProfile')
  await fillSignIn(page, person, password)
  const details = page.getByRole('region', { name: 'Your details', exact: true })
  await expect(details).toBeVisible()
  await endReminders(page)
  await details.getByLabel('First name').fill('Newer')
  await details.getByLabel('Email').fill(`moved-${person}`)
  await page.keyboard.press('Enter')
  await expect(details.getByText('You details have been saved')).toBeFocused()
  await expect(details.getByText(/open the email we sent there/)).toContainText(`moved-${person}`)
  await page.reload()
  await expect(details.getByLabel('First name')).toHaveValue('Newer')
})

test('a forgotten password is replaced by the emailed link', async ({ page }) => {
  const person = await newColleague(page, librarian, password)
  await page.goto('/rest/user/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Username').fill(person)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeFocused()
  let link: string | undefined
  // The invitation was emailed to the same address.
  await expect(async () => {
    link = (await mailTo(page, person)).match(/\/changePassword\?[^"\s<]+/)?.[0]
    expect(link).toBeTruthy()
  }).toPass()
  await page.goto(link!)
  await page.getByLabel('New password', { exact: true }).fill('Ten-orange-newts-8')
  await page.getByLabel('Confirm new password').fill('Ten-orange-newts-8')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/password/i)
  await page.goto('/rest/user/login?redirect=/myProfile')
  await fillSignIn(page, person, 'Ten-orange-newts-8')
  await expect(page).toHaveURL(/\/myProfile$/)
})
