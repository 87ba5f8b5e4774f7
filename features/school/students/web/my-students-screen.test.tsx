import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { type Student, studentsApi } from '#features/school/students/contract.ts'
import type { RawReply } from '#kit/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { MyStudentsScreen } from './my-students-screen.tsx'

const api = { currentUser: accountApi.currentUser, ...studentsApi }
const customer = { id: 'c', customerNo: '1', name: 'Hillview', subscriptions: [], emailDomain: 'school.example' }
const me = (roles: CurrentUser['user']['roles']): RawReply<typeof accountApi.currentUser> => ({
  user: { id: 'u', username: 'u', email: 'u@school.example', firstName: 'U', lastName: 'V', roles },
  customer,
})
const ada: Student = {
  id: 'a',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@school.example',
  status: 'INVITED',
  invitedDate: '2026-02-03T00:00:00.000Z',
  gender: 'F',
  managed: false,
}

function open(students: Student[], roles: CurrentUser['user']['roles'] = ['staff', 'organisation-admin']) {
  const view = renderScreen(<MyStudentsScreen />, {
    api,
    path: '/myStudents',
    fakes: {
      currentUser: () => me(roles),
      listStudents: ({ pageNumber, pageSize }) => ({
        response: students,
        totalCount: students.length,
        pageNumber,
        pageSize,
      }),
      inviteStudents: ({ students }) => ({
        response: students.map(({ email }) => ({ email, outcome: 'INVITED' as const })),
      }),
      removeStudents: ({ ids }) => ({ response: { count: ids.length } }),
    },
  })
  return { ...view, sent: (name: string) => view.calls.filter((each) => each.name === name).map(({ input }) => input) }
}

afterEach(cleanup)

test('staff who do not manage students see who does', async () => {
  open([], ['staff'])
  expect(await screen.findByText(/Your school’s organisation admins/)).toBeTruthy()
})

test('a pasted class list is checked before anything is sent, then sent', async () => {
  const person = userEvent.setup()
  const { sent } = open([])
  await person.click((await screen.findAllByRole('button', { name: 'Invite students' }))[0]!)
  await person.click(await screen.findByRole('tab', { name: 'List or CSV file' }))
  await person.click(screen.getByLabelText('List of students'))
  await person.paste('Ada,Lovelace,ada@school.example\nBo,Far,bo@else.example')
  expect(await screen.findByText('1 student can be invited, 1 can’t.')).toBeTruthy()
  expect(screen.getByText('Line 2')).toBeTruthy()
  expect(sent('inviteStudents')).toEqual([])
  await person.click(screen.getByRole('button', { name: 'Invite 1 student' }))
  expect(await screen.findByText('We emailed 1 student an invitation.')).toBeTruthy()
  expect(sent('inviteStudents')).toEqual([
    { students: [{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example', gender: 'NA' }] },
  ])
})

test('with two columns of addresses, one is chosen before anything is sent', async () => {
  const person = userEvent.setup()
  const { sent } = open([])
  await person.click((await screen.findAllByRole('button', { name: 'Invite students' }))[0]!)
  await person.click(await screen.findByRole('tab', { name: 'List or CSV file' }))
  await person.click(screen.getByLabelText('List of students'))
  await person.paste('Name,Email,School email\nAda Lovelace,a@school.example,ada@school.example')
  const column = await screen.findByLabelText(/Column with students’ email addresses/)
  await person.click(screen.getByRole('button', { name: 'Invite' }))
  expect(document.activeElement).toBe(column)
  expect(screen.getByText('Please choose a column.')).toBeTruthy()
  expect(sent('inviteStudents')).toEqual([])

  await person.selectOptions(column, 'School email: ada@school.example')
  await person.click(await screen.findByRole('button', { name: 'Invite 1 student' }))
  await screen.findByText('We emailed 1 student an invitation.')
  expect(sent('inviteStudents')).toMatchObject([{ students: [{ firstName: 'Ada', email: 'ada@school.example' }] }])
})

test('a selected student is removed after confirmation', async () => {
  const person = userEvent.setup()
  const { sent } = open([ada])
  await person.click(await screen.findByRole('checkbox', { name: 'Select Ada Lovelace' }))
  await person.click(
    within(screen.getByRole('region', { name: 'Selected students' })).getByRole('button', { name: 'Remove' }),
  )
  const dialog = await screen.findByRole('alertdialog')
  expect(sent('removeStudents')).toEqual([])
  await person.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Ada Lovelace was removed.')).toBeTruthy()
  expect(sent('removeStudents')).toEqual([{ ids: ['a'] }])
})
