import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { deskApi } from '#features/desk/contract.ts'
import { deskHomeApi } from '#features/desk/home/contract.ts'
import { lastDays, lastMonths, lastWeeks } from '#features/desk/home/rules.ts'
import { librarian } from '#features/downloads/web/testing.ts'
import { paymentsApi } from '#features/shop/payments/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { DeskHomeScreen } from './desk-home-screen.tsx'

const today = '2026-11-28'
const desk = { id: 'd', username: 'd', email: 'd@provider.example', firstName: 'C', lastName: 'D' }
const none = { response: [], totalCount: 0 }
const noCounts = { queue: 0, messages: 0, payments: 0, overdueInvoices: 0, endingTrials: 0, failedJobs: 0 }
const noFigures = {
  ages: [0, 3, 7, 14, 28].map((fromDays) => ({ fromDays, works: 0 })),
  oldestDays: null,
  weeks: lastWeeks(today).map((monday) => ({ monday, arrived: 0, answered: 0, medianHours: null as number | null })),
  medianHours: null as number | null,
  schools: [] as object[],
  schoolCount: 0,
  types: [] as object[],
}
const emptyProvider = {
  currentUser: () => ({ user: { ...desk, roles: ['desk' as const] }, customer: null }),
  deskCounts: () => ({ response: noCounts }),
  requestFigures: () => ({ response: noFigures }),
  downloadFigures: () => ({ response: lastDays(today).map((day) => ({ day, requests: 0, records: 0 })) }),
  revenueFigures: () => ({ response: [] }),
  renewalFigures: () => ({ response: [{ from: today, ending: 0 }] }),
  deskSubscriptions: () => none,
  deskPayments: () => ({ ...none, held: 0 }),
  deskJobs: () => none,
}
const open = (fakes: object = {}) =>
  renderScreen(<DeskHomeScreen />, {
    api: { ...accountApi, ...deskApi, ...deskHomeApi, ...paymentsApi },
    path: '/desk',
    fakes: { ...emptyProvider, ...fakes } as object,
  })
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const hrefOf = (link: HTMLElement) => link.getAttribute('href')

afterEach(cleanup)

test('each count leads to the list that shows it', async () => {
  open({ deskCounts: () => ({ response: { ...noCounts, queue: 1234, payments: 2 } }) })
  const waiting = within(await screen.findByRole('list', { name: 'Waiting for the desk' }))
  expect(hrefOf(await waiting.findByRole('link', { name: /1,234\s*To catalogue/ }))).toBe('/desk/cataloguing')
  expect(hrefOf(waiting.getByRole('link', { name: /2\s*Payments to review/ }))).toBe('/desk/payments?state=HELD')
  expect(waiting.getAllByRole('link').map(hrefOf)).toEqual([
    '/desk/cataloguing',
    '/desk/cataloguing?state=answer',
    '/desk/payments?state=HELD',
    '/desk/invoices?status=Overdue',
    '/desk/subscriptions?state=ending&type=TRIAL',
    '/desk/jobs?state=failed',
  ])
})

test('a provider without anything reads sentences instead of empty charts', async () => {
  open()
  for (const sentence of [
    'Every request is answered.',
    'No items arrived or were answered in the last 13 weeks.',
    'No items were answered in the last 13 weeks.',
    'No school has requested an item in the last 13 weeks.',
    'No school downloaded anything in the last 30 days.',
    'No subscriptions are due for renewal in the next 90 days.',
    'No trials end soon.',
    'No invoices were paid in the last 12 months.',
    'No payments need your review.',
    'No background jobs have failed.',
  ])
    expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Export/ })).toBeNull()
})

