import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { rememberSearch } from '#features/catalogue/search-box/web/search-history.ts'
import { hitOf } from '#features/catalogue/web/testing.ts'
import type { RequestLine } from '#features/downloads/my-downloads/contract.ts'
import { request as download, api as downloads, librarian } from '#features/downloads/web/testing.ts'
import { helpApi } from '#features/help/contract.ts'
import { item, request, api as requests } from '#features/requests/web/details-testing.ts'
import { billingApi } from '#features/shop/billing/contract.ts'
import { invoiceOf } from '#features/shop/billing/web/testing.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { HomeOverview } from './home-overview.tsx'

const line = (more: Partial<RequestLine>): RequestLine => ({
  ...download({ fileSize: 48_000 }),
  matchedCount: 12,
  unmatchedCount: 0,
  choicesCount: 0,
  requestedBy: 'L B',
  ...more,
})
const subscription = {
  id: 's1',
  subscriptionType: { name: 'Data' },
  productCode: 'P1',
  product: { name: 'Catalogue data' },
  effectiveStartDate: '2025-12-24',
  effectiveEndDate: '2026-12-23',
  dueForRenewal: true,
}
const none = { response: [], totalCount: 0 }
const noSteps = { librarySystem: false, download: false, colleague: false }
const allSteps = { librarySystem: true, download: true, colleague: true }

