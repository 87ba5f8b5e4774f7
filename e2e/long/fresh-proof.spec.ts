import { expect, test } from '@playwright/test'
import { demoPassword } from '#demo/world/world.ts'
import { expectAccessible, signIn } from '../portal.ts'

test('some time after sign-in the password is asked for, then the call continues with its input', async ({ page }) => {
  await signIn(page, '/desk/users', 'desk@provider.example')
  // As if five minutes had passed.
  let old = true
  await page.route('**/rest/desk/users', (route) =>
    old && route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: 'proof_needed', messages: ['Please confirm it’s you.'] } })
      : route.continue(),
  )
  await page.route('**/rest/user/proof', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const reply = await route.fetch()
    old = !reply.ok()
    await route.fulfill({ response: reply })
  })
  await page.getByRole('button', { name: 'Add person' }).click()
  const form = page.getByRole('dialog', { name: 'Add a person' })
  await form.getByLabel('Email').fill('fresh@provider.example')
  await form.getByLabel('Organisation').fill('Riverside')
  await form.getByRole('button', { name: /Riverside College/ }).click()
  await form.getByRole('button', { name: 'Add and email' }).click()

  const ask = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(ask.getByLabel('Password')).toBeFocused()
  await expectAccessible(page)
  await ask.getByLabel('Password').fill('wrong')
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(ask.getByText('Incorrect password.')).toBeVisible()
  await ask.getByLabel('Password').fill(demoPassword)
  await ask.getByRole('button', { name: 'Continue' }).click()

  await expect(
    page.locator('#root').getByText('fresh@provider.example was added. We emailed them a link'),
  ).toBeVisible()
  await expect(ask).toHaveCount(0)
})
