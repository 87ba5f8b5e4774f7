import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { type RosterPreview, type RosterRun, rosterApi } from '#features/school/roster/contract.ts'
import type { RawReply } from '#kit/contract.ts'
import { settings } from '#kit/web/settings.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { RosterScreen } from './roster-screen.tsx'

const customer = { id: 'c', customerNo: '1', name: 'Hillview', subscriptions: [], emailDomain: '' }
const roles: CurrentUser['user']['roles'] = ['staff', 'organisation-admin']
const me: RawReply<typeof accountApi.currentUser> = {
  user: { id: 'u', username: 'u', email: 'u@school.example', firstName: 'U', lastName: 'V', roles },
  customer,
}
const counts = { NEW: 0, CHANGED: 0, LEAVER: 0, SKIPPED: 0, UNCHANGED: 0 }
const waiting = (more: Partial<RosterPreview>): RosterPreview => ({
  ...{ id: 'p', fileName: 'roster.zip', version: '1.1', mode: 'BULK', orgs: [], org: '', counts, present: 20 },
  ...{ createdDate: '2026-11-26T00:00:00.000Z', expiresDate: '2026-11-27T00:00:00.000Z' },
  ...{ staff: 0, elsewhere: 0, needsConfirmation: false, messages: [] },
  ...more,
})
const run = (status: RosterRun['status']): RosterRun => ({
  ...{ id: 'r', fileName: 'large.zip', status, counts: { ...counts, NEW: 20_000 }, messages: [], by: 'U V' },
  date: '2026-11-26T00:00:00.000Z',
})

function open(preview: RosterPreview | null, runs: RosterRun[] = []) {
  const state = { preview, runs }
  const view = renderScreen(<RosterScreen />, {
    api: { currentUser: accountApi.currentUser, ...rosterApi },
    path: '/myStudents/roster',
    fakes: {
      currentUser: () => me,
      roster: () => ({ response: { ...state, notInvited: 0, nightly: false, invites: false } }),
      rosterEntries: () => ({ response: [], totalCount: 0 }),
    },
  })
  return { ...view, state, names: () => view.calls.map(({ name }) => name) }
}
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a file that changes nothing can only be closed', async () => {
  open(waiting({ counts: { ...counts, UNCHANGED: 20 } }))
  expect(await screen.findByText(/This file changes nothing/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Close preview' })).toBeTruthy()
})

test('more than a fifth leave only once someone has confirmed it', async () => {
  const { names } = open(waiting({ counts: { ...counts, LEAVER: 6 }, needsConfirmation: true }))
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Apply' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please confirm this')
  expect(names()).not.toContain('applyRoster')
})

test('a preview that no longer fitted says why it was not applied', async () => {
  open(waiting({ messages: ['Your students have changed.'] }))
  expect((await screen.findByRole('alert')).textContent).toContain('Your students have changed.')
})

test('a roster that is being applied takes no other file, and its result is announced', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true })
  const { state } = open(null, [run('APPLYING')])
  expect(await screen.findByRole('progressbar', { name: 'Applying large.zip' })).toBeTruthy()
  expect(screen.queryByLabelText('OneRoster file')).toBeNull()
  state.runs = [run('APPLIED')]
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(await screen.findByText('Applied: 20,000 new, 0 changed, 0 leavers.')).toBeTruthy()
  expect(screen.getByLabelText('OneRoster file')).toBeTruthy()
})

test('earlier files are exported with their results and reasons', async () => {
  open(null, [
    { ...run('APPLIED'), by: '' },
    { ...run('FAILED'), id: 's', messages: ['users.csv is missing.'] },
  ])
  expect(await exportedLines('earlier files')).toEqual([
    'File,Status,Reason,When,By,New,Changed,Leavers,Left out',
    `large.zip,Applied,,2026-11-26T00:00:00.000Z,${settings.providerName},20000,0,0,0`,
    'large.zip,Failed,users.csv is missing.,2026-11-26T00:00:00.000Z,U V,20000,0,0,0',
  ])
})