function open(fakes: object = {}) {
  return renderScreen(<HomeOverview />, {
    api: { ...downloads, ...requests, ...discoverApi, ...billingApi, ...helpApi },
    fakes: {
      currentUser: () => ({ ...librarian, customer: { ...librarian.customer, subscriptions: [subscription] } }),
      listRequests: () => ({ response: [line({ id: 'd1' })], totalCount: 1 }),
      catalogueRequests: () => ({ response: [request()], totalCount: 1 }),
      waitingMessages: () => ({ response: [] }),
      changedRecords: () => ({ ...none, goneCount: 0 }),
      recentFiction: () => ({ response: [hitOf('1', 'A story'), hitOf('2', 'Another story')] }),
      recentNonFiction: () => ({ response: [hitOf('3', 'Facts')] }),
      listInvoices: () => ({ response: [] }),
      hints: () => ({ response: { ended: true, steps: allSteps } }),
      ...fakes,
    } as object,
  })
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const linesOf = async (name: string) => {
  await waitFor(async () => expect((await card(name)).queryAllByRole('listitem').length).toBeGreaterThan(0))
  return (await card(name)).getAllByRole('listitem').map(({ textContent }) => textContent)
}

beforeEach(() => localStorage.clear())
afterEach(cleanup)

test('of the files of one record, those that wait count; a page that was only read does not', async () => {
  const item = (id: string, itemType: 'marc' | 'html', downloadComplete = false) => ({
    ...line({ id, requestName: `${id} owl`, requestType: 'ITEM', matchedCount: 1, downloadComplete }),
    itemType,
  })
  const rowOf = (...files: ReturnType<typeof item>[]) => ({ ...files[0]!, files })
  const response = [
    rowOf(item('Read', 'html')),
    rowOf(item('Page', 'html'), item('Waiting', 'marc')),
    rowOf(item('Page', 'html'), item('Done', 'marc', true)),
  ]
  const { calls } = open({ listRequests: () => ({ response, totalCount: 3, hiddenCount: 0 }) })
  expect(await linesOf('Ready to download')).toEqual(['Waiting owl1 record, ready'])
  expect(calls.find(({ name }) => name === 'listRequests')?.input).toMatchObject({ view: 'shown' })
})

test('downloads that wait are listed, those already downloaded are not; changed records are announced', async () => {
  const response = [
    line({ id: 'd1', requestName: 'Term 1' }),
    line({ id: 'd2', requestName: 'Done', downloadComplete: true }),
    line({ id: 'd3', requestName: 'Slow', requestStatus: 'PROCESSING', fileSize: null }),
    line({ id: 'd4', requestName: 'Open', choicesCount: 2, fileSize: null }),
    line({ id: 'd5', requestName: 'Nothing found', fileSize: null, matchedCount: 0 }),
  ]
  open({
    listRequests: () => ({ response, totalCount: 5 }),
    changedRecords: () => ({ response: [], totalCount: 12, goneCount: 0 }),
  })
  expect(await linesOf('Ready to download')).toEqual([
    'Term 112 records, ready',
    'Slow12 records, in progress',
    'Open12 records, 2 identifiers to choose',
  ])
  const link = await screen.findByRole('link', { name: '12 downloaded records have changed' })
  expect(link.getAttribute('href')).toBe('/myDownloads/changed')
  expect(screen.getByRole('link', { name: 'Term 1' }).getAttribute('href')).toBe('/downloadRequest/d1')
})

test('catalogue requests show their progress; drafts and messages have their next step', async () => {
  const response = [
    request({ id: 'q1', items: [item({ status: 'CATALOGUED' }), item({ id: 'i2' })] }),
    request({ id: 'q2', status: 'DRAFT', items: [item({ title: 'Unsent', status: 'DRAFT' })] }),
  ]
  open({
    catalogueRequests: () => ({ response, totalCount: 2 }),
    waitingMessages: () => ({ response: [{ requestId: 'q1', happenedDate: '2026-11-21T10:00:00Z' }] }),
  })
  const lines = await linesOf('Catalogue requests')
  expect(lines[0]).toContain('Requested, 1 of 2 answered')
  expect(lines[1]).toContain('Not submitted yet')
  expect(screen.getByRole('link', { name: /^Continue.*Unsent$/ }).getAttribute('href')).toBe(
    '/CreateCatalogueRequest/q2',
  )
  expect((await screen.findByRole('link', { name: /^New message/ })).getAttribute('href')).toMatch(/q1#messages$/)
})

test('what has to be renewed and paid is listed, the earliest due first, and not what was cancelled', async () => {
  open({
    listInvoices: () => ({
      response: [
        invoiceOf(3, { dateDue: '2999-01-31' }),
        invoiceOf(2, { invoiceStatus: 'Paid' }),
        invoiceOf(1, { invoiceStatus: 'Overdue', dateDue: '2026-01-31' }),
        invoiceOf(4, { status: 'Cancelled', invoiceStatus: 'Pending' }),
      ],
    }),
  })
  await screen.findByText('Invoice SCINV1')
  const lines = await linesOf('Invoices and renewals')
  expect(lines.map((each) => each?.replace(/(Catalogue data|SCINV\d).*/, '$1'))).toEqual([
    'Catalogue data',
    'Invoice SCINV1',
    'Invoice SCINV3',
  ])
  expect(lines[1]).toMatch(/overdue for [\d,]+ days/)
  expect(screen.getByRole('link', { name: /^Pay.*Invoice SCINV1$/ }).getAttribute('href')).toBe(
    '/payInvoice/10001/SCINV1',
  )
})

test('new records of both kinds alternate, and the last searches are links', async () => {
  rememberSearch('u1', { title: 'owl', address: '/discover/results/?query=owl', total: 3, at: '2026-11-21T10:00:00Z' })
  open()
  expect(await linesOf('New in the catalogue')).toEqual(
    ['A story', 'Facts', 'Another story'].map((each) => expect.stringContaining(each)),
  )
  expect(await linesOf('Your last searches')).toEqual(['owl3 records'])
})

test('a school without requests sees first steps instead', async () => {
  open({
    listRequests: () => none,
    catalogueRequests: () => none,
    hints: () => ({ response: { ended: false, steps: noSteps } }),
  })
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Invite a colleague' }).getAttribute('href')).toBe('/myColleagues')
  expect(screen.queryByRole('region', { name: 'Catalogue requests' })).toBeNull()
})

test('a step that the school has taken is ticked; with all three, only the hints are left', async () => {
  const hints = (steps: object) => ({ hints: () => ({ response: { ended: false, steps } }) })
  const ticked = async () => {
    const steps = within(await screen.findByRole('region', { name: 'First steps' })).getAllByRole('listitem')
    return steps.map(({ textContent }) => textContent).filter((text) => text?.startsWith('Done: '))
  }
  open(hints({ ...noSteps, download: true }))
  expect(await ticked()).toEqual(['Done: Scan ten books and download their records.'])
  cleanup()
  open(hints(allSteps))
  expect(await ticked()).toEqual([])
  expect(screen.queryByText(/your library system/)).toBeNull()
})

test('a new person sees first steps until they hide them, which the server remembers', async () => {
  let ended = false
  const { calls } = open({
    hints: () => ({ response: { ended, steps: allSteps } }),
    endHints: () => {
      ended = true
      return { response: { ended } }
    },
  })
  expect(await screen.findByRole('region', { name: 'First steps' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Invite a colleague' })).toBeNull()
  expect(await screen.findByRole('region', { name: 'Ready to download' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Hide first steps' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Overview' }))
  expect(calls.filter(({ name }) => name === 'endHints')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Hide overview' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show overview' }))
  expect(await screen.findByRole('region', { name: 'Ready to download' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

test('a person who has ended the first steps sees none, even at a new school', async () => {
  open({ listRequests: () => none, catalogueRequests: () => none })
  expect(await linesOf('New in the catalogue')).toHaveLength(3)
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull()
})

test('a list that fails says so and can be retried, while the others stay', async () => {
  let away = true
  open({
    listInvoices: () => {
      if (away) throw new Problem('unexpected', 500, ['Away'])
      return { response: [invoiceOf(1)] }
    },
  })
  const failed = await card('Invoices and renewals')
  away = false
  await userEvent.click(await failed.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Invoice SCINV1')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Ready to download' })).toBeTruthy()
})

test('it stays folded away at the next visit, and then loads nothing', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Hide overview' }))
  expect(screen.queryByRole('region', { name: 'Ready to download' })).toBeNull()
  cleanup()
  const { calls } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show overview' }))
  expect(calls.slice(0, 1).map(({ name }) => name)).toEqual(['currentUser'])
  expect(await screen.findByRole('region', { name: 'Ready to download' })).toBeTruthy()
})

test('a student has no overview', async () => {
  const { calls } = open({ currentUser: () => ({ ...librarian, user: { ...librarian.user, roles: ['student'] } }) })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByRole('heading', { name: 'Overview' })).toBeNull()
})