test('the queue by age, schools and types lead to the queue', async () => {
  const schools = Array.from({ length: 8 }, (_, n) => ({
    ...{ customerId: `c${n}`, customerNo: `1000${n}`, name: `School ${n}`, waiting: n === 0 ? 5 : 0, arrived: 9 },
  }))
  open({
    requestFigures: () => ({
      response: {
        ...noFigures,
        ages: noFigures.ages.map((age) => (age.fromDays === 7 ? { ...age, works: 3 } : age)),
        oldestDays: 9,
        schools,
        schoolCount: 60,
        types: [{ resourceType: 'E_BOOK', waiting: 5, arrived: 9 }],
      },
    }),
  })
  const ages = await card('Queue by age')
  expect(await ages.findByText('to catalogue, the oldest for 9 days')).toBeTruthy()
  expect(ages.getAllByRole('link').map(hrefOf)).toEqual(['/desk/cataloguing', '/desk/cataloguing?age=7'])
  expect(ages.getAllByRole('row').map(({ textContent }) => textContent)).toContain('7 to 13 days3')
  const bySchool = await card('Requests by school')
  expect(bySchool.getAllByRole('link').map(hrefOf).slice(0, 2)).toEqual([
    '/desk/cataloguing?text=10000',
    '/desk/organisations/c1',
  ])
  expect(bySchool.getAllByRole('link')).toHaveLength(6)
  expect(bySchool.getByText('and 54 more schools')).toBeTruthy()
  expect((await card('Requests by type')).getByRole('row', { name: /E-book/ }).textContent).toMatch(/59$/)
})

test('times are in hours or days, and a chart can be shown as a table, the latest week first', async () => {
  const weeks = noFigures.weeks.map((week, n) => ({ ...week, answered: n, medianHours: n === 0 ? null : 60 + n }))
  open({ requestFigures: () => ({ response: { ...noFigures, weeks, medianHours: 66 } }) })
  const times = await card('Time to answer')
  expect(await times.findByText('66 hours', { selector: 'strong' })).toBeTruthy()
  expect(times.getByRole('table').parentElement?.closest('.only-heard')).toBeTruthy()
  await userEvent.click(times.getByRole('button', { name: 'Show as table: Time to answer' }))
  expect(times.getByRole('table').closest('.only-heard')).toBeNull()
  const rows = times.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(14)
  expect(rows[1]).toMatch(/72 hours12$/)
  expect(rows.at(-1)).toMatch(/None answered0$/)
  expect((await card('Arrivals and answers')).getByText('arrived and 78 answered in 13 weeks')).toBeTruthy()
})

test('revenue is what was paid less what was refunded, for each currency', async () => {
  const months = lastMonths(today)
  const revenue = ['AUD', 'NZD'].flatMap((currency) =>
    months.map((month) => ({ month, currency, paid: currency === 'AUD' ? 100 : 10, refunded: 0 })),
  )
  revenue[11]!.refunded = 25.5
  open({ revenueFigures: () => ({ response: revenue }) })
  const card12 = await card('Revenue by month')
  expect((await card12.findByText(/1,174\.50/)).textContent).toBe('$1,174.50\u00a0AUD')
  expect(card12.getByText(/120\.00/).textContent).toBe('$120.00\u00a0NZD')
  const rows = card12.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(25)
  expect(rows).toContain('November 2026, AUD100.0025.50')
})

test('a list that fails says so and can be retried, while the others stay', async () => {
  let away = true
  open({
    downloadFigures: () => {
      if (away) throw new Problem('unexpected', 500, ['Away'])
      return { response: lastDays(today).map((day) => ({ day, requests: 1, records: 4 })) }
    },
  })
  const downloads = await card('Downloads per day')
  const retry = await downloads.findByRole('button', { name: 'Try again' })
  expect(await screen.findByText('No trials end soon.')).toBeTruthy()
  away = false
  await userEvent.click(retry)
  await waitFor(() => expect(downloads.getByText('with 120 records in 30 days')).toBeTruthy())
})

test('school staff are refused', async () => {
  open({ currentUser: () => librarian })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Waiting for the desk' })).toBeNull()
})
