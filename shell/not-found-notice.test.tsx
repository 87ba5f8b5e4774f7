import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { Problem } from '#kit/problem.ts'
import { goTo, replaceWith } from '#kit/web/history.ts'
import { rememberNotFound } from '#kit/web/remember-not-found.ts'
import { Router, Screen } from '#kit/web/router.tsx'
import { fakeServer } from '#kit/web/testing.tsx'
import { NotFoundNotice } from './not-found-notice.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

const user = { id: 'me', username: 'me', email: 'me@x.example', firstName: 'M', lastName: 'E', roles: [] }
function open(address: string, { isSignedIn = true } = {}) {
  fakeServer(accountApi, {
    currentUser: () => {
      if (!isSignedIn) throw new Problem('sign_in_required', 403, ['Please sign in.'])
      return { user, customer: null }
    },
  })
  replaceWith(address)
  const of = (path: string, title: string) => ({
    path,
    screen: { Component: () => <h1>{title}</h1>, prepare: () => undefined },
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router routes={[of('/', 'Start'), of('/other', 'Other')]}>
        <NotFoundNotice />
        <Screen waiting="" failure={() => null} onUnknown={rememberNotFound} />
      </Router>
    </QueryClientProvider>,
  )
}

test('the start page says what was not found, until the person continues', async () => {
  open('/no/such/page')
  expect((await screen.findByText(/There is no page at/)).textContent).toBe(
    'There is no page at /no/such/page, so you are on the start page.',
  )
  expect(screen.getByRole('heading').textContent).toBe('Start')
  await act(async () => goTo('/other'))
  expect(screen.queryByText(/There is no page at/)).toBeNull()
  await act(async () => goTo('/'))
  expect(screen.queryByText(/There is no page at/)).toBeNull()
})

test('a visitor sees it after signing in', async () => {
  open('/no/such/page', { isSignedIn: false })
  await screen.findByRole('heading', { name: 'Start' })
  expect(screen.queryByText(/There is no page at/)).toBeNull()
  cleanup()
  open('/')
  expect(await screen.findByText(/There is no page at/)).toBeTruthy()
})

test('a visitor who goes to another page instead sees nothing, there or later', async () => {
  open('/no/such/page', { isSignedIn: false })
  await screen.findByRole('heading', { name: 'Start' })
  for (const address of ['/other', '/']) {
    cleanup()
    open(address)
    await screen.findByRole('heading', { name: address === '/' ? 'Start' : 'Other' })
    expect(screen.getByRole('status').textContent).toBe('')
  }
})

test('an address that exists leaves nothing to say', async () => {
  open('/other')
  await screen.findByRole('heading', { name: 'Other' })
  expect(screen.getByRole('status').textContent).toBe('')
})
