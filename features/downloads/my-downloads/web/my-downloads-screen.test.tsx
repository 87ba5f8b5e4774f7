import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ItemLine, RequestLine } from '#features/downloads/my-downloads/contract.ts'
import type { Input } from '#kit/contract.ts'
import { dayAfter } from '#kit/day.ts'
import { readersDay } from '#kit/web/dates.ts'
import { exported, pressKey, renderScreen } from '#kit/web/testing.tsx'
import { Toasts } from '#ui/overlay/toast.tsx'
import { api, librarian, request } from '../../web/testing.ts'
import { MyDownloadsScreen } from './my-downloads-screen.tsx'

const now = new Date('2026-11-21T10:00:00Z')

function line(more: Partial<RequestLine> = {}): RequestLine {
  const {
    identities: _i,
    matchedRecords: _m,
    unmatchedRecords: _u,
    unmatchedReasons: _r,
    choices: _c,
    ...rest
  } = request({ createdDate: '2026-11-21T09:30:00Z', fileSize: 48_000 })
  return { ...rest, matchedCount: 12, unmatchedCount: 2, choicesCount: 0, requestedBy: 'Lee Brown', ...more }
}
const counts = {
  years: [
    { year: 2025, count: 30, records: 900 },
    { year: 2026, count: 5, records: 120 },
  ],
  days: [
    { day: '2026-03-02', count: 2, records: 20 },
    { day: '2026-11-21', count: 3, records: 100 },
  ],
}
type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
type ListInput = Input<typeof api.listRequests>
function open(
  lines: RequestLine[] | ((input: ListInput) => RequestLine[]),
  address = '/myDownloads',
  fakes: Fakes = {},
) {
  const screens = (
    <>
      <MyDownloadsScreen />
      <Toasts />
    </>
  )
  const view = renderScreen(screens, {
    api,
    path: '/myDownloads',
    address,
    fakes: {
      currentUser: () => librarian,
      listRequests: (input) => {
        const all = typeof lines === 'function' ? lines(input) : lines
        const start = ((input.pageNumber ?? 1) - 1) * (input.pageSize ?? 30)
        const response = all.slice(start, start + (input.pageSize ?? 30))
        return { response, totalCount: all.length, hiddenCount: 0 }
      },
      yearAndDay: () => ({ response: counts }),
      ...fakes,
    },
  })
  const inputs = () => view.calls.filter(({ name }) => name === 'listRequests').map(({ input }) => input as ListInput)
  return { ...view, inputs }
}
const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!)

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }))
/** Timers that tests advance. */
const ownTimers = () =>
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

test('a request in the list shows its type, its author, its matches and its file', async () => {
  open([line({ choicesCount: 2 })])
  const shown = await row('Term 1')
  expect(shown.getByText('Quick request')).toBeTruthy()
  expect(shown.getByText('30 minutes ago')).toBeTruthy()
  expect(shown.getByText('Lee Brown')).toBeTruthy()
  expect(shown.getByText('Ready')).toBeTruthy()
  expect(shown.getByRole('link', { name: '2 to choose' }).getAttribute('href')).toBe('/downloadRequest/r1')
  expect(shown.getByText('48 kB')).toBeTruthy()
  expect(shown.getByRole('link', { name: /^Download ?: Term 1$/ }).getAttribute('href')).toBe(
    '/rest/mydownload/download?requestId=r1',
  )
  expect(screen.getByText('Today')).toBeTruthy()
})

test('a downloaded file can be downloaded again; if nothing matched there is none', async () => {
  open([line({ downloadComplete: true }), line({ id: 'r2', requestName: 'Nothing', fileSize: null, matchedCount: 0 })])
  expect((await row('Term 1')).getByRole('link', { name: /^Download again ?: Term 1$/ })).toBeTruthy()
  expect((await row('Nothing')).getByText('Nothing found')).toBeTruthy()
  expect((await row('Nothing')).queryByRole('link', { name: /^Download/ })).toBeNull()
})

