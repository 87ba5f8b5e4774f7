import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { downloadProblem } from '#features/downloads/contract.ts'
import { Problem } from '#kit/problem.ts'
import { exported, renderScreen } from '#kit/web/testing.tsx'
import { keepDraft, readDraft } from '../../quick-request/web/draft.ts'
import { api, hit, librarian, request, searchAmong } from '../../web/testing.ts'
import { RequestScreen } from './request-screen.tsx'

const hits = Array.from({ length: 120 }, (_, i) =>
  hit(String(1000 + i), `Title ${i}`, { isbn13: [`97800000${String(i).padStart(5, '0')}`] }),
)
type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
const open = (what: DownloadRequest | (() => DownloadRequest), fakes: Fakes = {}) => {
  const read = typeof what === 'function' ? what : () => what
  return renderScreen(<RequestScreen />, {
    api,
    path: '/downloadRequest/$requestId',
    address: '/downloadRequest/r1',
    fakes: {
      requestDetails: () => ({ response: read() }),
      requestStatus: () => read().requestStatus,
      search: searchAmong(hits),
      currentUser: () => librarian,
      ...fakes,
    },
  })
}
const download = () => screen.queryByRole('link', { name: /^Download / })

const linksShown = () => screen.getAllByRole('link', { name: /^Title/ }).map((link) => link.textContent)

/** Timers that the test advances. */
const ownTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
const oneLook = () => act(() => vi.advanceTimersByTimeAsync(1200))

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

test('a ready request shows its records and a link that the browser saves', async () => {
  open(request({ matchedRecords: '1000,1001', fileSize: 48_211 }))
  expect(await screen.findByRole('link', { name: 'Title 0' })).toHaveProperty('pathname', '/discover/details/1000')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Term 1')
  expect(screen.getByText('The download request is ready.')).toBeTruthy()
  expect(download()?.getAttribute('href')).toBe('/rest/mydownload/download?requestId=r1')
  expect(download()?.textContent).toBe('Download MARC 21, 48 kB')
  expect(screen.getByRole('tab', { name: /Matched/ }).textContent).toBe('Matched2')
  expect(screen.getByText('Ready').closest('li')?.getAttribute('aria-current')).toBe('step')
})

test('records that a library system took are listed without a file', async () => {
  open(
    request({
      requestType: 'LIBRARY_SYSTEM',
      requestName: 'Z39.50, 25 November 2026',
      identities: '1000,1001',
      matchedRecords: '1000,1001',
      downloadComplete: true,
      fileSize: null,
      dataSize: null,
      asked: { protocol: 'Z39.50' },
    }),
  )
  expect(await screen.findByText('To get a file, select Request again.')).toBeTruthy()
  expect(screen.getByText(/2 records downloaded by your library system \(Z39\.50\)/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Read and print' }).getAttribute('href')).toContain('view=inline')
  expect(download()).toBeNull()
  expect(screen.queryByText('Processed')).toBeNull()
  expect(await screen.findByRole('link', { name: 'Title 0' })).toBeTruthy()
})

test('a downloaded file says so', async () => {
  open(request({ matchedRecords: '1000', fileSize: 1, downloadComplete: true }))
  expect(await screen.findByText('Downloaded')).toBeTruthy()
})

test('fifty records are shown first, all on demand', async () => {
  const { calls } = open(request({ matchedRecords: hits.map(({ _id }) => _id).join(','), fileSize: 1 }))
  await screen.findByText('Title 49')
  expect(screen.getAllByRole('row')).toHaveLength(51)
  expect(screen.queryByText('Title 50')).toBeNull()
  expect(calls.filter((each) => each.name === 'search')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Show all 120' })).toBeTruthy()
})

test('a record that has left the catalogue is named', async () => {
  open(request({ matchedRecords: '1000,77', fileSize: 1 }))
  expect(await screen.findByText('Record 77 is no longer in the catalogue.')).toBeTruthy()
})

test('each unmatched identifier has its reason and the next step', async () => {
  open(
    request({
      matchedRecords: '1000',
      fileSize: 1,
      unmatchedRecords: '9780000000002,9780306406158,9.78044E+12,hello',
      unmatchedReasons: {
        '9780000000002': 'not_found',
        '9780306406158': 'bad_check_digit',
        '9.78044E+12': 'spreadsheet_damage',
        hello: 'not_an_identifier',
      },
    }),
  )
  await userEvent.click(await screen.findByRole('tab', { name: /Unmatched/ }))
  await screen.findByRole('cell', { name: '9780000000002' })
  const row = (text: string) => within(screen.getByRole('cell', { name: text }).closest('tr')!)
  expect(row('9780000000002').getByText('Not in the catalogue')).toBeTruthy()
  expect(row('9780000000002').getByRole('link', { name: 'request cataloguing' }).getAttribute('href')).toBe(
    '/CreateCatalogueRequest?identifiers=9780000000002',
  )
  expect(row('9780306406158').getByRole('link', { name: '9780306406157' })).toBeTruthy()
  expect(row('9.78044E+12').getByText('Number cut short by a spreadsheet')).toBeTruthy()
  expect(row('hello').getByText('Not an ISBN, ISSN, barcode or record number')).toBeTruthy()
})

test('an identifier that a record only holds says so, and one press confirms its record', async () => {
  const before = request({
    matchedRecords: '1000',
    fileSize: 1,
    unmatchedRecords: '9780306406157,9780000000002',
    unmatchedReasons: { '9780306406157': 'print_isbn', '9780000000002': 'not_found' },
    choices: [{ identifier: '9780306406157', ids: ['1001'], heldAs: { 1001: 'print_isbn' } }],
  })
  const { calls } = open(before, {
    chooseRecords: () => ({
      response: request({
        matchedRecords: '1000,1001',
        fileSize: 2,
        unmatchedRecords: '9780000000002',
        unmatchedReasons: { '9780000000002': 'not_found' },
      }),
    }),
  })
  expect(
    await screen.findByText(/^One identifier is in the catalogue only as a cancelled or invalid number\./),
  ).toBeTruthy()
  expect(screen.getByRole('tab', { name: /To confirm/ })).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: /Unmatched/ }))
  const cell = await screen.findByRole('cell', { name: /^Print ISBN of the e-book “ ?Title 1 ?”$/ })
  const row = within(cell.closest('tr')!)
  expect(row.getByRole('link', { name: 'Title 1' })).toHaveProperty('pathname', '/discover/details/1001')
  expect(row.getByRole('link', { name: 'request cataloguing' })).toBeTruthy()
  row.getByRole('button', { name: 'Use this record for 9780306406157' }).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('tab', { name: /Matched.*2/ })).toBeTruthy())
  expect(calls.find(({ name }) => name === 'chooseRecords')?.input).toEqual({
    requestId: 'r1',
    chosen: [{ identifier: '9780306406157', ids: ['1001'] }],
  })
  expect(screen.queryByRole('cell', { name: '9780306406157' })).toBeNull()
  expect(document.activeElement?.getAttribute('role')).toBe('tab')
})

