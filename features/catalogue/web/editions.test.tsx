import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { keptPart } from '../filters/web/kept-filters.ts'
import { parseSearch } from '../query/server/parse-search.ts'
import { ResultsScreen } from './results-screen.tsx'
import { hitOf } from './testing.ts'

const Screen = withRecordPieces(ResultsScreen)
beforeEach(() => localStorage.clear())
afterEach(cleanup)

/** Forty records of twenty works; Emma has three editions, Persuasion one. */
function open(address: string, works = 20) {
  const queries: ReturnType<typeof parseSearch>[] = []
  renderScreen(<Screen />, {
    api: catalogueApi,
    path: '/discover/results/',
    address: `/discover/results/${address}`,
    fakes: {
      search: ({ bodybuilderquery }) => {
        const query = parseSearch(bodybuilderquery)
        queries.push(query)
        const [emma, persuasion] = [hitOf('1', 'Emma'), hitOf('2', 'Persuasion')]
        const hits = query.byWork
          ? [
              { ...emma, editions: { count: 3, work: 'austen jane / emma' } },
              { ...persuasion, editions: { count: 1, work: 'austen jane / persuasion' } },
            ]
          : [emma, persuasion]
        const total = works * 2
        const beyond = query.byWork && query.from >= works
        return {
          hits: { total, ...(query.byWork && { works }), hits: beyond ? [] : hits },
          aggregations: {},
          took: 1,
        }
      },
    },
  })
  return queries
}
const address = () => new URLSearchParams(window.location.search)
const summary = () => screen.getByRole('status').textContent

test('grouping is off until someone chooses it; the choice is in the address and stays on the device', async () => {
  const queries = open('?query=austen&page=2&filter=language:English')
  await waitFor(() => expect(summary()).toBe('31–40 of 40 records'))
  expect(queries.at(-1)).not.toHaveProperty('byWork')
  await userEvent.click(screen.getByRole('link', { name: 'Group editions' }))
  await waitFor(() => expect(summary()).toBe('1–20 of 20 works, 40 records'))
  expect(address().get('editions')).toBe('grouped')
  expect(address().getAll('filter')).toEqual(['language:English'])
  expect(address().has('page')).toBe(false)
  expect(keptPart('results-editions')).toBe('editions=grouped')
  await userEvent.click(screen.getByRole('link', { name: 'Show every edition' }))
  await waitFor(() => expect(summary()).toBe('1–30 of 40 records'))
  expect(address().has('editions')).toBe(false)
  expect(keptPart('results-editions')).toBeUndefined()
})

test.each(['list', 'compact table'])('in the %s a work of several editions leads to them', async (layout) => {
  const queries = open('?query=austen&editions=grouped&filter=language:English')
  if (layout !== 'list') await userEvent.click(await screen.findByRole('button', { name: 'Compact table' }))
  const link = await screen.findByRole('link', { name: /^3 editions ?of Emma$/ })
  expect(screen.queryByRole('link', { name: /^1 edition/ })).toBeNull()
  await userEvent.click(link)
  await waitFor(() => expect(queries.at(-1)).not.toHaveProperty('byWork'))
  expect(JSON.stringify(queries.at(-1)!.clause)).toContain('austen jane / emma')
  expect(address().getAll('filter')).toEqual(['language:English'])
  expect(address().has('editions')).toBe(false)
})

test('a page beyond the last work leads back to it, and the end of the pages names works', async () => {
  open('?query=austen&editions=grouped&page=2')
  await waitFor(() => expect(address().has('page')).toBe(false))
  cleanup()
  open('?query=austen&editions=grouped&size=40&page=250', 10_001)
  expect(await screen.findByText(/^Results stop at 10,000 works\./)).toBeTruthy()
})
