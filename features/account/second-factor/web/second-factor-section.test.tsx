import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { secondFactorApi, secondFactorProblem } from '#features/account/second-factor/contract.ts'
import { passkeysApi } from '#features/account/sign-in/contract.ts'
import { renderScreen, watchSaved } from '#kit/web/testing.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'

const none = { available: true, required: false, setUpDate: null, recoveryCodesLeft: 0 }
const some = { ...none, setUpDate: '2026-02-01T00:00:00.000Z', recoveryCodesLeft: 10 }
const codes = Array.from({ length: 10 }, (_, at) => `aaaa-bbbb-cccc-ddd${at}`)
const begun = { secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', address: 'otpauth://totp/x?secret=ABC' }

function open(factor: object, fakes: object = {}, shown = <SecondFactorSection />) {
  let state = factor
  return renderScreen(shown, {
    api: { ...accountApi, ...secondFactorApi, ...passkeysApi },
    path: '/myProfile',
    fakes: {
      passkeys: () => ({ available: true, response: [] }),
      secondFactor: () => ({ response: state as typeof none }),
      beginSecondFactor: () => begun,
      confirmSecondFactor: ({ code }: { code: string }) => {
        if (code !== '123456') throw secondFactorProblem('code_wrong', { errors: { code: ['Not right.'] } })
        state = some
        return { recoveryCodes: codes }
      },
      renewRecoveryCodes: () => ({ recoveryCodes: codes }),
      removeSecondFactor: () => {
        state = none
        return {}
      },
      ...fakes,
    } as never,
  })
}
const user = { id: 'me', username: 'me', email: 'me@desk.example', firstName: 'M', lastName: 'E', roles: [] }
const currentUser = (missingFactor: string) => ({ currentUser: () => ({ user, customer: null, missingFactor }) })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const field = () => screen.findByLabelText(/6-digit code/)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('with an outside issuer the section is hidden', async () => {
  open({ ...none, available: false })
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Authenticator app' })).toBeNull())
})

test('an app is set up by a code, wrong codes are reported on the field, and the recovery codes are shown once', async () => {
  open(none)
  await press('Set up an authenticator app')
  expect(await screen.findByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
  await press('Confirm')
  expect(await screen.findByText('Please enter the code from the app.')).toBeTruthy()
  await userEvent.type(await field(), '000000')
  await press('Confirm')
  expect(await screen.findByText('Not right.')).toBeTruthy()
  expect(document.activeElement).toBe(await field())
  await userEvent.clear(await field())
  await userEvent.type(await field(), '123456')
  await press('Confirm')
  expect(await screen.findByRole('dialog', { name: 'Save your recovery codes' })).toBeTruthy()
  expect(screen.getAllByRole('listitem').filter(({ textContent }) => codes.includes(textContent))).toHaveLength(10)
  await press('I’ve saved them')
  await waitFor(() => expect(screen.queryByText(codes[0]!)).toBeNull())
  expect(await screen.findByText(/10 recovery codes left/)).toBeTruthy()
})

test('recovery codes are copied and saved as a file', async () => {
  const user = userEvent.setup()
  open(some)
  await user.click(await screen.findByRole('button', { name: 'New recovery codes' }))
  await user.click(await screen.findByRole('button', { name: 'Create new codes' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Save your recovery codes' })
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(codes.join('\n'))
  const saved = watchSaved()
  await user.click(within(dialog).getByRole('button', { name: 'Download' }))
  expect(await saved[0]!.file.text()).toContain(codes.join('\n'))
})

test('it is removed after confirmation; a refusal stays in the dialog', async () => {
  let required = true
  open(some, {
    removeSecondFactor: () => {
      if (required) throw secondFactorProblem('second_factor_required')
      return {}
    },
  })
  await press('Remove the authenticator app')
  await press('Remove')
  expect((await screen.findByRole('alert')).textContent).toContain('Your role requires a second factor.')
  required = false
  await press('Remove')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('someone who must have one can continue once it is set up, not before', async () => {
  open({ ...none, required: true }, currentUser('set-up'), <SecondFactorScreen />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeTruthy()
  await press('Set up an authenticator app')
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  await userEvent.type(await field(), '123456')
  await press('Confirm')
  await press('I’ve saved them')
  expect(await screen.findByRole('button', { name: 'Continue' })).toBeTruthy()
})

test('someone with a second factor who did not use it is led to sign in again', async () => {
  open(some, currentUser('sign-in'), <SecondFactorScreen />)
  const link = await screen.findByRole('link', { name: 'Sign in again' })
  expect(link.getAttribute('href')).toBe('/rest/user/login?redirect=%2FmyProfile')
})
