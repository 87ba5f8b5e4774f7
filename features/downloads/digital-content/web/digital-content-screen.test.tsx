import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadProblem } from '#features/downloads/contract.ts'
import { digitalContentProblem } from '#features/downloads/digital-content/contract.ts'
import { dayAfter } from '#kit/day.ts'
import { readersDay } from '#kit/web/dates.ts'
import { formatDay } from '#kit/web/format.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, hit, librarian, request } from '../../web/testing.ts'
import { DigitalContentScreen } from './digital-content-screen.tsx'

type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
const open = (address = '/digitalContent', fakes: Fakes = {}) =>
  renderScreen(<DigitalContentScreen />, {
    api,
    path: '/digitalContent',
    address,
    fakes: {
      currentUser: () => librarian,
      countDigital: () => ({ response: { count: 12 } }),
      createDigital: () => ({ response: request({ id: 'd1', requestType: 'DIGITAL' }) }),
      ...fakes,
    },
  })
const field = (label: 'From' | 'To') => screen.getByLabelText<HTMLInputElement>(label)
const type = async (label: 'From' | 'To', text: string) => {
  await userEvent.clear(field(label))
  await userEvent.type(field(label), `${text}{Enter}`)
}
const inAddress = (name: string) => new URLSearchParams(window.location.search).get(name)

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('the range is the last 90 days by default, and its records are counted', async () => {
  const { calls } = open()
  expect(await screen.findByRole('button', { name: 'Request 12 records' })).toBeTruthy()
  expect(field('From').value).toBe(formatDay(dayAfter(readersDay(), -90)))
  expect(field('To').value).toBe(formatDay(readersDay()))
  expect(calls.find(({ name }) => name === 'countDigital')?.input).toEqual({
    from: dayAfter(readersDay(), -90),
    to: readersDay(),
  })
  expect(screen.getByRole('button', { name: 'Last 90 days' }).getAttribute('aria-pressed')).toBe('true')
})

test('the range comes from the address, and a typed day goes into it', async () => {
  open('/digitalContent?from=2026-05-01&to=2026-05-31')
  await screen.findByRole('button', { name: 'Request 12 records' })
  expect(field('From').value).toBe(formatDay('2026-05-01'))
  await userEvent.clear(field('From'))
  await userEvent.type(field('From'), '3 May 2026')
  await userEvent.tab()
  await waitFor(() => expect(inAddress('from')).toBe('2026-05-03'))
  expect(inAddress('to')).toBe('2026-05-31')
})

test('more than 92 days are refused at the field, and no call is sent', async () => {
  const { calls } = open('/digitalContent?from=2026-01-01&to=2026-04-04')
  expect(await screen.findByText('Date range should be less than 3 months')).toBeTruthy()
  expect(field('From').getAttribute('aria-invalid')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Request' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Date range should be less than 3 months')
  expect(calls.filter(({ name }) => name === 'countDigital' || name === 'createDigital')).toEqual([])
})

test('exactly 92 days are allowed', async () => {
  open('/digitalContent?from=2026-01-01&to=2026-04-03')
  expect(await screen.findByRole('button', { name: 'Request 12 records' })).toBeTruthy()
})

test('a reversed range and an invalid date are reported at their fields', async () => {
  open('/digitalContent?from=2026-05-10&to=2026-05-01')
  expect(await screen.findByText('The first day can’t be after the last day.')).toBeTruthy()
  await type('To', 'tomorrow')
  expect(screen.getByText(/^Please enter a date/)).toBeTruthy()
  expect(field('To').value).toBe('tomorrow')
  await userEvent.clear(field('From'))
  await userEvent.tab()
  expect(await screen.findByText('Please enter the first day.')).toBeTruthy()
})

