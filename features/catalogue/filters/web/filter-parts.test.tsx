import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../../query/server/parse-search.ts'
import { ResultsScreen } from '../../web/results-screen.tsx'
import { hitOf } from '../../web/testing.ts'
import { keptPart } from './kept-filters.ts'

const Screen = withRecordPieces(ResultsScreen)
beforeEach(() => localStorage.clear())
afterEach(cleanup)

const subjects = Array.from({ length: 20 }, (_, i) => ({ key: `Subject ${i}`, doc_count: 90 - i }))
const years = [{ key: '2014-2099', doc_count: 7 }]

/** Ten books; the bars have one for each range, the subjects that contain a text end in it. */
function open(address: string) {
  const queries: ReturnType<typeof parseSearch>[] = []
  renderScreen(<Screen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: `/discover/results/${address}`,
    fakes: {
      search: ({ bodybuilderquery }) => {
        const query = parseSearch(bodybuilderquery)
        queries.push(query)
        const aggregations = Object.fromEntries(
          query.facets.map((facet) => {
            if ('ranges' in facet)
              return [facet.name, { buckets: facet.name === 'counted' ? facet.ranges.map(barOf) : years }]
            const found = facet.containing?.includes('zzz') ? [] : [{ key: `Dogs ${facet.containing}`, doc_count: 3 }]
            return [facet.name, { buckets: facet.containing ? found : facet.field === 'subjects' ? subjects : [] }]
          }),
        )
        return { hits: { total: 10, hits: [hitOf('1', 'Book 1')] }, aggregations, took: 1 }
      },
    },
  })
  return queries
}
/** The two years before 1980 have no records. */
const barOf = ({ key, from, to }: { key: string; from?: number; to?: number }) => ({
  key,
  doc_count: (from ?? 0) < 1980 ? 0 : 5,
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to: to + 1 }),
})
const address = () => new URLSearchParams(window.location.search)

test('any range of years is chosen, shown as a chip, and takes the place of other years', async () => {
  const queries = open('?query=book&filter=publicationYear:2014-2099')
  await userEvent.click(await screen.findByRole('button', { name: 'Other years' }))
  await userEvent.type(await screen.findByLabelText('From'), '1990')
  await userEvent.type(screen.getByLabelText('To'), '1999{enter}')
  await waitFor(() => expect(address().getAll('filter')).toEqual(['publicationYear:1990-1999']))
  await waitFor(() =>
    expect(queries.at(-1)?.choices).toEqual([{ kind: 'range', field: 'publicationYear', from: 1990, to: 1999 }]),
  )
  expect(await screen.findByRole('button', { name: 'Remove 1990 - 1999' })).toBeTruthy()
  await userEvent.clear(screen.getByLabelText('To'))
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(address().getAll('filter')).toEqual(['publicationYear:1990-']))
})

test.each([
  ['', '', 'Enter a year.', 'From'],
  ['199', '', 'Enter four digits.', 'From'],
  ['1990', 'abcd', 'Enter four digits.', 'To'],
  ['1999', '1990', 'This is before the first year.', 'To'],
])('no range is from “%s” to “%s”', async (from, to, sentence, label) => {
  open('?query=book')
  await userEvent.click(await screen.findByRole('button', { name: 'Other years' }))
  const typed = async (field: string, text: string) =>
    text !== '' && (await userEvent.type(screen.getByLabelText(field), text))
  await screen.findByLabelText('From')
  await typed('From', from)
  await typed('To', to)
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(address().has('filter')).toBe(false)
})

test('a bar of the histogram chooses its years; empty bars at the beginning are left out', async () => {
  open('?query=book')
  await userEvent.click(await screen.findByRole('button', { name: 'Other years' }))
  const bar = await screen.findByTitle('1990–1994: 5 records')
  expect(screen.queryByTitle(/^1975/)).toBeNull()
  expect(bar.tabIndex).toBe(-1)
  await userEvent.click(bar)
  await waitFor(() => expect(address().getAll('filter')).toEqual(['publicationYear:1990-1994']))
})

test('a long facet is searched among all of its values', async () => {
  const queries = open('?query=book')
  const group = within(await screen.findByRole('group', { name: 'Subject' }))
  expect(group.queryByRole('searchbox')).toBeNull()
  await userEvent.click(group.getByRole('button', { name: /^Show 15 more/ }))
  const box = await group.findByRole('searchbox', { name: 'Find in Subject' })
  await userEvent.type(box, 'Māori')
  const found = await group.findByRole('checkbox', { name: /Dogs maori/ })
  expect(group.getAllByRole('checkbox')).toHaveLength(1)
  expect(queries.at(-1)?.size).toBe(0)
  await userEvent.click(found)
  await waitFor(() => expect(address().getAll('filter')).toEqual(['subjects:Dogs maori']))
  await userEvent.clear(box)
  await userEvent.type(box, 'zzz')
  expect(await group.findByText('Nothing in these results contains “zzz”.')).toBeTruthy()
  await userEvent.clear(box)
  await waitFor(() => expect(group.getAllByRole('checkbox').length).toBeGreaterThan(19))
})

test('filters are kept while the switch is on, as they change', async () => {
  open('?query=book&filter=publicationYear:2014-2099&exclude=language:French')
  const keeps = await screen.findByRole('switch', { name: 'Keep for the next search' })
  expect(keptPart('kept-filters')).toBeUndefined()
  await userEvent.click(keeps)
  expect(keptPart('kept-filters')).toBe('filter=publicationYear%3A2014-2099&exclude=language%3AFrench')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Not French' }))
  expect(keptPart('kept-filters')).toBe('filter=publicationYear%3A2014-2099')
  await userEvent.click(screen.getByRole('link', { name: 'Clear all' }))
  expect(keptPart('kept-filters')).toBe('')
})

test('the switch ends it', async () => {
  localStorage.setItem('kept-filters', 'filter=language%3AFrench')
  open('?query=book&filter=language:French')
  const keeps = await screen.findByRole('switch', { name: 'Keep for the next search' })
  expect(keeps).toHaveProperty('checked', true)
  await userEvent.click(keeps)
  expect(keptPart('kept-filters')).toBeUndefined()
})
