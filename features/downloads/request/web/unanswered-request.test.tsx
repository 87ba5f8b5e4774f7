import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RequestLine } from '#features/downloads/my-downloads/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, librarian, request } from '../../web/testing.ts'
import { type Unanswered, unansweredAddress } from '../../web/unanswered-address.ts'
import { RequestScreen } from './request-screen.tsx'

const me = `${librarian.user.firstName} ${librarian.user.lastName}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

function line(more: Partial<RequestLine>): RequestLine {
  const {
    identities: _i,
    matchedRecords: _m,
    unmatchedRecords: _u,
    unmatchedReasons: _r,
    choices: _c,
    ...rest
  } = request()
  return {
    ...rest,
    matchedCount: 1,
    unmatchedCount: 0,
    choicesCount: 0,
    requestedBy: me,
    createdDate: minutesAgo(0),
    ...more,
  }
}
const wentTo = () => vi.mocked(window.history.replaceState).mock.calls.map(([, , href]) => String(href))
function open(what: Unanswered, lines: RequestLine[]) {
  return renderScreen(<RequestScreen />, {
    api,
    path: '/downloadRequest',
    address: unansweredAddress(what),
    fakes: {
      currentUser: () => librarian,
      listRequests: () => ({ response: lines, totalCount: lines.length }),
    },
  })
}
const collections = { href: '/collections?categoryId=picture', title: 'Collections' }
const sentence = 'This request will take more time. Please wait 5-10 minutes...'

beforeEach(() => void vi.spyOn(window.history, 'replaceState'))
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

test('a slow collection shows its own sentence, with a link back to it', async () => {
  open({ type: 'COLLECTION', name: 'Picture books', from: collections }, [])
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Picture books')
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByText(/quick request page/)).toBeNull()
  for (const link of screen.getAllByRole('link', { name: 'Collections' }))
    expect(link.getAttribute('href')).toBe('/collections?categoryId=picture')
  expect(screen.getByRole('link', { name: 'My downloads' })).toBeTruthy()
})

test('a slow quick request keeps its input', async () => {
  open({ type: 'IDENTIFIERS', name: 'Term 1', from: { href: '/', title: 'Quick request' } }, [])
  expect(await screen.findByText('This request requires more time to process...')).toBeTruthy()
  expect(screen.getByText(/still on the quick request page/)).toBeTruthy()
})

test('once the server has the request, the page moves to it', async () => {
  open({ type: 'COLLECTION', name: 'Picture books', from: collections }, [
    line({ id: 'other', requestType: 'COLLECTION', requestName: 'Atlases' }),
    line({ id: 'mine', requestType: 'COLLECTION', requestName: 'Picture books' }),
  ])
  await waitFor(() => expect(wentTo()).toContain('/downloadRequest/mine'))
})

test('a request without a name is found by its type', async () => {
  const { calls } = open({ type: 'IDENTIFIERS' }, [line({ id: 'mine', requestName: 'Quick request of 3 May' })])
  await waitFor(() => expect(wentTo()).toContain('/downloadRequest/mine'))
  expect(calls.find(({ name }) => name === 'listRequests')?.input).toMatchObject({ requestType: 'IDENTIFIERS' })
})

test('an earlier request with the same name, or a colleague’s, is not taken for it', async () => {
  const { cache } = open({ type: 'COLLECTION', name: 'Picture books', from: collections }, [
    line({ id: 'earlier', requestName: 'Picture books', createdDate: minutesAgo(30) }),
    line({ id: 'theirs', requestName: 'Picture books', requestedBy: 'Someone Else' }),
  ])
  await waitFor(() => expect(cache.getQueriesData({ queryKey: [api.listRequests.path] })[0]?.[1]).toBeTruthy())
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(wentTo().filter((href) => href.startsWith('/downloadRequest/'))).toEqual([])
})
