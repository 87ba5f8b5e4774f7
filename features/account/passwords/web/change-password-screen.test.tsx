import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi, accountProblem } from '#features/account/contract.ts'
import { profileApi, profileProblem } from '#features/account/profile/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { ChangePasswordScreen } from './change-password-screen.tsx'

const good = 'Kettle-Otter-Sings-7'

afterEach(cleanup)

function show({ refuse, dead }: { refuse?: Error; dead?: boolean } = {}) {
  return renderScreen(<ChangePasswordScreen />, {
    api: { ...accountApi, ...profileApi },
    path: '/changePassword',
    address: '/changePassword?guid=abc',
    fakes: {
      currentUser: () => {
        throw accountProblem('sign_in_required')
      },
      checkPasswordLink: () => {
        if (dead) throw profileProblem('password_link_dead')
        return { response: { valid: true as const } }
      },
      changePassword: () => {
        if (refuse) throw refuse
        return { response: { signedIn: false } }
      },
    },
  })
}

async function fill(password: string, again = password) {
  const field = await screen.findByLabelText('New password')
  await userEvent.click(field)
  await userEvent.paste(password)
  await userEvent.click(screen.getByLabelText('Confirm new password'))
  await userEvent.paste(again)
  await userEvent.click(screen.getByRole('button', { name: 'Save new password' }))
}

test('a pasted password is sent with the link’s code, and signing in comes next', async () => {
  const { calls } = show()
  await fill(good)
  const heading = await screen.findByRole('heading', { name: 'Your password has been updated.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(calls.find((call) => call.name === 'changePassword')?.input).toEqual({ guid: 'abc', password: good })
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/rest/user/login?redirect=%2F')
})

test.each([
  ['short-1', 'short-1', 'Password length must be atleast 14 characters'],
  [
    'kettle-otter-sings-7',
    'kettle-otter-sings-7',
    'Password must contain at least one upper case character, one lower case character, one number',
  ],
  [good, 'other', 'Both password fields must match'],
])('%s and %s are not sent: %s', async (password, again, sentence) => {
  const { calls } = show()
  await fill(password, again)
  await screen.findByRole('link', { name: sentence })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')))
  expect(calls.filter((call) => call.name === 'changePassword')).toEqual([])
  expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe(password)
})

test.each([
  [
    profileProblem('password_used'),
    "The password that you've entered has been used before. Please choose another password.",
  ],
  [profileProblem('password_too_short'), 'Password length must be atleast 14 characters'],
  [
    profileProblem('password_too_plain'),
    'Password must contain at least one upper case character, one lower case character, one number',
  ],
  [profileProblem('password_common'), 'This password is easily guessed. Please choose another one.'],
  // As a server without our codes says it.
  [
    new Problem('unexpected', 400, ['Error: Password has been used.']),
    "The password that you've entered has been used before. Please choose another password.",
  ],
  [
    new Problem('unexpected', 500, ['Password length must be atleast 14 characters']),
    'Password length must be atleast 14 characters',
  ],
  [
    new Problem('unexpected', 400, ['No', 'Password does not meet requirements']),
    'Password must contain at least one upper case character, one lower case character, one number',
  ],
  [
    profileProblem('too_many_attempts', { waitSeconds: 60 }),
    'Error: Unable to update password. Please contact your administrator.',
  ],
])('the server’s refusal is shown: %s', async (refuse, sentence) => {
  show({ refuse })
  await fill(good)
  expect((await screen.findAllByText(sentence)).length).toBeGreaterThan(0)
  expect((screen.getByLabelText('New password') as HTMLInputElement).value).toBe(good)
})

test('a link that does not work names a contact and the way to another, even if it expires meanwhile', async () => {
  show({ dead: true })
  expect((await screen.findByRole('link', { name: 'Forgot your password?' })).getAttribute('href')).toBe(
    '/forgotPassword',
  )
  screen.getByText(/customer team/)
  expect(screen.queryByLabelText('New password')).toBeNull()
})

test('a link that is used up during typing leads to the same message', async () => {
  show({ refuse: profileProblem('password_link_dead') })
  await fill(good)
  await screen.findByRole('heading', { name: 'This link doesn’t work' })
})

test('the rules are ticked off while typing, and an easily guessed password is reported', async () => {
  show()
  const field = await screen.findByLabelText('New password')
  await userEvent.type(field, 'Password123456')
  expect(screen.getAllByText(/: done/)).toHaveLength(4)
  await screen.findByText('Too easy to guess')
  const show1 = screen.getByRole('button', { name: 'Show New password' })
  await userEvent.click(show1)
  expect(field.getAttribute('type')).toBe('text')
})