test('a request is sent with its name and content, and the page moves to it', async () => {
  const { calls } = open('/digitalContent?from=2026-05-01&to=2026-05-31')
  await screen.findByRole('button', { name: 'Request 12 records' })
  await userEvent.click(screen.getByRole('radio', { name: 'Records and covers' }))
  await userEvent.type(screen.getByLabelText(/Request name/), 'May e-books')
  const went = vi.spyOn(window.history, 'pushState')
  await userEvent.click(screen.getByRole('button', { name: 'Request 12 records' }))
  await waitFor(() => expect(went.mock.lastCall?.[2]).toBe('/downloadRequest/d1'))
  expect(calls.find(({ name }) => name === 'createDigital')?.input).toEqual({
    from: '2026-05-01',
    to: '2026-05-31',
    content: 'DATA_AND_IMAGE',
    requestName: 'May e-books',
  })
})

test('the server’s sentence is shown, and the input stays', async () => {
  open('/digitalContent?from=2026-05-01&to=2026-05-31&name=Mine', {
    createDigital: () => {
      throw downloadProblem('no_subscription')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Request 12 records' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Your subscription has ended.')
  expect(screen.getByRole('alert').textContent).not.toContain('subscribe::')
  expect(screen.getByLabelText<HTMLInputElement>(/Request name/).value).toBe('Mine')
})

test('a range that the server refuses is reported at its field', async () => {
  open('/digitalContent?from=2026-05-01&to=2026-05-31', {
    createDigital: () => {
      throw digitalContentProblem('range_too_long')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Request 12 records' }))
  const link = await screen.findByRole('link', { name: 'Date range should be less than 3 months' })
  await userEvent.click(link)
  expect(document.activeElement).toBe(field('From'))
})

test('days without records are not sent', async () => {
  const { calls } = open('/digitalContent', { countDigital: () => ({ response: { count: 0 } }) })
  await screen.findByText(/^No digital content was catalogued on these dates/)
  await userEvent.click(screen.getByRole('button', { name: /^Request/ }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('No digital content was catalogued'))
  expect(calls.some(({ name }) => name === 'createDigital')).toBe(false)
})

test('of more than 4,000 records the newest are requested, which the page announces first', async () => {
  const { calls } = open('/digitalContent', { countDigital: () => ({ response: { count: 4010 } }) })
  expect(await screen.findByText(/at most 4,000 records, so this one will have the newest of 4,010/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Request the newest 4,000 records' }))
  await waitFor(() => expect(calls.some(({ name }) => name === 'createDigital')).toBe(true))
})

test('the newest records of the range are shown, with links to them', async () => {
  const { calls } = open('/digitalContent?from=2026-05-01&to=2026-05-31', {
    search: () => ({
      hits: { total: 12, hits: [hit('77', 'The <b>moon</b>', { scisType: 'E-book' })] },
      aggregations: {},
      took: 1,
    }),
  })
  const link = await screen.findByRole('link', { name: 'The <b>moon</b>' })
  expect(link.getAttribute('href')).toBe('/discover/details/77')
  const input = calls.find(({ name }) => name === 'search')?.input as { bodybuilderquery: string }
  expect(input.bodybuilderquery).toContain('"voyagerCreateDate":{"gte":"2026-05-01","lte":"2026-05-31"}')
})

test('a day is picked from the calendar', async () => {
  open('/digitalContent?from=2026-05-01&to=2026-05-31')
  await screen.findByRole('button', { name: 'Request 12 records' })
  await userEvent.click(screen.getByRole('button', { name: 'Choose from a calendar: From' }))
  await screen.findByRole('grid')
  await userEvent.click(screen.getByRole('button', { name: /9 May 2026|May 9, 2026/ }))
  await waitFor(() => expect(inAddress('from')).toBe('2026-05-09'))
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
})

test('the key that completes a typed day does not send the request with the previous day', async () => {
  const { calls } = open('/digitalContent?from=2026-05-01&to=2026-05-31')
  await screen.findByRole('button', { name: 'Request 12 records' })
  await type('From', '4/5')
  await waitFor(() => expect(inAddress('from')).not.toBe('2026-05-01'))
  expect(calls.some(({ name }) => name === 'createDigital')).toBe(false)
})

test('students and visitors read that they need a school before they fill in anything', async () => {
  const student = { ...librarian, user: { ...librarian.user, roles: ['student'] } }
  open('/digitalContent', { currentUser: () => student as typeof librarian })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(document.title).toBe('Digital content')
})
