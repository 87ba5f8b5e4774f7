import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { passkeysApi } from '#features/account/sign-in/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

const device = vi.hoisted(() => ({ make: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => ({ startRegistration: device.make, WebAuthnError: class extends Error {} }))

const passkey = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  synced: false,
  createdDate: '2026-02-01T00:00:00.000Z',
  lastUsedDate: null,
  ...more,
})
const open = (fakes: object = {}, list: object[] = [], more: object = {}) =>
  renderScreen(<PasskeysSection />, {
    api: passkeysApi,
    path: '/myProfile',
    fakes: { passkeys: () => ({ available: true, response: list as never, ...more }), ...fakes },
  })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', {})
  device.make.mockReset()
  device.make.mockResolvedValue({ id: 'made', type: 'public-key' })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('where sign-in takes no passkeys the section is hidden', async () => {
  open({}, [], { available: false })
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull())
})

test('a passkey is added with a chosen name', async () => {
  let given: object = {}
  open({
    beginPasskey: () => ({ options: { challenge: 'c' } }),
    addPasskey: (input: { name?: string }) => {
      given = input
      return { response: passkey('p', input.name ?? '') }
    },
  })
  expect(await screen.findByText('You have no passkeys yet.')).toBeTruthy()
  await press('Add a passkey')
  await userEvent.type(await screen.findByLabelText('Name (optional)'), '  Library desk ')
  await press('Continue')

  expect(await screen.findByText('Library desk')).toBeTruthy()
  expect(device.make).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c' } })
  expect(given).toEqual({ name: 'Library desk', credential: { id: 'made', type: 'public-key' } })
})

test('someone who cancels the browser’s prompt sees a message and can try again', async () => {
  device.make.mockRejectedValue(Object.assign(new Error('no'), { name: 'NotAllowedError' }))
  open({ beginPasskey: () => ({ options: {} }) })
  await press('Add a passkey')
  await press('Continue')
  expect((await screen.findByRole('alert')).textContent).toContain('No passkey was created.')
  expect(screen.getByRole('button', { name: 'Continue' }).getAttribute('aria-disabled')).toBeNull()
})

test('a passkey is renamed, and removed after confirmation', async () => {
  let list = [passkey('p', 'Old', { synced: true }), passkey('q', 'Other')]
  open({
    passkeys: () => ({ available: true, response: list }),
    renamePasskey: ({ id, name }: { id: string; name: string }) => {
      list = list.map((each) => (each.id === id ? { ...each, name } : each))
      return { response: list[0]! }
    },
    removePasskey: ({ id }: { id: string }) => {
      list = list.filter((each) => each.id !== id)
      return { rpId: 'localhost', credentialId: 'x' }
    },
  })
  await press('Rename Old')
  const field = await screen.findByLabelText('Name')
  await userEvent.clear(field)
  await press('Rename')
  expect(await screen.findByText('Please enter a name.')).toBeTruthy()
  await userEvent.type(field, 'New')
  await press('Rename')
  expect(await screen.findByText('New')).toBeTruthy()

  await press('Remove New')
  await press('Remove')
  await waitFor(() => expect(screen.queryByText('New')).toBeNull())
  expect(screen.getByText('Other')).toBeTruthy()
})