test('a page has thirty requests, and the page is part of the address', async () => {
  const lines = Array.from({ length: 70 }, (_, i) => line({ id: `r${i}`, requestName: `Request ${i}` }))
  const { inputs } = open(lines)
  await screen.findByRole('link', { name: 'Request 29' })
  expect(screen.queryByText('Request 30')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Page 3' }))
  expect(await screen.findByRole('link', { name: 'Request 69' })).toBeTruthy()
  expect(window.location.search).toBe('?pageNumber=3')
  expect(inputs().at(-1)).toEqual({ selectedOrder: '3', pageNumber: 3, pageSize: 30, view: 'shown' })
  act(() => window.history.back())
  expect(await screen.findByRole('link', { name: 'Request 0' })).toBeTruthy()
})

test('words, type and order narrow the list, and lead to its first page', async () => {
  const { inputs } = open([line()], '/myDownloads?pageNumber=2')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a download' }), 'picture books')
  await waitFor(() => expect(window.location.search).toBe('?query=picture+books'))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Digital content')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Title (A-Z)')
  await waitFor(() =>
    expect(inputs().at(-1)).toEqual({
      query: 'picture books',
      requestType: 'DIGITAL',
      selectedOrder: '1',
      pageNumber: 1,
      pageSize: 30,
      view: 'shown',
    }),
  )
  expect(window.location.search).toBe('?query=picture+books&requestType=DIGITAL&selectedOrder=1')
  expect([...screen.getByRole('combobox', { name: 'Sort by' }).querySelectorAll('option')].map((o) => o.value)).toEqual(
    ['3', '1', '2', '4'],
  )
})

test('a reload shows the state in the address', async () => {
  const { inputs } = open([line()], '/myDownloads?query=term&requestType=FOLDER&on=2026-11-21&selectedOrder=2')
  await screen.findByRole('link', { name: 'Term 1' })
  expect(inputs()[0]).toEqual({
    query: 'term',
    requestType: 'FOLDER',
    on: '2026-11-21',
    selectedOrder: '2',
    pageNumber: 1,
    pageSize: 30,
    view: 'shown',
  })
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('term')
  await userEvent.click(screen.getByRole('button', { name: /^Remove November 21, 2026/ }))
  expect(window.location.search).toBe('?query=term&requestType=FOLDER&selectedOrder=2')
})

test('unfinished requests are polled ten times, and then on demand', async () => {
  ownTimers()
  const { inputs } = open([line({ requestStatus: 'PROCESSING', fileSize: null })])
  await row('Term 1')
  expect(screen.queryByRole('button', { name: /Check again/ })).toBeNull()
  for (let look = 1; look <= 10; look++) await later(600)
  const button = await screen.findByRole('button', { name: /Check again/ })
  expect(inputs()).toHaveLength(11)
  fireEvent.click(button)
  await later(600)
  await waitFor(() => expect(inputs().length).toBeGreaterThan(11))
})

test('a request that becomes ready shows its file without a reload', async () => {
  ownTimers()
  let ready = false
  open(() => [ready ? line() : line({ requestStatus: 'PROCESSING', fileSize: null })])
  expect((await row('Term 1')).getByText('Processing')).toBeTruthy()
  ready = true
  await later(600)
  expect(await screen.findByRole('link', { name: /^Download ?: Term 1$/ })).toBeTruthy()
})

test('the download of an unfinished request waits for its file, and says why it did not come', async () => {
  ownTimers()
  open([line({ requestStatus: 'SCHEDULED', fileSize: null })], '/myDownloads', {
    requestStatus: () => 'FAILED',
    requestDetails: () => ({ response: request({ requestStatus: 'FAILED', messages: ['The disk is full.'] }) }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Download ?: Term 1$/ }))
  await waitFor(async () => {
    await later(1200)
    expect((await row('Term 1')).getByRole('alert').textContent).toBe('The disk is full.')
  })
})

test('the time is chosen above the list', async () => {
  const { inputs } = open([line()], '/myDownloads?on=2024-07-09')
  const when = await screen.findByRole('combobox', { name: 'When' })
  const options = () => [...when.querySelectorAll('option')].map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(options()).toEqual(['All time', '2026', '2025', 'November 2026', 'March 2026', 'July 9, 2024']),
  )
  await userEvent.selectOptions(when, 'March 2026')
  await waitFor(() => expect(inputs().at(-1)).toMatchObject({ on: '2026-03' }))
  await userEvent.selectOptions(when, 'All time')
  expect(window.location.search).toBe('')
})

test('a sentence counts the requests of the last month and week', async () => {
  const days = [0, 6, 7, 29, 30].map((back) => ({ day: dayAfter(readersDay(), -back), count: 2, records: 5 }))
  open([line()], '/myDownloads', { yearAndDay: () => ({ response: { years: [], days } }) })
  expect(await screen.findByText(/8 requests in the last 30 days, 4 in the last 7\./)).toBeTruthy()
})

