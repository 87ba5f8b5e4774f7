import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type AccessKey, accessKeysApi } from '#features/school/access-keys/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { csvOf } from '#ui/table/save-table.ts'
import { AccessKeysSection } from './access-keys-parts.tsx'
import { usesFile } from './keys-table.tsx'

const key = (more: Partial<AccessKey> = {}): AccessKey => ({
  ...{ id: 'k', name: 'Library system', hint: 'wxyz', scopes: ['search', 'download'], madeBy: 'Hillview Librarian' },
  ...{
    makerActive: true,
    endedScopes: [],
    createdDate: '2026-03-02T10:00:00.000Z',
    expiresDate: null,
    usedDate: null,
    uses: [],
    ...more,
  },
})
const newAccessKey = 'abcdefghijklmnopqrstuvwxyz'
type Fakes = Parameters<typeof renderScreen<typeof accessKeysApi>>[1]['fakes']

const open = (first: AccessKey[], fakes: Fakes = {}) => {
  let keys = first
  return renderScreen(<AccessKeysSection />, {
    api: accessKeysApi,
    fakes: {
      accessKeys: () => ({ apiUser: { id: 'hillview-api' }, response: keys }),
      makeAccessKey: (given) => {
        const made = key({ ...given, id: 'new' } as Partial<AccessKey>)
        keys = [made, ...keys]
        return { response: made, newAccessKey }
      },
      renewAccessKey: () => ({ response: keys[0]!, newAccessKey }),
      withdrawAccessKey: () => {
        keys = []
        return {}
      },
      ...fakes,
    },
  })
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const choose = async (action: string) => {
  await press('Actions for Library system')
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

afterEach(cleanup)

test('a key is made with a name and scopes, shown once, and then listed', async () => {
  const { calls } = open([])
  await press('Create access key')
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText('Name'), 'Koha')
  await userEvent.click(form.getByLabelText(/^Request files/))
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText(newAccessKey)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy access key' })).toBeTruthy()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!)
  await waitFor(() => expect(screen.queryByText(newAccessKey)).toBeNull())
  expect(await screen.findByText('Koha')).toBeTruthy()
  const sent = calls.find(({ name }) => name === 'makeAccessKey')?.input
  expect(sent).toEqual({ name: 'Koha', scopes: ['search', 'download'], expiresDate: null })
})

test('a key for people comes with the address that the identity system needs', async () => {
  const { calls } = open([])
  await press('Create access key')
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText('Name'), 'Entra ID')
  expect(form.queryByText(/scim\/v2/)).toBeNull()
  await userEvent.click(form.getByLabelText(/^People/))
  expect(form.getByText(`${location.origin}/scim/v2`)).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText(newAccessKey)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy SCIM address' })).toBeTruthy()
  expect(calls.find(({ name }) => name === 'makeAccessKey')?.input).toMatchObject({ name: 'Entra ID' })
})

test('a form without name and scopes says what is missing, and sends nothing', async () => {
  const { calls } = open([])
  await press('Create access key')
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByRole('checkbox', { name: /^People/ })).toHaveProperty('checked', false)
  for (const box of form.getAllByRole('checkbox', { checked: true })) await userEvent.click(box)
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  expect(form.getByText(/^Please enter a name/)).toBeTruthy()
  expect(form.getByText('Please choose at least one.')).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('makeAccessKey')
})

test('a refused name is shown at its field, and the form stays', async () => {
  const sentence = 'Another access key has this name.'
  open([], {
    makeAccessKey: () => {
      throw new Problem('access_key_name_taken', 409, [sentence], { name: [sentence] })
    },
  })
  await press('Create access key')
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText('Name'), 'Koha')
  await userEvent.click(form.getByRole('button', { name: 'Create key' }))
  expect(await form.findByText(sentence)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Name').value).toBe('Koha')
})

