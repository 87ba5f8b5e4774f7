import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DownloadRequest } from '#features/downloads/contract.ts'
import { manageProblem } from '#features/downloads/my-downloads/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { RequestScreen } from '../request/web/request-screen.tsx'
import { api, hit, librarian, request, searchAmong } from './testing.ts'

const hits = [
  hit('1000', 'Birds of the forest'),
  hit('1001', 'Fish of the reef'),
  hit('1002', 'Moths of the night'),
  hit('1003', 'Silent spring', { edition: '1st edition', publisher: 'Oak', publicationYear: 1999 }),
  hit('1004', 'Silent spring', { edition: '2nd edition', publisher: 'Oak', publicationYear: 2019 }),
]
type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
function open(first: DownloadRequest, fakes: Fakes = {}) {
  const state = { now: first }
  const view = renderScreen(<RequestScreen />, {
    api,
    path: '/downloadRequest/$requestId',
    address: '/downloadRequest/r1',
    fakes: {
      requestDetails: () => ({ response: state.now }),
      requestStatus: () => state.now.requestStatus,
      search: searchAmong(hits),
      currentUser: () => librarian,
      ...fakes,
    },
  })
  return {
    ...view,
    state,
    inputs: (name: string) => view.calls.filter((each) => each.name === name).map((c) => c.input),
  }
}
const three = request({ matchedRecords: '1000,1001,1002', fileSize: 900 })
const removal = () => screen.findByRole('button', { name: 'Remove from the file' })

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test.each([
  { requestStatus: 'READY' },
  { requestStatus: 'PROCESSING', fileSize: null },
  { requestStatus: 'SCHEDULED', timeout: true, fileSize: null },
] as const)('%j: records are removed after a confirmation, and the list and the file follow', async (state) => {
  const { inputs } = open(
    { ...three, ...state },
    {
      removeItems: () => ({ response: request({ matchedRecords: '1001', fileSize: 300 }) }),
    },
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Birds of the forest' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Moths of the night' }))
  expect(screen.getByText(/2 of 3 selected/)).toBeTruthy()
  await userEvent.click(await removal())
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove 2 records from the file?' })
  expect(inputs('removeItems')).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Birds of the forest')).toBeNull())
  expect(inputs('removeItems')).toEqual([{ requestId: 'r1', identities: ['1000', '1002'] }])
  expect(screen.getByText('Fish of the reef')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Download MARC/ }).textContent).toBe('Download MARC 21, 300 bytes')
})

