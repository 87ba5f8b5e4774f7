import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { type CatalogueRequest, requestProblem, requestsApi } from '../contract.ts'
import type { TimelineEvent } from '../timeline/contract.ts'
import { DetailsScreen } from './details-screen.tsx'
import { api, item, librarian, request } from './details-testing.ts'

type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']

const event = (more: Partial<TimelineEvent>): TimelineEvent => ({
  id: Math.random().toString(36),
  happenedDate: '2026-11-20T09:00:00Z',
  kind: 'created',
  by: 'Hillview Librarian',
  byDesk: false,
  text: '',
  itemId: null,
  ...more,
})
type Places = { itemId: string; place: number; of: number }[]

function open(
  what: CatalogueRequest | (() => CatalogueRequest),
  { events = [], places = [] }: { events?: TimelineEvent[]; places?: Places } = {},
  fakes: Fakes = {},
) {
  const read = typeof what === 'function' ? what : () => what
  return renderScreen(<DetailsScreen />, {
    api,
    path: '/CatalogueRequestDeatils/$id',
    address: '/CatalogueRequestDeatils/q1',
    fakes: {
      currentUser: () => librarian,
      catalogueRequest: () => ({ response: read() }),
      timeline: () => ({ response: { events, places } }),
      ...fakes,
    },
  })
}
/** The list of requests, cached by an earlier visit. */
const listShown = [requestsApi.catalogueRequests.path, {}]
const card = async (name: string) => within((await screen.findByRole('heading', { level: 3, name })).closest('li')!)

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('an item shows its details, its pictures and its place in the queue', async () => {
  const files = [
    {
      id: 'f1',
      filename: 'cover.jpg',
      filetype: 'image/jpeg',
      filesize: 1000,
      url: '/rest/cataloguerequests/files/f1',
      thumbnailUrl: '/rest/cataloguerequests/files/f1?size=thumbnail',
      caption: 'The cover',
    },
  ]
  open(request({ items: [item({ files, additionalInfo: 'Signed <b>copy</b>' })] }), {
    places: [{ itemId: 'i1', place: 3, of: 45 }],
  })
  const shown = await card('Seven small boats')
  expect(shown.getByText('Book · Photos and details · CI10000018')).toBeTruthy()
  expect(shown.getByText('9780143506522')).toBeTruthy()
  expect(shown.getByText('Harbour Press')).toBeTruthy()
  expect(shown.getByText('Signed <b>copy</b>')).toBeTruthy()
  expect(shown.queryByText('Pages')).toBeNull()
  expect(await shown.findByText('Place 3 of 45 in the queue.')).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'The cover' }))
  const large = within(await screen.findByRole('dialog', { name: 'The cover' }))
  expect(large.getByRole('img').getAttribute('src')).toBe('/rest/cataloguerequests/files/f1')
})