test('a file is not said to hold covers if no record has one', async () => {
  open([
    line({ id: 'r1', requestName: 'With', content: 'DATA_AND_IMAGE', covers: 2 }),
    line({ id: 'r2', requestName: 'Without', content: 'DATA_AND_IMAGE', covers: 0 }),
  ])
  expect((await row('With')).getByText(/MARC 21, covers/)).toBeTruthy()
  expect((await row('Without')).queryByText(/covers/)).toBeNull()
})

test('a request is renamed from its menu, and made again', async () => {
  let name = 'Term 1'
  const { calls } = open(() => [line({ requestName: name })], '/myDownloads', {
    renameRequest: ({ requestName }) => {
      name = requestName
      return { response: request({ requestName }) }
    },
    requestDetails: () => ({ response: request({ requestName: name, identities: '111,222' }) }),
    createRequest: () => ({ response: request({ id: 'r9' }) }),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Term 1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }))
  const field = await screen.findByRole('textbox', { name: 'Request name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'Readers{Enter}')
  expect(await screen.findByRole('link', { name: 'Readers' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Readers' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Request again' }))
  await waitFor(() =>
    expect(calls.find((each) => each.name === 'createRequest')?.input).toEqual({
      identities: ['111', '222'],
      requestName: 'Readers',
      content: 'DATA_ONLY',
    }),
  )
})

const together = (...ids: string[]) => `/rest/mydownload/download/together?requestIds=${ids.join('%2C')}`
const item = (id: string, itemType: ItemLine['itemType'], more: Partial<RequestLine> = {}): ItemLine => ({
  ...line({ id, requestType: 'ITEM', requestName: 'Owl Moon', ...more }),
  itemType,
})

test('the files of a record are one row, each to download again, and all together', async () => {
  ownTimers()
  const files = [
    item('m', 'marc', { downloadComplete: true, fileSize: 2000 }),
    item('d', 'data', { requestStatus: 'PROCESSING', fileSize: null }),
    item('i', 'image', { content: 'IMAGE_ONLY' }),
    item('h', 'html'),
  ]
  let made = false
  open(() => [
    {
      ...files[3]!,
      files: made ? files.map((each) => ({ ...each, requestStatus: 'READY' as const, fileSize: 9 })) : files,
    },
  ])
  const shown = await row('Owl Moon')
  expect(shown.getByText('Processing')).toBeTruthy()
  const links = () => shown.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links()).toEqual([
    ['Owl Moon', '/downloadRequest/h'],
    ['MARC', '/rest/mydownload/download?requestId=m'],
    ['Cover', '/rest/mydownload/download?requestId=i'],
    ['Web page', '/rest/mydownload/download/html?requestId=h'],
  ])
  made = true
  await later(600)
  vi.useRealTimers()
  const all = await shown.findByRole('link', { name: /^Download all ?: Owl Moon$/ })
  expect(all.getAttribute('href')).toBe(together('m', 'd', 'i', 'h'))
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Owl Moon' }))
  const entries = await screen.findAllByRole('menuitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Download MARC, 9 bytes',
    'Download Data, 9 bytes',
    'Download Cover, 9 bytes',
    'Download web page, HTML',
    'Read and print',
    'Request page',
    'Rename',
    'Request again',
    'Hide',
  ])
})

test('a record’s page that was only viewed does not make the row wait for its download', async () => {
  const files = [item('m', 'marc', { downloadComplete: true }), item('h', 'html')]
  open([{ ...files[1]!, files }])
  expect((await row('Owl Moon')).getByText('Downloaded')).toBeTruthy()
})

test('selected rows are downloaded together, without those that have no file', async () => {
  const files = [item('m', 'marc'), item('i', 'image')]
  open([line(), line({ id: 'r2', requestName: 'Nothing', fileSize: null }), { ...files[0]!, files }])
  await row('Term 1')
  expect(screen.queryByRole('region', { name: 'Selected downloads' })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Nothing' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected downloads' }))
  expect(bar.getByRole('status').textContent).toBe('1 download has no file and will be left out.')
  expect(bar.queryByRole('link')).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select all 3 downloads on this page/ }))
  expect(bar.getByText('3 downloads selected')).toBeTruthy()
  expect(bar.getByRole('link', { name: 'Download 2 together' }).getAttribute('href')).toBe(together('r1', 'm', 'i'))
  await userEvent.click(bar.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Selected downloads' })).toBeNull()
})

