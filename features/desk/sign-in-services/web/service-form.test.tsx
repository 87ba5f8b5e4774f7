import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { deskServicesApi, samlApi } from '#features/account/sign-in-services/contract.ts'
import { deskApi } from '#features/desk/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ServiceForm } from './service-form.tsx'

const api = { ...deskServicesApi, ...samlApi, ...deskApi }
const kinds = ['Another OpenID Connect service', 'Google', 'Microsoft', 'SAML 2.0']
const changes = kinds.flatMap((from) => kinds.filter((to) => to !== from).map((to) => [from, to] as const))

async function openForm() {
  cleanup()
  renderScreen(<ServiceForm service={undefined} onClose={() => undefined} />, { api, fakes: {} })
  return within(await screen.findByRole('dialog', { name: 'Add a sign-in service' }))
}
type Form = Awaited<ReturnType<typeof openForm>>
const choose = (form: Form, kind: string) => userEvent.selectOptions(form.getByLabelText('Type'), kind)
const field = (form: Form, name: string) => form.getByRole<HTMLInputElement>('textbox', { name })
async function enter(form: Form, name: string, text: string) {
  await userEvent.clear(field(form, name))
  await userEvent.click(field(form, name))
  await userEvent.paste(text)
}

/** Everything that a person can read and change in it. */
function contentOf() {
  const dialog = screen.getByRole('dialog')
  const inputs = [...dialog.querySelectorAll<HTMLInputElement>('input, textarea, select')]
  const values = inputs.map((input) => {
    const checked = input.type === 'checkbox' ? input.checked : ''
    return [input.labels?.[0]?.textContent, input.value, checked, input.getAttribute('aria-invalid')].join('|')
  })
  return [...values, dialog.textContent]
}

afterEach(cleanup)

test.each(changes)('chosen after %s, %s leaves the form that it leaves at once', async (from, to) => {
  await choose(await openForm(), to)
  const direct = contentOf()
  const form = await openForm()
  await choose(form, from)
  await choose(form, to)
  expect(contentOf()).toEqual(direct)
})

test.each(changes)('from %s to %s what a person typed stays, and complaints go', async (from, to) => {
  const typed = async (form: Form) => {
    await enter(form, 'Id', 'hillview')
    await enter(form, 'Name', 'Hillview')
  }
  const first = await openForm()
  await choose(first, to)
  await typed(first)
  const direct = contentOf()
  const form = await openForm()
  await choose(form, from)
  await typed(form)
  await userEvent.click(form.getByRole('button', { name: 'Add service' }))
  expect(form.getAllByText(/^Please enter /).length).toBeGreaterThan(0)
  await choose(form, to)
  expect(contentOf()).toEqual(direct)
})

test('an issuer belongs to its kind, and is there again with it', async () => {
  const form = await openForm()
  await choose(form, 'SAML 2.0')
  await enter(form, 'Entity ID', 'urn:hillview')
  await choose(form, 'Microsoft')
  const tenant = 'https://login.microsoftonline.com/0aa5-tenant/v2.0'
  await enter(form, 'Issuer', tenant)
  expect(form.getByLabelText(/^Treat its email addresses/)).toBeTruthy()
  await choose(form, 'SAML 2.0')
  expect(field(form, 'Entity ID').value).toBe('urn:hillview')
  await choose(form, 'Microsoft')
  expect(field(form, 'Issuer').value).toBe(tenant)
})

test('a field that a person empties is filled in by the next kind', async () => {
  const form = await openForm()
  await choose(form, 'Google')
  await userEvent.clear(field(form, 'Name'))
  expect(field(form, 'Name').value).toBe('')
  await choose(form, 'Microsoft')
  expect(field(form, 'Name').value).toBe('Microsoft')
})

test('the portal’s own address is refused as an issuer before anything is sent', async () => {
  const form = await openForm()
  await enter(form, 'Issuer', `${window.location.origin}/`)
  await userEvent.click(form.getByRole('button', { name: 'Add service' }))
  expect(form.getByText('This is the address of this portal. Please enter the service’s address.')).toBeTruthy()
})
