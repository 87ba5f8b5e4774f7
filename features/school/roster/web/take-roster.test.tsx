import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { rosterApi, rosterProblem } from '#features/school/roster/contract.ts'
import { maxFiles } from '#features/school/roster/rules.ts'
import type { RawReply } from '#kit/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { RosterScreen } from './roster-screen.tsx'

const api = { currentUser: accountApi.currentUser, ...rosterApi }
const me = (roles: CurrentUser['user']['roles']): RawReply<typeof accountApi.currentUser> => ({
  user: { id: 'u', username: 'u', email: 'u@school.example', firstName: 'U', lastName: 'V', roles },
  customer: { id: 'c', customerNo: '1', name: 'Hillview', subscriptions: [], emailDomain: '' },
})
const reason = 'users.csv, line 1: the column sourcedId is missing.'

function open(roles: CurrentUser['user']['roles'] = ['staff', 'organisation-admin']) {
  const view = renderScreen(<RosterScreen />, {
    api,
    path: '/myStudents/roster',
    fakes: {
      currentUser: () => me(roles),
      roster: () => ({ response: { preview: null, runs: [], notInvited: 0, nightly: false, invites: false } }),
      previewRoster: () => Promise.reject(rosterProblem('roster_unreadable', { messages: [reason] })),
    },
  })
  return { sent: (name: string) => view.calls.filter((each) => each.name === name).map(({ input }) => input) }
}
const file = (name: string, text = 'a,b') => new File([text], name, { type: 'text/csv' })

afterEach(cleanup)

test('staff who do not manage students see who does', async () => {
  const { sent } = open(['staff'])
  expect(await screen.findByText(/Your school’s organisation admins/)).toBeTruthy()
  expect(sent('roster')).toEqual([])
})

test('a file that cannot be read is named, with the reason, and another can be chosen', async () => {
  const { sent } = open()
  await userEvent.upload(await screen.findByLabelText('OneRoster file'), file('users.csv'))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('We couldn’t read users.csv')
  expect(alert.textContent).toContain(reason)
  expect(sent('previewRoster')).toEqual([{ files: [{ filename: 'users.csv', base64: 'YSxi' }] }])
  expect(screen.getByRole('button', { name: 'choose one' })).toBeTruthy()
})

test('too many files are refused before they are sent', async () => {
  const { sent } = open()
  const many = Array.from({ length: maxFiles + 1 }, (_, n) => file(`${n}.csv`))
  await userEvent.upload(await screen.findByLabelText('OneRoster file'), many)
  expect((await screen.findByRole('alert')).textContent).toContain(`You can choose at most ${maxFiles} files at once.`)
  expect(sent('previewRoster')).toEqual([])
})
