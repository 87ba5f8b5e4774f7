import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { proofApi, signInProblem } from '#features/account/sign-in/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ProveDialog } from './prove-dialog.tsx'

const device = vi.hoisted(() => ({ use: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: device.use, WebAuthnError: class extends Error {} }))

function open(ways: ('passkey' | 'password' | 'issuer')[], giveProof: (given: object) => object = () => ({})) {
  const waiting = { goOn: vi.fn(), giveUp: vi.fn() }
  renderScreen(<ProveDialog waiting={waiting} />, {
    api: { ...accountApi, ...proofApi },
    path: '/',
    fakes: {
      currentUser: () => ({
        user: {
          id: 'u1',
          username: 'l',
          email: 'l@x.example',
          firstName: 'L',
          lastName: 'B',
          roles: ['staff' as const],
        },
        customer: null,
      }),
      waysToProve: () => ({ response: ways }),
      beginProof: () => ({ options: { challenge: 'c' } }),
      giveProof: giveProof as never,
    },
  })
  return waiting
}
afterEach(cleanup)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the right password continues; a wrong one is reported on its field', async () => {
  const waiting = open(['password'], (given) => {
    if ((given as { password: string }).password === 'right') return {}
    const sentence = 'Incorrect password.'
    throw signInProblem('password_wrong', { messages: [sentence], errors: { password: [sentence] } })
  })
  const field = await screen.findByLabelText('Password')
  await press('Continue')
  expect(await screen.findByText('Please enter your password.')).toBeTruthy()
  await userEvent.type(field, 'no')
  await press('Continue')
  expect(await screen.findByText('Incorrect password.')).toBeTruthy()
  expect(waiting.goOn).not.toHaveBeenCalled()
  await userEvent.clear(field)
  await userEvent.type(field, 'right')
  await press('Continue')
  await vi.waitFor(() => expect(waiting.goOn).toHaveBeenCalledOnce(), 20_000)
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('a passkey continues too', async () => {
  device.use.mockResolvedValue({ id: 'p', type: 'public-key' })
  const given: object[] = []
  const waiting = open(['passkey', 'password'], (each) => {
    given.push(each)
    return {}
  })
  await press('Use a passkey')
  await vi.waitFor(() => expect(waiting.goOn).toHaveBeenCalledOnce(), 20_000)
  expect(device.use).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c' } })
  expect(given).toEqual([{ credential: { id: 'p', type: 'public-key' } }])
})

test('with an outside issuer the proof is given there; someone who cancels changes nothing', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const waiting = open(['issuer'])
  await press('Sign in')
  expect(opened.mock.calls[0]![0]).toBe('/rest/user/login?redirect=%2Fsigned-in&prompt=login')
  await press('Cancel')
  expect([waiting.giveUp.mock.calls.length, waiting.goOn.mock.calls.length]).toEqual([1, 0])
})