test('without a selected record there is no confirmation', async () => {
  open(three)
  await userEvent.click(await removal())
  expect(screen.getByText('No records to remove were selected')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('all records are selected by one checkbox, and a range of them with the shift key', async () => {
  open(three)
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` })
  await screen.findByRole('checkbox', { name: 'Select Birds of the forest' })
  await userEvent.click(box('Birds of the forest'))
  const user = userEvent.setup()
  await user.keyboard('{Shift>}')
  await user.click(box('Moths of the night'))
  await user.keyboard('{/Shift}')
  expect(box('Fish of the reef').checked).toBe(true)
  await userEvent.click(box('all 3 records'))
  expect(box('Fish of the reef').checked).toBe(false)
})

test('after the download the list can no longer be edited', async () => {
  open({ ...three, downloadComplete: true })
  await screen.findByText('Birds of the forest')
  expect(
    screen.getByText('Unable to edit matched records list since this data has already been downloaded.'),
  ).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Remove from the file' })).toBeNull()
})

test('if another person has downloaded it meanwhile, the page says so and removes the controls', async () => {
  const { state } = open(three, {
    removeItems: () => {
      state.now = { ...three, downloadComplete: true }
      throw manageProblem('already_downloaded')
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Birds of the forest' }))
  await userEvent.click(await removal())
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove from the file' })).toBeNull())
  expect(screen.getByText(/^Unable to edit matched records list/)).toBeTruthy()
})

test('selected identifiers are passed to a catalogue request, and selecting none is reported', async () => {
  const unmatched = request({ unmatchedRecords: '9780000000002,9780000000019' })
  open(unmatched)
  const link = await screen.findByRole('link', { name: 'Request cataloguing' })
  await userEvent.click(link)
  expect(screen.getByText('Please select some records to catalogue')).toBeTruthy()
  expect(window.location.pathname).toBe('/downloadRequest/r1')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select 9780000000019' }))
  expect(screen.queryByText('Please select some records to catalogue')).toBeNull()
  expect(screen.getByRole('link', { name: 'Request cataloguing' }).getAttribute('href')).toBe(
    '/CreateCatalogueRequest?identifiers=9780000000019',
  )
})

test('more identifiers than an address holds are passed by their request', async () => {
  const many = Array.from({ length: 300 }, (_, i) => `97800000${String(i).padStart(5, '0')}`)
  open(request({ unmatchedRecords: many.join(',') }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Select all 300/ }))
  const href = () => screen.getByRole('link', { name: 'Request cataloguing' }).getAttribute('href')
  expect(href()).toBe('/CreateCatalogueRequest?requestId=r1')
  await userEvent.click(await screen.findByRole('checkbox', { name: `Select ${many[1]}` }))
  expect(href()).toBe(`/CreateCatalogueRequest?requestId=r1&except=${many[1]}`)
})

const undecided = request({
  matchedRecords: '1000',
  fileSize: 300,
  choices: [
    { identifier: '111', ids: ['1003', '1004'] },
    { identifier: '222', ids: ['1001', '1002'] },
  ],
})
const choosing = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Choose records' }))
  return screen.findByRole('group', { name: /111/ })
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save and update file' }))

test('several records for one identifier are side by side with their differences marked', async () => {
  open(undecided)
  expect(await screen.findByText(/the rest won’t be in the file/)).toBeTruthy()
  const group = within(await choosing())
  await group.findAllByRole('checkbox')
  expect(group.getAllByText(/./, { selector: 'mark' }).map((each) => each.textContent)).toEqual([
    '1st edition',
    '1999',
    '2nd edition',
    '2019',
  ])
  expect(group.getAllByText('Oak')).toHaveLength(2)
})

test('choices are sent together, undecided identifiers stay open, and the file follows', async () => {
  const { inputs } = open(undecided, {
    chooseRecords: () => ({
      response: { ...undecided, matchedRecords: '1000,1004', fileSize: 600, choices: undecided.choices.slice(1) },
    }),
  })
  const group = within(await choosing())
  await userEvent.click((await group.findAllByRole('checkbox'))[1]!)
  expect(screen.getByText('1 of 2 resolved')).toBeTruthy()
  await save()
  await waitFor(() => expect(screen.getByText('0 of 1 resolved')).toBeTruthy())
  expect(inputs('chooseRecords')).toEqual([{ requestId: 'r1', chosen: [{ identifier: '111', ids: ['1004'] }] }])
  expect(screen.getByRole('link', { name: /^Download MARC/ }).textContent).toBe('Download MARC 21, 600 bytes')
})

test.each([
  { way: 'First of each', sent: [['1003'], ['1001']] },
  {
    way: 'All of each',
    sent: [
      ['1003', '1004'],
      ['1001', '1002'],
    ],
  },
  { way: 'None', sent: [[], []] },
])('“$way” settles every identifier', async ({ way, sent }) => {
  const { inputs } = open(undecided, { chooseRecords: () => ({ response: { ...undecided, choices: [] } }) })
  await choosing()
  await userEvent.click(screen.getByRole('button', { name: way }))
  await save()
  await waitFor(() => expect(screen.queryByRole('tab', { name: /Several records/ })).toBeNull())
  expect(inputs('chooseRecords')).toEqual([
    {
      requestId: 'r1',
      chosen: [
        { identifier: '111', ids: sent[0] },
        { identifier: '222', ids: sent[1] },
      ],
    },
  ])
})

test('records are chosen by arrow keys and space, and a reload keeps unsaved choices', async () => {
  open(undecided)
  const group = within(await choosing())
  const boxes = await group.findAllByRole<HTMLInputElement>('checkbox')
  boxes[0]!.focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(boxes[1])
  await userEvent.keyboard(' {ArrowDown}')
  const next = within(screen.getByRole('group', { name: /222/ })).getAllByRole('checkbox')
  expect(document.activeElement).toBe(next[1])
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(boxes[1])
  cleanup()
  open(undecided)
  const again = await within(await choosing()).findAllByRole<HTMLInputElement>('checkbox')
  expect(again.map(({ checked }) => checked)).toEqual([false, true])
})

test('a request is renamed in place', async () => {
  const { inputs } = open(three, { renameRequest: ({ requestName }) => ({ response: { ...three, requestName } }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename' }))
  const field = await screen.findByRole('textbox', { name: 'Request name' })
  await userEvent.clear(field)
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('Please enter a name')).toBeTruthy()
  await userEvent.type(field, 'Picture books{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Picture books' })).toBeTruthy()
  expect(inputs('renameRequest')).toEqual([{ requestId: 'r1', requestName: 'Picture books' }])
})

test('a request is made again with the same identifiers', async () => {
  const { inputs } = open(
    { ...three, identities: '111,222', content: 'IMAGE_ONLY' },
    { createRequest: () => ({ response: request({ id: 'r2' }) }) },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Request again' }))
  await waitFor(() => expect(window.location.pathname).toBe('/downloadRequest/r2'))
  expect(inputs('createRequest')).toEqual([
    { identities: ['111', '222'], requestName: 'Term 1', content: 'IMAGE_ONLY' },
  ])
})

test('a request for digital content shows its days and is made again with them', async () => {
  const range = { from: '2026-05-01', to: '2026-06-30' }
  const { inputs } = open(
    { ...three, requestType: 'DIGITAL', asked: range },
    { createDigital: () => ({ response: request({ id: 'r2' }) }) },
  )
  expect((await screen.findByText(/catalogued/)).textContent).toMatch(/May 1, 2026 to .*Jun 30, 2026/)
  await userEvent.click(screen.getByRole('button', { name: 'Request again' }))
  await waitFor(() => expect(window.location.pathname).toBe('/downloadRequest/r2'))
  expect(inputs('createDigital')).toEqual([{ ...range, requestName: 'Term 1', content: 'DATA_ONLY' }])
})

test('a failed request has nothing to remove, and its records can be requested without covers', async () => {
  const { inputs } = open(
    request({
      requestStatus: 'FAILED',
      content: 'IMAGE_ONLY',
      identities: '9780000001000',
      matchedRecords: '1000',
      choices: [{ identifier: '9780000001001', ids: ['1001', '1002'] }],
      messages: ['There is no image available to download.'],
    }),
    { createRequest: () => ({ response: request({ id: 'r2' }) }) },
  )
  expect(await screen.findByRole('link', { name: 'Birds of the forest' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove from the file' })).toBeNull()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.queryByRole('tab', { name: /^Several records/ })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Request the records instead' }))
  await waitFor(() => expect(inputs('createRequest')).toHaveLength(1))
  expect(inputs('createRequest')[0]).toMatchObject({ identities: ['9780000001000'], content: 'DATA_ONLY' })
})