test('the file of unmatched identifiers names the record that only holds one', async () => {
  open(
    request({
      unmatchedRecords: '9780306406157',
      unmatchedReasons: { '9780306406157': 'print_isbn' },
      choices: [{ identifier: '9780306406157', ids: ['1001'], heldAs: { 1001: 'print_isbn' } }],
    }),
  )
  await userEvent.click(await screen.findByRole('tab', { name: /Unmatched/ }))
  const { name, lines } = await exported('CSV for spreadsheets')
  expect(name).toMatch(/, unmatched for spreadsheets\.csv$/)
  expect(lines[1]).toMatch(/Print ISBN in an e-book record,,Title 1,.*1001/)
})

test('several records that hold an identifier are side by side, each with how it holds it', async () => {
  open(
    request({
      unmatchedRecords: '9780306406157',
      unmatchedReasons: { '9780306406157': 'print_isbn' },
      choices: [
        {
          identifier: '9780306406157',
          ids: ['1001', '1002'],
          heldAs: { 1001: 'print_isbn', 1002: 'invalid_isbn' },
        },
      ],
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Choose from 2 records for 9780306406157' }))
  expect(screen.getByRole('tab', { name: /To confirm/ }).getAttribute('aria-selected')).toBe('true')
  const choice = await screen.findByRole('group', { name: /9780306406157/ })
  expect(await within(choice).findByText('Print ISBN of the e-book')).toBeTruthy()
  expect(within(choice).getByText('Invalid ISBN')).toBeTruthy()
})

test('after the download, an unconfirmed identifier can be requested again', async () => {
  open(
    request({
      matchedRecords: '1000',
      fileSize: 1,
      downloadComplete: true,
      unmatchedRecords: '9780306406157',
      unmatchedReasons: { '9780306406157': 'invalid_isbn' },
    }),
  )
  await userEvent.click(await screen.findByRole('tab', { name: /Unmatched/ }))
  const row = within((await screen.findByRole('cell', { name: 'Invalid ISBN in a record' })).closest('tr')!)
  expect(row.getByRole('link', { name: 'Request it again' })).toBeTruthy()
})

test('a record shows the requested number first, and without any number its record number', async () => {
  const plain = hit('77', 'Title without a number')
  const book = hit('78', 'Title with two', { isbn13: ['9780143506522', '9781869713805'], isbn10: ['0143506528'] })
  open(request({ identities: '77,978-1-86971-380-5', matchedRecords: '77,78,1000', fileSize: 1 }), {
    search: searchAmong([plain, book, ...hits]),
  })
  const numbers = async (title: string) =>
    [...(await screen.findByRole('link', { name: title })).closest('tr')!.querySelectorAll('.number-cell .code')].map(
      (cell) => cell.textContent,
    )
  expect(await numbers('Title without a number')).toEqual(['77Record number'])
  expect(await numbers('Title with two')).toEqual(['9781869713805', '9780143506522'])
  expect(await numbers('Title 0')).toEqual(['9780000000000'])
})

test('a column header sorts all records, not only the visible ones', async () => {
  const { calls } = open(request({ matchedRecords: hits.map(({ _id }) => _id).join(','), fileSize: 1 }))
  await screen.findByText('Title 49')
  await userEvent.click(screen.getByRole('button', { name: 'Title' }))
  await waitFor(() =>
    expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('ascending'),
  )
  expect(linksShown().slice(0, 3)).toEqual(['Title 0', 'Title 1', 'Title 2'])
  await userEvent.click(screen.getByRole('button', { name: 'Title' }))
  await waitFor(() => expect(linksShown().slice(0, 3)).toEqual(['Title 119', 'Title 118', 'Title 117']))
  expect(screen.getByRole('columnheader', { name: 'Title' }).getAttribute('aria-sort')).toBe('descending')
  // Uses the calls that the rows make anyway, of fifty records each.
  const searches = calls.filter((each) => each.name === 'search').map((each) => JSON.stringify(each.input))
  expect(new Set(searches).size).toBe(3)
})

test('matched records are exported completely, in display order, with identifiers as text', async () => {
  const formula = hit('77', '=HYPERLINK("x")', { isbn13: ['9780143506522'] })
  open(
    request({
      identities: '9780143506522',
      matchedRecords: ['77', ...hits.map(({ _id }) => _id)].join(','),
      fileSize: 1,
    }),
    {
      search: searchAmong([formula, ...hits]),
    },
  )
  await screen.findByText('Title 0')
  const { name, lines } = await exported()
  expect(name).toBe('Term 1, matched.csv')
  expect(lines).toHaveLength(122)
  expect(lines[0]).toBe('Title,Responsibility,Type,Year,Identifier,Other identifiers,Record number')
  expect(lines[1]).toBe(`"'=HYPERLINK(""x"")",,Book,2021,9780143506522,,77`)
  expect(lines.at(-1)).toMatch(/^Title 119,/)
})

test('unmatched identifiers are sorted by reason and exported in that order', async () => {
  open(
    request({
      unmatchedRecords: '9780000000002,hello,9780306406158',
      unmatchedReasons: {
        '9780000000002': 'not_found',
        hello: 'not_an_identifier',
        '9780306406158': 'bad_check_digit',
      },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Reason' }))
  await userEvent.click(screen.getByRole('button', { name: 'Reason' }))
  const shown = screen.getAllByRole('row').map((row) => row.querySelector('.unmatched-cell')?.textContent)
  expect(shown.slice(1)).toEqual(['9780306406158', '9780000000002', 'hello'])
  expect((await exported()).lines).toEqual([
    'Identifier,Reason,Probably meant,Held by,Record number,Catalogue request',
    '9780306406158,Wrong check digit,9780306406157,,,',
    '9780000000002,Not in the catalogue,,,,',
    'hello,"Not an ISBN, ISSN, barcode or record number",,,,',
  ])
})

test('fifty unmatched identifiers are shown first, all on demand', async () => {
  const identifiers = Array.from({ length: 60 }, (_, i) => `97800000${String(i).padStart(5, '0')}`)
  open(request({ unmatchedRecords: identifiers.join() }))
  await screen.findByRole('table', { name: 'Unmatched identifiers' })
  const shown = () => screen.getAllByRole('checkbox', { name: /^Select 978/ }).length
  expect(shown()).toBe(50)
  await userEvent.click(screen.getByRole('button', { name: 'Show all 60' }))
  expect(shown()).toBe(60)
})

test('a word in place of a number is searched for', async () => {
  open(request({ unmatchedRecords: 'hello', unmatchedReasons: { hello: 'not_an_identifier' } }))
  const link = await screen.findByRole('link', { name: 'search for it' })
  expect(link.getAttribute('href')).toBe('/discover/results/?query=hello')
  expect(screen.getByRole('link', { name: 'Search by title' }).getAttribute('href')).toBe('/discover/results/#search')
})

test('unmatched identifiers are copied into a new request, below its existing text', async () => {
  keepDraft('u1', { text: '9781869713805', name: 'Half done', content: 'DATA_ONLY', confirmed: {} })
  open(
    request({
      unmatchedRecords: 'hello,9780306406158',
      unmatchedReasons: { hello: 'not_an_identifier', '9780306406158': 'bad_check_digit' },
    }),
  )
  await userEvent.click((await screen.findAllByRole('link', { name: 'Fix in a new request' }))[0]!)
  expect(window.location.pathname).toBe('/')
  expect(readDraft('u1')).toEqual({
    text: '9781869713805\nhello\n9780306406158',
    name: 'Half done',
    content: 'DATA_ONLY',
    confirmed: {},
  })
})

test('the page has no title until the request’s own is known', async () => {
  document.title = ''
  const waiting = Promise.withResolvers<{ response: DownloadRequest }>()
  open(request(), { requestDetails: () => waiting.promise })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  expect(document.title).toBe('')
  waiting.resolve({ response: request() })
  await waitFor(() => expect(document.title).toBe('Term 1'))
})

test('a request that cannot be read has the generic title', async () => {
  document.title = ''
  open(request(), {
    requestDetails: () => {
      throw new Problem('unreachable', 503, ['The service cannot be reached.'])
    },
  })
  expect(await screen.findByText('The service cannot be reached.')).toBeTruthy()
  expect(document.title).toBe('Download request')
})

test('if nothing matched there is no download, but an alternative', async () => {
  open(request({ unmatchedRecords: 'hello', unmatchedReasons: { hello: 'not_an_identifier' } }))
  expect(await screen.findByText('No records found')).toBeTruthy()
  expect(download()).toBeNull()
  expect(screen.getByRole('tab', { name: /Unmatched/ }).getAttribute('aria-selected')).toBe('true')
})

test('while it is processed the page polls it and follows its state', async () => {
  ownTimers()
  let state = request({ requestStatus: 'PROCESSING' })
  open(() => state)
  await screen.findByText('Processing')
  expect(download()).toBeNull()
  state = request({ matchedRecords: '1000', fileSize: 10 })
  await oneLook()
  expect(await screen.findByText('The download request is ready.')).toBeTruthy()
})

test('a failure by time-out counts as scheduled', async () => {
  open(request({ requestStatus: 'FAILED', timeout: true }))
  expect(await screen.findByText('This request requires more time to process...')).toBeTruthy()
})

test('a failed request shows the server’s sentence, or the generic one', async () => {
  open(request({ requestStatus: 'FAILED', messages: ['The disk is full.'] }))
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
  cleanup()
  open(request({ requestStatus: 'FAILED' }))
  expect(await screen.findByText('An unknown error has occured. Please contact the system administrator.')).toBeTruthy()
})

test('when its state cannot be read, the page says so and offers to retry', async () => {
  ownTimers()
  open(request({ requestStatus: 'PROCESSING' }), {
    requestStatus: () => {
      throw downloadProblem('request_not_ready')
    },
  })
  await screen.findByText('Processing')
  await oneLook()
  expect(await screen.findByText('Error performing this operation. Please come back later.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('another school’s request, or an unknown one, is not found', async () => {
  open(request(), {
    requestDetails: () => {
      throw downloadProblem('request_not_found')
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'We couldn’t find this download request' })).toBeTruthy()
})

test('a student reads whose requests these are, and no call is sent', async () => {
  const student = { ...librarian, user: { ...librarian.user, roles: ['student' as const] } }
  const { calls } = open(request(), { currentUser: () => student })
  expect(await screen.findByText(/Only library staff can request records/)).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'requestDetails')).toEqual([])
})

test('without an ID the page says so', async () => {
  renderScreen(<RequestScreen />, { api, fakes: { currentUser: () => librarian }, path: '/downloadRequest' })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('No ID provided')
  expect(screen.getByRole('link', { name: 'New quick request' }).getAttribute('href')).toBe('/')
})

test('identifiers that were found later link to the request that has them', async () => {
  const followedBy = [
    { requestId: 'r2', day: '2026-03-14', identifiers: ['9780000000001'] },
    { requestId: 'r3', day: '2026-03-20', identifiers: ['1', '2', '3', '4', '5', '6', '<b>7</b>'] },
  ]
  open(request({ unmatchedRecords: '9780000000001,1,2,3,4,5,6,<b>7</b>', followedBy }))
  const link = await screen.findByRole('link', { name: 'View the request with it' })
  expect(link).toHaveProperty('pathname', '/downloadRequest/r2')
  expect(link.closest('li')!.textContent).toContain('1 identifier was found later, on')
  const others = screen.getByRole('link', { name: 'View the request with them' })
  expect(others).toHaveProperty('pathname', '/downloadRequest/r3')
  expect(others.closest('li')!.textContent).toContain(': 1, 2, 3, 4, 5 and 2 more.')
})

test('a request without later matches does not mention any', async () => {
  open(request({ matchedRecords: '1000' }))
  await screen.findByRole('link', { name: 'Title 0' })
  expect(screen.queryByText(/found later/)).toBeNull()
})
