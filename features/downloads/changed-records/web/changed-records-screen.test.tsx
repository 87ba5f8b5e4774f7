import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { DownloadedMark } from '../../web/downloads-parts.tsx'
import { api, hit, librarian, request } from '../../web/testing.ts'
import { ChangedRecordsScreen } from './changed-records-screen.tsx'

type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
const dates = { downloadedDate: '2026-05-03T10:00:00.000Z', changedDate: '2026-11-20T10:00:00.000Z' }
const open = (fakes: Fakes) =>
  renderScreen(<ChangedRecordsScreen />, {
    api,
    path: '/myDownloads/changed',
    fakes: { currentUser: () => librarian, ...fakes },
  })

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('changed records are listed and requested together', async () => {
  open({
    changedRecords: () => ({ response: [{ ...hit('7', 'The moon'), ...dates }], totalCount: 1, goneCount: 0 }),
    requestChanged: () => ({ response: request({ id: 'c7' }) }),
  })
  expect((await screen.findByRole('link', { name: 'The moon' })).getAttribute('href')).toBe('/discover/details/7')
  const went = vi.spyOn(window.history, 'pushState')
  await userEvent.click(screen.getByRole('button', { name: 'Request 1 record' }))
  await waitFor(() => expect(went.mock.lastCall?.[2]).toBe('/downloadRequest/c7'))
})

test('without changes the screen says so, and removed records are listed separately', async () => {
  open({
    changedRecords: () => ({ response: [], totalCount: 0, goneCount: 1 }),
    goneRecords: () => ({
      response: [
        { id: '8', title: 'Gone <i>away</i>', downloadedDate: dates.downloadedDate, goneDate: dates.changedDate },
      ],
      totalCount: 1,
    }),
  })
  expect(await screen.findByRole('heading', { name: 'Nothing has changed' })).toBeTruthy()
  expect(await screen.findByText('Gone <i>away</i>')).toBeTruthy()
})

test('all records of a list are requested in one call, and those that the school has are marked', async () => {
  const { calls } = renderScreen(
    <div>
      {['1', '2', '3'].map((id) => (
        <p key={id}>
          {id} <DownloadedMark id={id} />
        </p>
      ))}
    </div>,
    {
      api,
      fakes: {
        currentUser: () => librarian,
        downloadedRecords: () => ({
          response: [
            { id: '1', downloadedDate: dates.downloadedDate, changed: false },
            { id: '3', downloadedDate: dates.downloadedDate, changed: true },
          ],
        }),
      },
    },
  )
  expect(await screen.findAllByText(/^Downloaded/)).toHaveLength(2)
  expect(screen.getByText(/changed since/)).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'downloadedRecords').map(({ input }) => input)).toEqual([
    { bibIds: '1,2,3' },
  ])
})

test('for a student no call is sent', async () => {
  const student = { ...librarian, user: { ...librarian.user, roles: ['student' as const] } }
  const { calls } = renderScreen(<DownloadedMark id="9" />, { api, fakes: { currentUser: () => student } })
  await waitFor(() => expect(calls.some(({ name }) => name === 'currentUser')).toBe(true))
  expect(calls.some(({ name }) => name === 'downloadedRecords')).toBe(false)
})

test('all records that left the catalogue are exported, not only the latest 100', async () => {
  const gone = Array.from({ length: 101 }, (_, i) => ({
    ...{ id: `${i}`, title: `Gone ${i}` },
    ...{ downloadedDate: dates.downloadedDate, goneDate: dates.changedDate },
  }))
  open({
    changedRecords: () => ({ response: [], totalCount: 0, goneCount: 101 }),
    goneRecords: ({ pageNumber = 1, pageSize = 100 }) => ({
      response: gone.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
      totalCount: 101,
    }),
  })
  const lines = await exportedLines('records no longer in the catalogue')
  expect(lines[0]).toBe('Title,Record number,Downloaded,Removed')
  expect(lines).toHaveLength(102)
  expect(lines.at(-1)).toBe('Gone 100,100,2026-05-03,2026-11-20')
})
