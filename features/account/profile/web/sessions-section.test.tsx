import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionsApi, signInProblem } from '#features/account/sign-in/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { signingOut } from '#kit/web/until-sign-out.ts'
import { SessionsSection } from './sessions-section.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const session = (id: string, device: string, more: object = {}) => ({
  id,
  device,
  kind: 'computer' as const,
  method: 'password' as const,
  createdDate: minutesAgo(90),
  lastSeenDate: minutesAgo(20),
  current: false,
  ...more,
})
const three = [
  session('a', 'Firefox on Windows', { current: true, lastSeenDate: minutesAgo(0) }),
  session('b', 'Safari on iPhone', { kind: 'phone', method: 'passkey' }),
  session('c', 'Chrome on a Mac'),
]
const open = (fakes: object = {}) =>
  renderScreen(<SessionsSection />, {
    api: sessionsApi,
    path: '/myProfile',
    fakes: { ownSessions: () => ({ response: three }), ...fakes },
  })

afterEach(cleanup)

test('each device is listed with sign-in method and date; the current one cannot be ended by mistake', async () => {
  open()
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(3)
  expect(within(rows[0]!).getByText('This device')).toBeTruthy()
  expect(within(rows[0]!).queryByRole('button')).toBeNull()
  expect(rows[1]!.textContent).toMatch(/Safari on iPhone.*with a passkey · last used 20 minutes ago/)
  expect(within(rows[2]!).getByRole('button', { name: 'Sign out on Chrome on a Mac' })).toBeTruthy()
})

test('a device that was signed out disappears from the list, and focus is kept', async () => {
  let listed = three
  open({
    ownSessions: () => ({ response: listed }),
    endSession: ({ id }: { id: string }) => {
      listed = listed.filter((each) => each.id !== id)
      return {}
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out on Safari on iPhone' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Where you are signed in' }))
  expect(screen.queryByText('Safari on iPhone')).toBeNull()
})

test('all other devices are signed out with one button, shown if there are several', async () => {
  let listed = three
  open({
    ownSessions: () => ({ response: listed }),
    endOtherSessions: () => {
      listed = three.slice(0, 1)
      return { ended: 2 }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out all other devices' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Sign out all other devices' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign out everywhere' })).toBeTruthy()
})

test('a session that has ended meanwhile is reported, and the list is refetched', async () => {
  let listed = three
  open({
    ownSessions: () => ({ response: listed }),
    endSession: () => {
      listed = three.slice(0, 2)
      throw signInProblem('session_not_found')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out on Chrome on a Mac' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This session has already ended.')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
})

test('before signing out everywhere, a part of the page may ask, and the answer may be no', async () => {
  const { calls } = open({ signOutEverywhere: () => ({ endSessionUrl: '#signed-out' }) })
  const mayLeave = vi.spyOn(signingOut, 'mayLeave').mockResolvedValueOnce(false)
  onTestFinished(() => mayLeave.mockRestore())
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(mayLeave).toHaveBeenCalledOnce()
  expect(calls.some(({ name }) => name === 'signOutEverywhere')).toBe(false)
})
