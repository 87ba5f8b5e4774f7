import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { accountApi } from '#features/account/contract.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../query/server/parse-search.ts'
import { ResultsScreen } from './results-screen.tsx'
import { hitOf } from './testing.ts'

const Screen = withRecordPieces(ResultsScreen)
afterEach(cleanup)

/** A catalogue in which only these searches find a record. */
const open = (query: string, found: string[], roles: string[] = []) =>
  renderScreen(<Screen />, {
    api: { ...catalogueApi, currentUser: accountApi.currentUser },
    path: '/discover/results/',
    address: `/discover/results/?query=${query}`,
    fakes: {
      currentUser: () => ({
        user: { id: 'me', username: 'me', email: 'me@x.example', firstName: 'M', lastName: 'E', roles: roles as [] },
        customer: { id: 'c', customerNo: '1', name: 'Hillview', subscriptions: [], emailDomain: '' },
      }),
      search: ({ bodybuilderquery }) => {
        const query = JSON.stringify(parseSearch(bodybuilderquery).clause)
        const hits = found.some((each) => query.includes(each)) ? [hitOf('1', 'Possum magic')] : []
        return { hits: { total: hits.length, hits }, aggregations: {}, took: 1 }
      },
    },
  })

test.each([
  ['finds nothing', ['9780306406157']],
  ['finds a record that has it', ['9780306406157', '9780306406158']],
])('an ISBN with a wrong check digit that %s: one press searches the right one', async (_, found) => {
  open('9780306406158', found)
  await userEvent.click(await screen.findByRole('link', { name: '9780306406157' }))
  await waitFor(() => expect(location.search).toBe('?query=9780306406157'))
  expect(await screen.findByRole('heading', { name: 'Possum magic' })).toBeTruthy()
  expect(screen.queryByText(/check digit/)).toBeNull()
})

test.each([
  [['student'], 0],
  [['student', 'staff'], 1],
])('of %j the result has %d buttons to download', async (roles, buttons) => {
  open('possum', ['possum'], roles)
  await screen.findByRole('heading', { name: 'Possum magic' })
  await waitFor(() => expect(screen.queryAllByRole('button', { name: /^Download/ })).toHaveLength(buttons))
})
