import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { type Profile, profileApi, profileProblem } from '#features/account/profile/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { MyProfileScreen } from './my-profile-screen.tsx'

const profile: Profile = {
  id: 'me',
  username: 'librarian@school.example',
  email: 'librarian@school.example',
  firstName: 'School',
  lastName: 'Librarian',
  role: 'staff',
  pendingEmail: null,
  passwordChangedDate: null,
}
afterEach(cleanup)

const pendingEmail = { email: 'new@school.example', expiryDate: '2026-03-03T09:00:00.000Z' }

function show(fakes: Partial<Record<keyof typeof profileApi, (input: never) => unknown>> = {}) {
  let stored = profile
  return renderScreen(<MyProfileScreen />, {
    api: { ...accountApi, ...profileApi },
    path: '/myProfile',
    fakes: {
      currentUser: () => ({ user: { ...profile, roles: ['staff'] }, customer: null }),
      profile: () => ({ response: stored }),
      updatePersonal: ({ firstName, lastName, email }: { firstName: string; lastName: string; email: string }) => {
        stored = { ...stored, firstName, lastName, ...(email === stored.email ? {} : { pendingEmail }) }
        return { response: stored }
      },
      withdrawEmail: () => {
        stored = { ...stored, pendingEmail: null }
        return { response: stored }
      },
      requestChangePassword: () => ({ response: { email: stored.email } }),
      ...fakes,
    } as never,
  })
}

test('a changed name is saved with the specification’s message, which takes focus', async () => {
  const { calls } = show()
  const name = await screen.findByLabelText('First name')
  expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true)
  await userEvent.clear(name)
  await userEvent.type(name, 'Town{Enter}')

  const notice = await screen.findByText('You details have been saved')
  await waitFor(() => expect(document.activeElement).toBe(notice))
  expect(calls.find((call) => call.name === 'updatePersonal')?.input).toEqual({
    firstName: 'Town',
    lastName: 'Librarian',
    email: 'librarian@school.example',
  })
  expect((name as HTMLInputElement).value).toBe('Town')
})

test('a refusal is shown on its field and in a summary that takes focus; the input is kept', async () => {
  show({
    updatePersonal: () => {
      throw profileProblem('personal_invalid', { errors: { email: ['Please enter a single email address.'] } })
    },
  })
  const email = await screen.findByLabelText('Email')
  await userEvent.clear(email)
  await userEvent.type(email, 'nobody')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  await waitFor(() =>
    expect(document.activeElement).toBe(
      within(screen.getByRole('region', { name: 'Your details' })).getByRole('alert'),
    ),
  )
  expect((email as HTMLInputElement).value).toBe('nobody')
  expect(document.getElementById(`${email.id}-error`)?.textContent).toMatch(/Please enter a single email address\./)
  await userEvent.click(screen.getByRole('link', { name: 'Please enter a single email address.' }))
  expect(document.activeElement).toBe(email)
})

test('a new address awaits confirmation, and can be withdrawn', async () => {
  show()
  const email = await screen.findByLabelText('Email')
  await userEvent.clear(email)
  await userEvent.type(email, 'new@school.example')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect((await screen.findByText(/open the email we sent there/)).textContent).toContain('new@school.example')
  expect((email as HTMLInputElement).value).toBe('librarian@school.example')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel the change' }))
  await waitFor(() => expect(screen.queryByText(/open the email we sent there/)).toBeNull())
})

test('the password is changed through the server’s own address, or by an emailed link', async () => {
  show()
  const link = await screen.findByRole('link', { name: 'Change password' })
  expect(link.getAttribute('href')).toBe('/rest/user/changePasswordRedirect/me')
  await userEvent.click(screen.getByRole('button', { name: 'Email me a link instead' }))
  await screen.findByText(/We’ve emailed a link to librarian@school\.example/)
})
