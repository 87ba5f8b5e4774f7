import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { type DeskHome, deskHomeApi } from '#features/desk/home/contract.ts'
import { librarian } from '#features/downloads/web/testing.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { DeskHomeScreen } from './desk-home-screen.tsx'

const desk = { id: 'd', username: 'd', email: 'd@provider.example', firstName: 'C', lastName: 'D' }
const none = { total: 0, lines: [] }
const emptyHome: DeskHome = {
  figures: {
    ...{ requested: { latest: 0, before: 0 }, answered: { latest: 0, before: 0 } },
    ...{ medianHours: { latest: null, before: null }, downloads: { latest: 0, before: 0 } },
  },
  ...{ longWaits: none, messages: none, trials: none, renewals: none, payments: none, failedJobs: none },
}
const term = { id: 's', customerId: 'c1', organisation: 'Hill School', product: 'Data', endDate: '2026-12-20' }
const fullHome: DeskHome = {
  figures: {
    ...{ requested: { latest: 1234, before: 1 }, answered: { latest: 3, before: 0 } },
    ...{ medianHours: { latest: 47, before: 72 }, downloads: { latest: 5, before: 6 } },
  },
  longWaits: {
    total: 12,
    lines: [
      { itemId: 'i 1', name: 'A book', organisations: ['A', 'B', 'A'], submittedDate: '2020-01-01T00:00:00.000Z' },
    ],
  },
  messages: {
    total: 1,
    lines: [
      { itemId: 'i2', requestNumber: 'CR1', organisation: 'Hill School', writtenDate: '2026-11-28T01:00:00.000Z' },
    ],
  },
  trials: { total: 1, lines: [term] },
  renewals: { total: 1, lines: [term] },
  payments: {
    total: 1,
    lines: [{ id: 'p', organisation: 'Hill School', amount: 10, currency: 'AUD', holdReason: 'TOO_LATE' }],
  },
  failedJobs: {
    total: 1,
    lines: [{ id: 'j', name: 'send-mail', reason: 'No reply', failedDate: '2026-11-28T01:00:00.000Z' }],
  },
}

const open = (fakes: object) =>
  renderScreen(<DeskHomeScreen />, {
    api: { ...accountApi, ...deskHomeApi },
    fakes: { currentUser: () => ({ user: { ...desk, roles: ['desk' as const] }, customer: null }), ...fakes } as object,
  })
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

afterEach(cleanup)

test('each list leads to its lines and to the whole of it', async () => {
  open({ deskHome: () => ({ response: fullHome }) })
  const links = async (name: string) => {
    const list = within(await screen.findByRole('region', { name }))
    return list.getAllByRole('link').map(hrefOf)
  }
  expect(await links('Waiting more than 7 days')).toEqual(['/desk/cataloguing?age=7', '/desk/cataloguing/i%201?age=7'])
  expect(await links('New messages from schools')).toEqual([
    '/desk/cataloguing?state=answer',
    '/desk/cataloguing/i2?state=answer',
  ])
  const trials = '/desk/subscriptions?state=ending&type=TRIAL'
  expect(await links('Trials ending within 30 days')).toEqual([trials, '/desk/organisations/c1'])
  expect(await links('Renewals due in 90 days')).toEqual([
    '/desk/subscriptions?state=renewals',
    '/desk/organisations/c1',
  ])
  expect(await links('Payments to review')).toEqual(['/desk/payments?state=HELD', '/desk/payments/p'])
  expect(await links('Failed jobs')).toEqual(['/desk/jobs?state=failed', '/desk/jobs?state=failed'])
  expect(screen.getByRole('heading', { name: 'Waiting more than 7 days 12' })).toBeTruthy()
  expect(screen.getByText(/^\d+ years, A and B$/)).toBeTruthy()
})

test('figures are beside those of the week before', async () => {
  open({ deskHome: () => ({ response: fullHome }) })
  const shown = (await screen.findAllByRole('definition')).map(({ textContent }) => textContent)
  expect(shown).toEqual([
    '1,2341 the week before',
    '30 the week before',
    '47 hours3 days the week before',
    '56 the week before',
  ])
})

test('empty lists are a sentence each, and no cards', async () => {
  open({ deskHome: () => ({ response: emptyHome }) })
  expect(await screen.findByRole('heading', { name: 'Nothing needs your attention' })).toBeTruthy()
  expect(
    screen.getByText(/No request has waited more than 7 days\. No messages to answer\..* No failed jobs\./),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: /Show all/ })).toBeNull()
})

test('an overview that fails says so and can be retried', async () => {
  let away = true
  open({
    deskHome: () => {
      if (away) throw new Problem('unexpected', 500, ['Away'])
      return { response: emptyHome }
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  away = false
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { name: 'Last 7 days' })).toBeTruthy()
})

test('school staff are refused', async () => {
  open({ currentUser: () => librarian })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Last 7 days' })).toBeNull()
})
