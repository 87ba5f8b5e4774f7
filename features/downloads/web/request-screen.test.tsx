import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { downloadProblem } from '#features/downloads/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { RequestScreen } from './request-screen.tsx'
import { api, hit, request, searchAmong } from './testing.ts'

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
      ...fakes,
    },
  })
}
const download = () => screen.queryByRole('link', { name: /^Download / })

afterEach(cleanup)

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

test('fifty records are shown first, all when asked for', async () => {
  const { calls } = open(request({ matchedRecords: hits.map(({ _id }) => _id).join(','), fileSize: 1 }))
  await screen.findByText('Title 49')
  expect(screen.getAllByRole('row')).toHaveLength(51)
  expect(screen.queryByText('Title 50')).toBeNull()
  expect(calls.filter((each) => each.name === 'search')).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Show all 120' })).toBeTruthy()
})

test('a record that has gone from the catalogue is named', async () => {
  open(request({ matchedRecords: '1000,77', fileSize: 1 }))
  expect(await screen.findByText('Record 77 is no longer in the catalogue.')).toBeTruthy()
})

test('each unmatched identifier has its reason and what to do next', async () => {
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
  const row = (text: string) => within(screen.getByRole('cell', { name: text }).closest('tr')!)
  expect(row('9780000000002').getByText('Not in the catalogue')).toBeTruthy()
  expect(row('9780000000002').getByRole('link', { name: 'request cataloguing' }).getAttribute('href')).toBe(
    '/CreateCatalogueRequest?identifiers=9780000000002',
  )
  expect(row('9780306406158').getByRole('link', { name: '9780306406157' })).toBeTruthy()
  expect(row('9.78044E+12').getByText('Number cut short by a spreadsheet')).toBeTruthy()
  expect(row('hello').getByText('Not an ISBN, ISSN, barcode or record number')).toBeTruthy()
})

test('where nothing matched there is no download, but a way on', async () => {
  open(request({ unmatchedRecords: 'hello', unmatchedReasons: { hello: 'not_an_identifier' } }))
  expect(await screen.findByText('No record was found')).toBeTruthy()
  expect(download()).toBeNull()
  expect(screen.getByRole('tab', { name: /Unmatched/ }).getAttribute('aria-selected')).toBe('true')
})

test('several records for one identifier are listed, with the note that they are left out', async () => {
  open(request({ matchedRecords: '1000', fileSize: 1, choices: [{ identifier: '123', ids: ['1001', '1002'] }] }))
  await userEvent.click(await screen.findByRole('tab', { name: /Several records/ }))
  expect(await screen.findByText('Title 2')).toBeTruthy()
  expect(screen.getByText(/They are left out of the file unless chosen/)).toBeTruthy()
})

test('while it is processed the page asks again and follows', async () => {
  let state = request({ requestStatus: 'PROCESSING' })
  open(() => state)
  await screen.findByText('Processing')
  expect(download()).toBeNull()
  state = request({ matchedRecords: '1000', fileSize: 10 })
  expect(await screen.findByText('The download request is ready.', {}, { timeout: 4000 })).toBeTruthy()
})

test('a failure by time-out counts as scheduled', async () => {
  open(request({ requestStatus: 'FAILED', timeout: true }))
  expect(await screen.findByText('This request requires more time to process...')).toBeTruthy()
})

test('a failed request shows the server’s sentence, or the general one', async () => {
  open(request({ requestStatus: 'FAILED', messages: ['The disk is full.'] }))
  expect(await screen.findByText('The disk is full.')).toBeTruthy()
  cleanup()
  open(request({ requestStatus: 'FAILED' }))
  expect(await screen.findByText('An unknown error has occured. Please contact the system administrator.')).toBeTruthy()
})

test('when its state cannot be asked, the page says so and offers to try again', async () => {
  open(request({ requestStatus: 'PROCESSING' }), {
    requestStatus: () => {
      throw downloadProblem('request_not_ready')
    },
  })
  expect(
    await screen.findByText('Error performing this operation. Please come back later.', {}, { timeout: 4000 }),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('another school’s request, or none at all, is not there', async () => {
  open(request(), {
    requestDetails: () => {
      throw downloadProblem('request_not_found')
    },
  })
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such download request.' })).toBeTruthy()
})

test('without an ID the page says so', async () => {
  renderScreen(<RequestScreen />, { api, fakes: {}, path: '/downloadRequest' })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('No ID provided')
  expect(screen.getByRole('link', { name: 'New quick request' }).getAttribute('href')).toBe('/')
})

test('where the server had not answered in time, the page is scheduled', async () => {
  renderScreen(<RequestScreen />, {
    api,
    fakes: {},
    path: '/downloadRequest',
    address: '/downloadRequest?status=SCHEDULED&name=Term+1',
  })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Term 1')
  expect(screen.getByText('This request requires more time to process...')).toBeTruthy()
})