test('one ZIP has a limited number of files, and the bar says so', async () => {
  const kinds = ['marc', 'data', 'image', 'html'] as const
  open(
    Array.from({ length: 26 }, (_, n) => {
      const files = kinds.map((kind) => item(`${n}${kind}`, kind))
      return { ...files[0]!, files }
    }),
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select all 26/ }))
  const bar = within(await screen.findByRole('region', { name: 'Selected downloads' }))
  expect(bar.getByRole('status').textContent).toMatch(/^These have 104 files; one ZIP holds at most 100\./)
  expect(bar.queryByRole('link')).toBeNull()
})

/** A list whose rows are hidden and shown. */
function openHidable() {
  const hidden = new Set<string>()
  const all = [line(), line({ id: 'r2', requestName: 'Term 2' }), line({ id: 'r3', requestName: 'Term 3' })]
  return open([], '/myDownloads', {
    listRequests: ({ view }) => {
      const response = all.filter(({ id }) => hidden.has(id) === (view === 'hidden'))
      return { response, totalCount: response.length, hiddenCount: hidden.size }
    },
    hideRequests: (input) => {
      for (const id of input.requestIds) input.hidden ? hidden.add(id) : hidden.delete(id)
      return {}
    },
  })
}

test('a row is hidden from its menu, and the toast undoes it', async () => {
  openHidable()
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Term 1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Term 1' })).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Term 2'))
  expect(screen.getByRole('link', { name: 'Show hidden (1)' })).toBeTruthy()
  const toast = within((await screen.findByText('“Term 1” hidden from your list.')).closest<HTMLElement>('.toast')!)
  await userEvent.click(toast.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('link', { name: 'Term 1' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^Show hidden/ })).toBeNull()
})

test('several rows are hidden at once, listed apart, and shown again', async () => {
  const { calls } = openHidable()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Term 2' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Term 3' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Term 3' })).toBeNull())
  expect(calls.find(({ name }) => name === 'hideRequests')?.input).toEqual({ requestIds: ['r2', 'r3'], hidden: true })
  await userEvent.click(screen.getByRole('link', { name: 'Show hidden (2)' }))
  expect(window.location.search).toBe('?hidden=1')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Term 3' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unhide' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Term 3' })).toBeNull())
  expect(await screen.findByRole('link', { name: 'Term 2' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^Remove Hidden/ }))
  expect(await screen.findByRole('link', { name: 'Term 3' })).toBeTruthy()
})

test('if every row is hidden, the list says so', async () => {
  open([], '/myDownloads', { listRequests: () => ({ response: [], totalCount: 0, hiddenCount: 4 }) })
  expect(await screen.findByRole('heading', { name: 'All of these downloads are hidden' })).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Show hidden downloads' }))
  expect(window.location.search).toBe('?hidden=1')
})

test('J and K move from row to row, and D downloads the file', async () => {
  open([line(), line({ id: 'r2', requestName: 'Term 2' })])
  const download = (await row('Term 2')).getByRole('link', { name: /^Download ?: Term 2$/ })
  const pressed = vi.fn((event: Event) => event.preventDefault())
  download.addEventListener('click', pressed)
  await waitFor(() => {
    pressKey('j')
    expect(document.activeElement?.textContent).toBe('Term 1')
  })
  pressKey('j')
  expect(document.activeElement?.textContent).toBe('Term 2')
  pressKey('d')
  expect(pressed).toHaveBeenCalledOnce()
  pressKey('k')
  expect(document.activeElement?.textContent).toBe('Term 1')
})

test('every request is exported, page by page, with a row for each file of a record', async () => {
  const { inputs } = open(Array.from({ length: 130 }, (_, i) => line({ id: `r${i}`, requestName: `=Request ${i}` })))
  const { lines } = await exported()
  expect(lines).toHaveLength(131)
  expect(inputs().at(-1)).toEqual({ selectedOrder: '3', pageNumber: 2, pageSize: 100 })
  expect(lines[1]).toMatch(
    /^'=Request 0,Quick request,2026-11-21T09:30:00.000Z,Lee Brown,READY,no,12,2,0,MARC 21,48000$/,
  )
})

test('an empty list links to the ways of requesting, one without matches back to all', async () => {
  open([])
  expect(await screen.findByRole('heading', { name: 'No downloads yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Quick request' })).toBeTruthy()
  cleanup()
  open([], '/myDownloads?query=zzz')
  await userEvent.click(await screen.findByRole('button', { name: 'Show all downloads' }))
  expect(window.location.search).toBe('')
})
