import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Input } from '#kit/contract.ts'
import { exported, renderScreen } from '#kit/web/testing.tsx'
import type { CatalogueRequest, requestsApi } from '../contract.ts'
import { requestStatuses } from '../rules.ts'
import { api, item, librarian, request } from './details-testing.ts'
import { MyRequestsScreen } from './my-requests-screen.tsx'

type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
type ListInput = Input<typeof requestsApi.catalogueRequests>

/** A server that filters by state and word, like the real one. */
function open(all: CatalogueRequest[], address = '/myCatalogueRequests', fakes: Fakes = {}) {
  const view = renderScreen(<MyRequestsScreen />, {
    api,
    path: '/myCatalogueRequests',
    address,
    fakes: {
      currentUser: () => librarian,
      waitingMessages: () => ({ response: [] }),
      catalogueRequests: ({ pageNumber, pageSize, status, text = '' }) => {
        const worded = all.filter(({ items }) => items.some(({ title }) => title.includes(text)))
        const found = worded.filter((each) => !status || each.status === status)
        const count = (wanted: string) => worded.filter((each) => each.status === wanted).length
        return {
          response: found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
          totalCount: found.length,
          counts: Object.fromEntries(requestStatuses.map((each) => [each, count(each)])) as Record<
            CatalogueRequest['status'],
            number
          >,
        }
      },
      ...fakes,
    },
  })
  const inputs = () =>
    view.calls.filter(({ name }) => name === 'catalogueRequests').map(({ input }) => input as ListInput)
  return { ...view, inputs }
}
const numbered = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    request({ id: `q${i}`, requestNumber: `CR${i}`, items: [item({ title: `Book ${i}` })] }),
  )
const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!)

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('a request in the list shows its items, progress and next step', async () => {
  open([
    request({
      items: [
        item({ resourceType: 'DVD_CD', physicalResource: true }),
        item({ id: 'i2', title: 'Second', status: 'CATALOGUED', downloadRequestId: 'd1' }),
      ],
    }),
    request({
      id: 'q2',
      requestNumber: 'CR2',
      status: 'DRAFT',
      submittedDate: null,
      items: [item({ title: 'Third' })],
    }),
    request({
      id: 'q3',
      status: 'CATALOGUED',
      items: [item({ title: 'Fourth', status: 'CATALOGUED', downloadRequestId: 'd2' })],
    }),
  ])
  const posted = await row('Seven small boats and 1 other')
  expect(posted.getByText('CR1000018 · 2 items')).toBeTruthy()
  expect(posted.getByText('1 of 2 answered · 1 item to post')).toBeTruthy()
  expect(posted.getByRole('link', { name: /^Postage slip/ }).getAttribute('href')).toBe('/cataloguePostageSlip/q1')
  const draft = await row('Third')
  expect(draft.getByText('Not submitted yet')).toBeTruthy()
  expect(draft.getByRole('link', { name: /^Continue/ }).getAttribute('href')).toBe('/CreateCatalogueRequest/q2')
  expect((await row('Fourth')).getByRole('link', { name: /^Download/ }).getAttribute('href')).toBe(
    '/downloadRequest/d2',
  )
})

test('a request with every item withdrawn does not count as declined', async () => {
  open([request({ status: 'DECLINED', items: [item({ status: 'WITHDRAWN' })] })])
  expect((await row('Seven small boats')).getByText('Withdrawn')).toBeTruthy()
})

test('if the desk awaits a reply, the list links to it', async () => {
  open([request()], undefined, {
    waitingMessages: () => ({ response: [{ requestId: 'q1', happenedDate: '2026-11-21T10:00:00Z' }] }),
  })
  const link = await screen.findByRole('link', { name: 'New message' })
  expect(link.getAttribute('href')).toBe('/CatalogueRequestDeatils/q1#messages')
})

test('a hundred are fetched and ten shown per page; the hundred-and-first is fetched with its page', async () => {
  const { inputs } = open(numbered(105))
  await screen.findByRole('link', { name: 'Book 9' })
  expect(screen.queryByRole('link', { name: 'Book 10' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }))
  expect(await screen.findByRole('link', { name: 'Book 19' })).toBeTruthy()
  expect(inputs().every(({ pageNumber, pageSize }) => pageNumber === 1 && pageSize === 100)).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Page 11' }))
  expect(await screen.findByRole('link', { name: 'Book 104' })).toBeTruthy()
  expect(inputs().at(-1)?.pageNumber).toBe(2)
  expect(window.location.search).toBe('?pageNumber=11')
})

test('states show their counts and filter the list, as do words', async () => {
  open([...numbered(3), request({ id: 'd', status: 'DRAFT', items: [item({ title: 'Only draft' })] })])
  const states = within(await screen.findByRole('navigation', { name: 'Status' }))
  await waitFor(() => expect(states.getByRole('link', { name: /^All/ }).textContent).toBe('All4'))
  expect(states.getByRole('link', { name: /^Requested/ }).textContent).toBe('Requested3')
  await userEvent.click(states.getByRole('link', { name: /^Drafts/ }))
  expect(await screen.findByText('1 request found')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Book 0' })).toBeNull()
  expect(states.getByRole('link', { name: /^Drafts/ }).getAttribute('aria-current')).toBe('true')
  await userEvent.click(states.getByRole('link', { name: /^All/ }))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find a request' }), 'Book 2')
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Book 0' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Book 2' })).toBeTruthy()
})

test('an empty result can be undone, and a school without requests sees what they are for', async () => {
  open(numbered(1), '/myCatalogueRequests?text=nowhere')
  expect(await screen.findByText('No requests found')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Show all requests' }))
  expect(await screen.findByRole('link', { name: 'Book 0' })).toBeTruthy()
  cleanup()
  open([])
  expect(await screen.findByText('No catalogue requests yet')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'New request' })[0]?.getAttribute('href')).toBe('/CreateCatalogueRequest')
})

test('all pages are exported, one line per item', async () => {
  const all = numbered(101)
  all[0]!.items.push(item({ id: 'x', title: '=HYPERLINK("x")' }))
  open(all)
  const { lines } = await exported()
  expect(lines).toHaveLength(103)
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`)
})

test('a student sees for whom it is', async () => {
  open([], undefined, { currentUser: () => ({ ...librarian, user: { ...librarian.user, roles: ['student'] } }) })
  expect(await screen.findByText('Your library staff request cataloguing.')).toBeTruthy()
})
