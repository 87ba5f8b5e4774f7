import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi } from '#features/account/contract.ts'
import { secondFactorApi } from '#features/account/second-factor/contract.ts'
import { passkeysApi } from '#features/account/sign-in/contract.ts'
import { Problem } from '#kit/problem.ts'
import { call } from '#kit/web/call.ts'
import { replaceWith } from '#kit/web/history.ts'
import { Router } from '#kit/web/router.tsx'
import { fakeServer } from '#kit/web/testing.tsx'
import { Shell } from './shell.tsx'

afterEach(cleanup)

const user = { id: 'me', username: 'me', email: 'me@desk.example', firstName: 'M', lastName: 'E', roles: [] }
const Desk = () => (
  <>
    <h1>The desk</h1>
    <button type="button" onClick={() => call(accountApi.currentCustomer, {}).catch(() => undefined)}>
      Ask
    </button>
  </>
)
function open(missing: () => 'set-up' | undefined) {
  const calls = fakeServer(
    { ...accountApi, ...secondFactorApi, ...passkeysApi },
    {
      currentUser: () => ({ user, customer: null, missingFactor: missing() }),
      currentCustomer: () => {
        throw new Problem('second_factor_needed', 403, ['Please set up a second factor first.'])
      },
    },
  )
  replaceWith('/desk')
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={cache}>
      <Router routes={[{ path: '/desk', screen: { Component: Desk, prepare: () => undefined } }]}>
        <Shell />
      </Router>
    </QueryClientProvider>,
  )
  return calls
}
const setUp = () => screen.findByRole('heading', { name: 'Set up a second factor' })

test('while a second factor is missing only its setup is shown', async () => {
  open(() => 'set-up')
  expect(await setUp()).toBeTruthy()
  expect(screen.queryByText('The desk')).toBeNull()
})

test('a call refused for a missing factor leads there too', async () => {
  let missing: 'set-up' | undefined
  open(() => missing)
  expect(await screen.findByText('The desk')).toBeTruthy()
  missing = 'set-up'
  await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
  expect(await setUp()).toBeTruthy()
})

test('it stays until the person continues: recovery codes shown once must not disappear with it', async () => {
  let missing: 'set-up' | undefined = 'set-up'
  const calls = open(() => missing)
  await setUp()
  missing = undefined
  onlineManager.setOnline(false)
  onlineManager.setOnline(true)
  await act(() => vi.dynamicImportSettled())
  expect(await setUp()).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'currentUser')).toHaveLength(1)
})
