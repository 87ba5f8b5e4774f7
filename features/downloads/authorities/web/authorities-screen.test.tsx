import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import {
  type AuthorityFile,
  type AuthorityRelease,
  authoritiesApi,
  authorityProblem,
} from '#features/downloads/authorities/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { exportedLines } from '#ui/table/export-testing.ts'
import { AuthoritiesScreen } from './authorities-screen.tsx'

const librarian: CurrentUser = {
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles: ['staff'] },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
}
const file = (change: Partial<AuthorityFile>): AuthorityFile => ({
  requestFileId: 'f1',
  fileFormat: 'MARC',
  name: 'All headings, full',
  kind: 'ALL',
  scope: 'FULL',
  recordCount: 1234,
  releaseDate: '2026-11-21T09:00:00.000Z',
  size: 775_000,
  ...change,
})
const none = { added: 0, changed: 0, deleted: 0 }
const second: AuthorityRelease = {
  id: 'r2',
  number: 2,
  releaseDate: '2026-11-21T23:30:00.000Z',
  headings: { ALL: 1234, SUBJECT: 1000, NAME: 200, SERIES: 34 },
  changes: {
    ALL: { added: 3, changed: 2, deleted: 1 },
    SUBJECT: { added: 3, changed: 2, deleted: 1 },
    NAME: none,
    SERIES: none,
  },
  files: [
    file({}),
    file({ requestFileId: 'f2', fileFormat: 'TEXT', size: 99 }),
    file({
      requestFileId: 'f3',
      kind: 'SUBJECT',
      name: 'Subject headings, reference only',
      scope: 'REFERENCE_ONLY',
      recordCount: 1,
    }),
    file({ requestFileId: 'f4', name: 'All headings, changes', scope: 'CHANGES', recordCount: 6 }),
  ],
}
const first: AuthorityRelease = {
  ...second,
  id: 'r1',
  number: 1,
  releaseDate: '2026-10-01T09:00:00.000Z',
  changes: null,
  files: [file({ requestFileId: 'old' })],
}
const open = (fakes: object = {}, who = librarian) =>
  renderScreen(<AuthoritiesScreen />, {
    api: { ...accountApi, ...authoritiesApi },
    path: '/authorities',
    fakes: {
      currentUser: () => who,
      authorityFiles: () => ({ safMetadataViews: second.files, sAFDownloadAllowed: true }),
      authorityReleases: () => ({ response: [second, first] }),
      ...fakes,
    },
  })
const table = (name: string) => screen.findByRole('table', { name })
const links = (box: HTMLElement) =>
  within(box)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the latest release with its day and counts, and a link to each file in the chosen format', async () => {
  open()
  expect(await screen.findByRole('heading', { name: /^Release of .*22.*2026|^Release of 22/ })).toBeTruthy()
  expect(screen.getByText(/1,000 subjects, 200 names and 34 series/)).toBeTruthy()
  const address = (id: string, format: string) =>
    `/rest/mydownload/downloadAuthorityFile?requestFileId=${id}&fileFormat=${format}`
  expect(links(await table('Authority files of this release'))).toEqual([
    ['All headings, full, MARC 21: 1,234 headings · 775 kB', address('f1', 'MARC')],
    ['Subject headings, reference only, MARC 21: 1 heading · 775 kB', address('f3', 'MARC')],
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Text' }))
  expect(screen.getByRole('button', { name: 'Text' }).getAttribute('aria-pressed')).toBe('true')
  expect(links(await table('Authority files of this release'))).toEqual([
    ['All headings, full, Text: 1,234 headings · 99 bytes', address('f2', 'TEXT')],
  ])
})

test('the counted changes since the last release, with their file; earlier releases with theirs', async () => {
  open()
  const rows = within(await table('Changes since the previous release')).getAllByRole('row')
  expect(rows.slice(1, 4).map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['All headings', '3', '2', '1', 'All headings, changes, MARC 21: 6 headings · 775 kB'],
    ['Subject headings', '3', '2', '1', 'no changes'],
    ['Name headings', '0', '0', '0', 'no changes'],
  ])
  const earlier = screen.getByRole('region', { name: 'Earlier releases' })
  expect(earlier.textContent).toContain('the first release')
  expect(links(earlier)[0]![1]).toContain('requestFileId=old')
})

test('without the subscription: the files are listed without links, and with a link to the products', async () => {
  open({ authorityFiles: () => ({ safMetadataViews: second.files, sAFDownloadAllowed: false }) })
  const box = await screen.findByRole('region', { name: 'Your subscription' })
  expect(within(box).getByText('Your subscription doesn’t include authority files.')).toBeTruthy()
  expect(links(box)).toEqual([['See products', '/cms/products']])
  expect((await table('Authority files of this release')).textContent).toContain('1,234 headings')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Request this file' })).toBe(null)
})

test('before the first release the screen says when there will be one', async () => {
  open({
    authorityFiles: () => ({ safMetadataViews: [], sAFDownloadAllowed: true }),
    authorityReleases: () => ({ response: [] }),
  })
  expect(await screen.findByRole('heading', { name: 'No release yet' })).toBeTruthy()
})

test('headings of our own records are requested by kind; a school without downloads reads why', async () => {
  const inputs: unknown[] = []
  open({
    createUsedHeadings: (input: unknown) => {
      inputs.push(input)
      throw authorityProblem('nothing_downloaded')
    },
  })
  await userEvent.selectOptions(await screen.findByLabelText('Headings'), 'Name headings')
  await userEvent.click(screen.getByRole('button', { name: 'Request this file' }))
  const refused = await screen.findByRole('alert')
  expect(inputs).toEqual([{ kind: 'NAME' }])
  expect(refused.textContent).toContain('You haven’t downloaded any records yet.')
  expect(within(refused).getByRole('link').getAttribute('href')).toBe('/')
})

test('an error is shown with a way to retry', async () => {
  let works = false
  open({
    authorityFiles: () => {
      if (!works) throw new Problem('internal', 500, ['Error performing this operation.'])
      return { safMetadataViews: [], sAFDownloadAllowed: true }
    },
  })
  const again = await screen.findByRole('button', { name: 'Try again' })
  works = true
  await userEvent.click(again)
  expect(await table('Authority files of this release')).toBeTruthy()
}, 20_000)

test('a student reads who may download them', async () => {
  open({}, { ...librarian, user: { ...librarian.user, roles: ['student'] } })
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
})

test('the tables of a release and the earlier releases are exported', async () => {
  open()
  expect(await exportedLines('files of this release')).toEqual([
    'Headings,Full,"Full, bytes",Reference only,"Reference only, bytes"',
    'All headings,1234,775000,,',
    'Subject headings,,,1,775000',
    'Name headings,,,,',
    'Series headings,,,,',
  ])
  expect(await exportedLines('changes since the previous release')).toEqual([
    'Headings,New,Changed,Deleted,"File, bytes"',
    'All headings,3,2,1,775000',
    'Subject headings,3,2,1,',
    'Name headings,0,0,0,',
    'Series headings,0,0,0,',
  ])
  expect(await exportedLines('earlier releases')).toEqual([
    'Release,Headings,New,Changed,Deleted,Files',
    '2026-10-01,1234,,,,1',
  ])
})
