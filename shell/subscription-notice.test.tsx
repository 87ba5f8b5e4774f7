import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { accountApi, type CurrentUser, type Customer } from '#features/account/contract.ts'
import { type Day, dayAfter } from '#kit/day.ts'
import { businessDay } from '#kit/web/dates.ts'
import { replaceWith } from '#kit/web/history.ts'
import { Router } from '#kit/web/router.tsx'
import { fakeServer } from '#kit/web/testing.tsx'
import { Shell } from './shell.tsx'

afterEach(cleanup)

type Subscription = Customer['subscriptions'][number]
const subscription = (from: Day, to: Day, more: Partial<Subscription> = {}): Subscription => ({
  ...{ id: from, subscriptionType: { name: 'SUBSCRIPTION' }, productCode: 'SCISDATA', product: { name: 'SCIS Data' } },
  ...{ effectiveStartDate: from, effectiveEndDate: to, dueForRenewal: false },
  ...more,
})
const trial = { subscriptionType: { name: 'TRIAL' }, product: { name: 'SCIS Trial' } }

async function open(subscriptions: Subscription[], { address = '/discover', roles = ['student', 'staff'] } = {}) {
  const user = { id: 'me', username: 'me', email: 'me@school.example', firstName: 'M', lastName: 'E', roles }
  const customer = { id: 'c', customerNo: '1', name: 'Hillview', subscriptions, emailDomain: '' }
  fakeServer(accountApi, { currentUser: () => ({ user, customer }) as CurrentUser })
  replaceWith(address)
  const routes = ['/', '/discover', '/subscriptions'].map((path) => ({
    path,
    screen: { Component: () => <h1>Here</h1>, prepare: () => undefined },
  }))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router routes={routes}>
        <Shell />
      </Router>
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: 'Here' })
}
const notice = () => screen.findByRole('complementary', { name: 'Your subscription' })
const noNotice = async () => {
  // The notice would come with its script.
  await import('./subscription-notice.tsx')
  await act(() => vi.dynamicImportSettled())
  expect(screen.queryByRole('complementary', { name: 'Your subscription' })).toBeNull()
}

test.each([
  [
    'a subscription that has ended is named, with the way to renew it',
    [subscription('2020-01-01', '2021-06-30', trial), subscription('2019-01-01', '2020-06-30')],
    /^Your subscription to SCIS Data ended on .*30.*2020\. You can search, but not download records\. Renew it$/,
    '/subscriptions',
  ],
  [
    'a trial that has ended cannot be renewed',
    [subscription('2020-01-01', '2020-06-30', trial)],
    /^Your access to SCIS Trial ended on .*30.*2020\. .* See the products$/,
    '/cms/products',
  ],
  ['a school that never had one', [], /^You have no subscription\. .* See the products$/, '/cms/products'],
])('%s', async (_, subscriptions, text, href) => {
  await open(subscriptions)
  const shown = await notice()
  expect(shown.textContent).toMatch(text)
  expect(shown.querySelector('a')?.getAttribute('href')).toBe(href)
})

test('during a trial the start screen counts the days left; a search, and a school that has bought, have no notice', async () => {
  const current = subscription('2020-01-01', dayAfter(businessDay(), 29), trial)
  await open([current], { address: '/' })
  expect((await notice()).textContent).toBe('Free trial: 29 days left. See the products')
  cleanup()
  await open([current])
  await noNotice()
  cleanup()
  await open([current, subscription('2020-01-01', '2090-12-31')], { address: '/' })
  await noNotice()
})

test('a current subscription, students and the screens of the account have no notice', async () => {
  await open([subscription('2020-01-01', '2090-12-31')])
  await noNotice()
  cleanup()
  await open([], { roles: ['student'] })
  await noNotice()
  cleanup()
  await open([], { address: '/subscriptions' })
  await noNotice()
})
