import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { currentUser } from '#features/account/web/account-parts.tsx'
import { catalogueApi, catalogueProblem, type Hit } from '#features/catalogue/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { clearHistory, rememberSearch, switchHistory } from '../../search-box/web/search-history.ts'
import { hitOf } from '../../web/testing.ts'
import { DiscoverScreen } from './discover-screen.tsx'

const Screen = withRecordPieces(DiscoverScreen)

const shelfSentence = 'Error fetching fiction catalogued items. Please come back later'
const fiction = [hitOf('1', 'Possum magic', { subjects: ['Possums', 'Possums -- Fiction'], imageFileName: 'p.jpg' })]
const facts = [hitOf('2', 'Wombats of Australia', { subjects: ['Wombats'] })]
const fails = (problem: Problem) => () => {
  throw problem
}
type Answer = () => { response: Hit[] }

function open({
  first = () => ({ response: fiction }),
  second = () => ({ response: facts }),
  counts = {},
}: {
  first?: Answer
  second?: Answer
  counts?: Record<string, { buckets: { key: string; doc_count: number }[] }>
} = {}) {
  const view = renderScreen(<Screen />, {
    api: { ...discoverApi, search: catalogueApi.search },
    path: '/discover',
    fakes: {
      recentFiction: first,
      recentNonFiction: second,
      recentSeries: () => ({ response: ['Wild lives'] }),
      search: () => ({ hits: { total: 4152, hits: [] }, aggregations: counts, took: 1 }),
    },
  })
  view.cache.setQueryData(currentUser.queryKey, null)
  return view
}
const shelf = async (name: string) => within(await screen.findByRole('region', { name }))
const links = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('link')
    .map((link) => link.parentElement?.textContent)

beforeEach(() => {
  switchHistory(undefined, true)
  clearHistory(undefined)
})
afterEach(cleanup)

test('the records catalogued last are on two shelves', async () => {
  open()
  const title = (await (await shelf('New fiction')).findByRole('link', { name: 'Possum magic' })) as HTMLAnchorElement
  expect(title.pathname).toBe('/discover/details/1')
  expect(await (await shelf('New non-fiction')).findByRole('link', { name: 'Wombats of Australia' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Search 4,152 records' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add to folder: Possum magic' })).toBeTruthy()
})

test('one shelf can fail alone, with the specification’s sentence', async () => {
  open({ second: fails(catalogueProblem('search_unavailable')) })
  expect(await (await shelf('New non-fiction')).findByText(shelfSentence)).toBeTruthy()
  expect(await (await shelf('New fiction')).findByRole('link', { name: 'Possum magic' })).toBeTruthy()
})

test('the same sentence appears for fiction, and the shelf can be retried', async () => {
  let times = 0
  open({
    first: () => {
      if (times++ === 0) throw catalogueProblem('search_unavailable')
      return { response: fiction }
    },
  })
  expect(await (await shelf('New fiction')).findByText(shelfSentence)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Possum magic' })).toBeTruthy()
})

test.each([
  ['refused', catalogueProblem('not_authorised')],
  ['not answered', new Problem('unreachable', 0, ['The service cannot be reached.'])],
])('calls that are %s show the unauthorised view once', async (_, problem) => {
  open({ first: fails(problem), second: fails(problem) })
  expect(await screen.findAllByText('You can’t search the catalogue at the moment')).toHaveLength(1)
  expect(screen.queryByText(shelfSentence)).toBeNull()
  expect(screen.queryByRole('region', { name: 'Genres' })).toBeNull()
})

test('a single refused shelf shows the unauthorised view alone', async () => {
  open({ first: fails(catalogueProblem('not_authorised')) })
  expect(await (await shelf('New fiction')).findByText('You can’t search the catalogue at the moment')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Wombats of Australia' })).toBeTruthy()
})

test('entry points have counts if the customer gets them', async () => {
  open({
    counts: {
      subjects: {
        buckets: [
          { key: 'Magic', doc_count: 375 },
          { key: 'Magic -- Fiction', doc_count: 369 },
        ],
      },
      genreScis: { buckets: [{ key: 'Fantasy', doc_count: 1 }] },
      targetAudienceText: { buckets: [{ key: 'Primary', doc_count: 1487 }] },
    },
  })
  await waitFor(() => expect(links('Subjects')).toContain('Magic375 records'))
  expect(links('Subjects')).not.toContain('Magic — Fiction369 records')
  expect(links('Genres')).toHaveLength(11)
  expect(links('Genres')).toContain('Fantasy1 record')
  expect(links('Audience')).toEqual(['Primary1,487 records'])
})

test('and without counts they come from the new records', async () => {
  open()
  await screen.findByRole('link', { name: 'Possums' })
  expect(links('Subjects of new titles').slice(0, 2)).toEqual(['Possums', 'Wombats'])
  expect(links('Genres')).toContain('New Zealand stories')
  expect(links('Series with new titles')[0]).toBe('Wild lives')
})

test('recent searches link back, can be cleared and switched off', async () => {
  rememberSearch(undefined, {
    title: 'wombat',
    address: '/discover/results/?query=wombat',
    total: 12,
    at: '2026-02-03T00:00:00Z',
  })
  rememberSearch(undefined, {
    title: 'possum',
    narrowed: 'Fantasy, English',
    address: '/discover/results/?query=possum&filter=genreScis%3AFantasy&filter=language%3AEnglish',
    total: 3,
    at: '2026-02-04T00:00:00Z',
  })
  open()
  const own = within(await screen.findByRole('region', { name: 'Recent searches' }))
  expect(own.getByRole('link', { name: 'wombat' }).getAttribute('href')).toBe('/discover/results/?query=wombat')
  expect(own.getByText(/12 found/)).toBeTruthy()
  expect(own.getByRole('link', { name: 'possum · Fantasy, English' })).toBeTruthy()
  await userEvent.click(own.getByRole('button', { name: 'Clear' }))
  expect(own.queryByRole('link')).toBeNull()
  expect(document.activeElement).toBe(own.getByRole('heading'))
  await userEvent.click(own.getByRole('checkbox'))
  expect(own.getByText('Search history is off.')).toBeTruthy()
})
