import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type AccessKey, accessKeyApi } from '#features/school/access-key/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { AccessKeySection } from './access-key-parts.tsx'

const none: AccessKey = { apiUser: { id: 'hillview-api' }, accessKey: null, madeDate: null, madeBy: '', usedDate: null }
const made: AccessKey = {
  ...none,
  accessKey: 'wxyz',
  madeDate: '2026-03-02T10:00:00.000Z',
  madeBy: 'Hillview Librarian',
}
const newAccessKey = 'abcdefghijklmnopqrstuvwxyz'
type Fakes = Parameters<typeof renderScreen<typeof accessKeyApi>>[1]['fakes']

const open = (first: AccessKey, fakes: Fakes = {}) => {
  let key = first
  return renderScreen(<AccessKeySection />, {
    api: accessKeyApi,
    fakes: {
      accessKey: () => ({ response: key }),
      renewAccessKey: () => {
        key = made
        return { response: { ...made, newAccessKey } }
      },
      withdrawAccessKey: () => {
        key = none
        return { response: none }
      },
      ...fakes,
    },
  })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('alertdialog'))

afterEach(cleanup)

test('a key is made, shown once with a copy button, and then identified by its last characters', async () => {
  open(none)
  expect(await screen.findByText('None has been made yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Withdraw it' })).toBeNull()
  await press('Make an access key')
  const asking = await dialog()
  expect(asking.queryByText(/former key/)).toBeNull()
  await userEvent.click(asking.getByRole('button', { name: 'Make an access key' }))
  expect(await screen.findByText(newAccessKey)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy the access key' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('I have noted it')
  await press('I have noted it')
  await waitFor(() => expect(screen.queryByText(newAccessKey)).toBeNull())
  expect(await screen.findByText('…wxyz')).toBeTruthy()
  expect(screen.getByText(/by Hillview Librarian/)).toBeTruthy()
  expect(screen.getByText('Never')).toBeTruthy()
})

test('renewing a key warns that the former one stops; cancelling renews nothing', async () => {
  const { calls } = open(made)
  await screen.findByText('…wxyz')
  await press('Renew the access key')
  const asking = await dialog()
  expect(asking.getByText(/Programs that use the former key stop working at once/)).toBeTruthy()
  await userEvent.click(asking.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls.map(({ name }) => name)).not.toContain('renewAccessKey')
})

test('a refused key says why, and can be tried again', async () => {
  let away = true
  open(none, {
    renewAccessKey: () => {
      if (away) throw new Problem('unexpected', 500, ['It is away.'])
      return { response: { ...made, newAccessKey } }
    },
  })
  await screen.findByText('None has been made yet')
  await press('Make an access key')
  const asking = await dialog()
  await userEvent.click(asking.getByRole('button', { name: 'Make an access key' }))
  expect(await asking.findByText('It is away.')).toBeTruthy()
  away = false
  await userEvent.click(asking.getByRole('button', { name: 'Make an access key' }))
  expect(await screen.findByText(newAccessKey)).toBeTruthy()
})

test('a key is withdrawn after confirmation', async () => {
  const { calls } = open(made)
  await screen.findByText('…wxyz')
  await press('Withdraw it')
  const asking = await dialog()
  expect(calls.map(({ name }) => name)).not.toContain('withdrawAccessKey')
  await userEvent.click(asking.getByRole('button', { name: 'Withdraw the access key' }))
  expect(await screen.findByText('None has been made yet')).toBeTruthy()
})

test('a failure to load the key is shown, and it can be reloaded', async () => {
  let away = true
  open(made, {
    accessKey: () => {
      if (away) throw new Problem('unexpected', 500, ['It is away.'])
      return { response: made }
    },
  })
  expect(await screen.findByText('It is away.')).toBeTruthy()
  away = false
  await press('Try again')
  expect(await screen.findByText('…wxyz')).toBeTruthy()
})