test('physical items show their destination and a link to the slip', async () => {
  open(
    request({ items: [item({ resourceType: 'DVD_CD', physicalResource: true })] }),
    {},
    {
      postageSlip: () => ({
        response: {
          requestNumber: 'CR1000018',
          depot: { id: 'd1', name: 'Southern depot', address: ['1 Wharf Road', 'Hobart'], note: '' },
          items: [],
          requester: { name: '', email: '', organisation: '', customerNo: '', address: [] },
          barcode: 'CR1000018',
          submittedDate: '2026-11-20T10:00:00Z',
        },
      }),
    },
  )
  expect(await screen.findByRole('heading', { name: '1 item to post' })).toBeTruthy()
  expect(await screen.findByText('Southern depot')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Postage slip' }).getAttribute('href')).toBe('/cataloguePostageSlip/q1')
  expect(screen.getByText('Requested', { selector: '.step-line li' }).getAttribute('aria-current')).toBe('step')
})

test('a catalogued item links to its record and its file; several come in one', async () => {
  const done = (id: string, more = {}) =>
    item({ id, title: `Title ${id}`, status: 'CATALOGUED', recordId: `r${id}`, downloadRequestId: `d${id}`, ...more })
  const { calls } = open(
    request({ status: 'CATALOGUED', items: [done('1'), done('2')] }),
    {},
    { downloadCatalogued: () => Promise.reject(requestProblem('nothing_catalogued')) },
  )
  const first = await card('Title 1')
  expect(first.getByRole('link', { name: /^View record/ }).getAttribute('href')).toBe('/discover/details/r1')
  expect(first.getByRole('link', { name: /^Download/ }).getAttribute('href')).toBe('/downloadRequest/d1')
  await userEvent.click(screen.getByRole('button', { name: 'Download 2 records' }))
  await waitFor(() => expect(calls.some(({ name }) => name === 'downloadCatalogued')).toBe(true))
})

test('a declined item says why', async () => {
  open(request({ status: 'DECLINED', items: [item({ status: 'DECLINED', declineReason: 'Not a library item' })] }))
  expect((await card('Seven small boats')).getByText('Not a library item')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
})

test('a waiting item is withdrawn after confirmation; if it was answered meanwhile, that is reported', async () => {
  let withdrawn = false
  const { calls, cache } = open(
    () => request({ items: [item({ status: withdrawn ? 'WITHDRAWN' : 'REQUESTED' })] }),
    {},
    {
      withdrawItem: () => {
        if (!withdrawn) {
          withdrawn = true
          throw requestProblem('item_answered')
        }
        return { response: request() }
      },
    },
  )
  cache.setQueryData(listShown, { response: [] })
  await userEvent.click(await screen.findByRole('button', { name: /^Withdraw/ }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  expect(await dialog.findByText('This item has already been answered.')).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(calls.findLast(({ name }) => name === 'withdrawItem')?.input).toEqual({ id: 'q1', itemId: 'i1' })
  expect(await screen.findByText('Withdrawn', { selector: '.status' })).toBeTruthy()
  expect(cache.getQueryState(listShown)?.isInvalidated).toBe(true)
})

test('the timeline shows what happened, with repeated saves as one entry', async () => {
  open(request({ items: [item(), item({ id: 'i2', title: 'Second' })] }), {
    events: [
      event({ kind: 'created' }),
      event({ kind: 'changed' }),
      event({ kind: 'changed' }),
      event({ kind: 'submitted' }),
      event({ kind: 'received', itemId: 'i2', by: 'SCIS', byDesk: true }),
      event({ kind: 'message', by: 'SCIS', byDesk: true, text: 'Which edition?' }),
    ],
  })
  const timeline = within(await screen.findByRole('complementary', { name: 'Activity' }))
  const lines = (await timeline.findAllByRole('listitem')).map((line) => line.querySelector('p')!.textContent)
  expect(lines).toEqual(['Draft created', 'Draft changed 2 times', 'Submitted', 'Second has arrived', 'SCIS'])
  expect(screen.getByText('Which edition?')).toBeTruthy()
})

test('a message to the desk is sent; a refused or unsent one is not lost', async () => {
  let refuse = true
  const sentences: string[] = []
  const fakes: Fakes = {
    sendMessage: ({ text }) => {
      if (refuse) throw requestProblem('request_not_found')
      sentences.push(text)
      return { response: event({ kind: 'message', text }) }
    },
  }
  open(request(), {}, fakes)
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Please enter a message.')).toBeTruthy()
  const field = () => screen.getByRole('textbox', { name: 'Message us' }) as HTMLTextAreaElement
  await userEvent.type(field(), 'The second edition')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('We couldn’t find this catalogue request.')).toBeTruthy()
  cleanup()
  refuse = false
  open(request(), {}, fakes)
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message us' })).value).toBe(
    'The second edition',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(field().value).toBe(''))
  expect(sentences).toEqual(['The second edition'])
})

test('a draft can be continued, or deleted after confirmation; there is no one to write to yet', async () => {
  const { calls, cache } = open(
    request({ status: 'DRAFT', submittedDate: null, items: [item({ status: 'DRAFT' })] }),
    {},
    { removeCatalogueRequest: ({ id }) => ({ response: { id } }) },
  )
  cache.setQueryData(listShown, { response: [] })
  expect((await screen.findByRole('link', { name: 'Continue' })).getAttribute('href')).toBe(
    '/CreateCatalogueRequest/q1',
  )
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete this draft' }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(calls.some(({ name }) => name === 'removeCatalogueRequest')).toBe(true))
  // The list afterwards is not the cached one with the draft.
  await waitFor(() => expect(cache.getQueryState(listShown)).toBeUndefined())
})

test('a draft is submitted from its page, which then shows the request', async () => {
  const draft = request({ status: 'DRAFT', submittedDate: null, items: [item({ status: 'DRAFT' })] })
  let sent = false
  open(
    () => (sent ? request() : draft),
    { places: [{ itemId: 'i1', place: 4, of: 5 }] },
    {
      confirmView: () => ({ response: { request: draft, depots: [], usualDepot: null } }),
      confirmRequest: () => {
        sent = true
        return { response: request() }
      },
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Proceed to submit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Submit request' }))
  const notice = (await screen.findByText('Request submitted successfully')).closest('p')!
  await waitFor(() => expect(notice.textContent).toMatch(/: CR\d+\. We’ve emailed you\. Place 4 of 5 in the queue\.$/))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.querySelector('.made .status')?.textContent).toBe('Requested')
})

test('a copy is a new draft with the same items, texts and pictures', async () => {
  const picture = { id: 'f1', filename: 'a.jpg', filetype: 'image/jpeg', filesize: 9, caption: 'The cover' }
  const files = [{ ...picture, url: '/a', thumbnailUrl: '/b' }]
  const { calls } = open(
    request({ items: [item({ status: 'DECLINED', declineReason: 'x', recordId: null, files })] }),
    {},
    { createCatalogueRequest: () => ({ response: request({ id: 'q9', status: 'DRAFT' }) }) },
  )
  const gone = vi.spyOn(window.history, 'pushState')
  await userEvent.click(await screen.findByRole('button', { name: 'Copy as a new request' }))
  await waitFor(() => expect(gone.mock.lastCall?.[2]).toBe('/CreateCatalogueRequest/q9'))
  const sent = calls.find(({ name }) => name === 'createCatalogueRequest')!.input as { items: object[] }
  expect(sent.items[0]).toMatchObject({ title: 'Seven small boats', resourceType: 'BOOK', physicalResource: false })
  expect(sent.items[0]).toMatchObject({ files: [{ id: 'f1', caption: 'The cover' }] })
  expect(Object.keys(sent.items[0]!)).not.toContain('declineReason')
})

test('another school’s request and an unknown one are reported as absent', async () => {
  open(() => {
    throw requestProblem('request_not_found')
  })
  expect(await screen.findByText('We couldn’t find this catalogue request.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'My catalogue requests' }).getAttribute('href')).toBe('/myCatalogueRequests')
})

test('the items of a request are exported with their status', async () => {
  open(request({ items: [item({}), item({ id: 'i2', itemNumber: 'CI2', title: 'Another', status: 'DECLINED' })] }))
  const [head, ...lines] = await exportedLines()
  expect(head).toMatch(/^Request,Status,.*,Item,Item status,Title,/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(',Seven small boats,')
  expect(lines[1]).toContain(',CI2,Declined,Another,')
})