test('renewing warns that the present secret stops, and shows the new one once', async () => {
  open([key()])
  await choose('Renew secret')
  const asking = within(await screen.findByRole('alertdialog'))
  expect(asking.getByText(/will stop working immediately/)).toBeTruthy()
  await userEvent.click(asking.getByRole('button', { name: 'Renew secret' }))
  expect(await screen.findByText(newAccessKey)).toBeTruthy()
})

test('a key is withdrawn after confirmation', async () => {
  const { calls } = open([key()])
  await choose('Withdraw')
  const asking = within(await screen.findByRole('alertdialog'))
  expect(calls.map(({ name }) => name)).not.toContain('withdrawAccessKey')
  await userEvent.click(asking.getByRole('button', { name: 'Withdraw key' }))
  await waitFor(() => expect(screen.queryByText('Library system')).toBeNull())
})

test('an expired key, and one whose maker has left or another role, say so; calls are listed by month', async () => {
  open([
    key({ expiresDate: '2026-01-31' }),
    key({ id: 'c', name: 'Directory', scopes: ['search', 'people'], endedScopes: ['people'] }),
    key({
      id: 'b',
      name: 'Other',
      makerActive: false,
      uses: [
        { month: '2026-03', calls: 1200 },
        { month: '2026-02', calls: 7 },
      ],
    }),
  ])
  expect(await screen.findByText('Expired')).toBeTruthy()
  expect(screen.getByText('Inactive')).toBeTruthy()
  expect(screen.getByText(/^Hillview Librarian can’t sign in any more/)).toBeTruthy()
  expect(screen.getByText(/^Hillview Librarian no longer manages people/)).toBeTruthy()
  expect(screen.getByText('March 2026: 1,200')).toBeTruthy()
  expect(screen.getByText('February 2026: 7')).toBeTruthy()
})

test('the file of calls has a line for each key and month, for spreadsheets to sum', () => {
  const uses = [
    { month: '2026-03', calls: 1200 },
    { month: '2026-02', calls: 7 },
  ]
  const keys = [
    key({ name: 'Koha', uses }),
    key({ name: 'Unused' }),
    key({ name: 'Other', hint: '=1+1', uses: [uses[1]!] }),
  ]
  expect(
    csvOf(usesFile(keys as never))
      .replaceAll('\r\n', '\n')
      .trim()
      .split('\n'),
  ).toEqual([
    'Key,Ends with,Month,Calls',
    'Koha,wxyz,2026-03,1200',
    'Koha,wxyz,2026-02,7',
    expect.stringMatching(/^Other,.*,2026-02,7$/),
  ])
})

test('a failure to load the keys is shown, and they can be reloaded', async () => {
  let away = true
  open([key()], {
    accessKeys: () => {
      if (away) throw new Problem('unexpected', 500, ['It is away.'])
      return { apiUser: { id: 'hillview-api' }, response: [key()] }
    },
  })
  expect(await screen.findByText('It is away.')).toBeTruthy()
  away = false
  await press('Try again')
  expect(await screen.findByText('…wxyz')).toBeTruthy()
})

test('keys are exported with who made them and whether they work', async () => {
  open([
    key({ usedDate: '2026-03-03T10:00:00.000Z' }),
    key({ id: 'b', name: 'Old', expiresDate: '2026-03-09' }),
    key({ id: 'c', name: 'Lost', makerActive: false }),
  ])
  expect(await exportedLines('keys')).toEqual([
    'Name,Ends with,Created,Created by,Status,Access,Expires,Last used',
    'Library system,wxyz,2026-03-02T10:00:00.000Z,Hillview Librarian,Active,"Search, Download",,2026-03-03T10:00:00.000Z',
    'Old,wxyz,2026-03-02T10:00:00.000Z,Hillview Librarian,Expired,"Search, Download",2026-03-09,',
    'Lost,wxyz,2026-03-02T10:00:00.000Z,Hillview Librarian,Inactive,"Search, Download",,',
  ])
})
